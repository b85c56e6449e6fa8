// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelMedia

/// A file at one moment: enough to tell later whether it was changed.
struct FileStamp: Equatable, Sendable {
  var path: String
  /// Bytes.
  var size: Int64
  /// When it was changed last, in nanoseconds since 1970.
  var changed: Int64

  init(path: String, size: Int64, changed: Int64) {
    (self.path, self.size, self.changed) = (path, size, changed)
  }

  /// The file at `path` now; `nil` where there is none.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(path, FileIdentity(status))
  }

  private init(_ path: String, _ identity: FileIdentity) {
    self.init(
      path: path, size: identity.size, changed: max(identity.modified, identity.changed))
  }

  /// The files that a film has read.
  static func read(_ names: [OpenedFiles.Name]) -> [FileStamp] {
    names.compactMap { name in
      guard name.role != .font, name.role != .parameters else { return nil }
      return name.identity.map { FileStamp(name.path, $0) }
    }
  }

  /// Whether the file is still the same.
  var isUnchanged: Bool { FileStamp(path) == self }

  init?(_ json: JSONValue) {
    guard case .string(let path)? = json.member("path"),
      case .integer(let size)? = json.member("bytes"),
      case .string(let text)? = json.member("changed"), let changed = Int64(text)
    else { return nil }
    self.init(path: path, size: size, changed: changed)
  }

  /// The time is text: no JSON number holds all of its digits.
  var json: JSONValue {
    .members(["path": .string(path), "bytes": .integer(size), "changed": .string("\(changed)")])
  }
}
