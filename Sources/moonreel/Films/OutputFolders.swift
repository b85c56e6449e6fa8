// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// What must be writable for an output, as the sandbox wants it.
enum OutputFolders {
  /// The folder in which `output` and its hidden partial file are made, or what takes the bytes itself.
  static func written(by output: String) -> [String] {
    guard output != "-", !output.isEmpty else { return [] }
    let target = followingLinks(output)
    if let kind = kind(of: target), kind != S_IFREG, kind != S_IFDIR { return [target] }
    let folder = FilePath.folder(of: target)
    // A folder of pictures that does not exist yet is made beside its place.
    return [kind(of: folder) == nil ? FilePath.folder(of: folder) : folder]
  }

  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// The end of a chain of symbolic links, which need not exist.
  private static func followingLinks(_ path: String) -> String {
    var path = path
    for _ in 0..<40 {
      var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      let length = readlink(path, &target, Int(PATH_MAX))
      guard length > 0 else { return path }
      let link = String(decoding: target[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
      path = FilePath.isAbsolute(link) ? link : FilePath.folder(of: path) + "/" + link
    }
    return path
  }
}
