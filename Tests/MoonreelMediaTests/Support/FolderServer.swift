// SPDX-License-Identifier: MIT

import FaultyServer
import Foundation

extension FaultyServer {
  /// A server of the files in `folder`, by their names.
  convenience init(of folder: TemporaryFolder) throws {
    let root = folder.path
    try self.init { request in
      let path = root + request.path.prefix { $0 != "?" }
      return FileManager.default.contents(atPath: path).map { .file($0) } ?? .status(404)
    }
  }
}
