// SPDX-License-Identifier: MIT

import Glibc

/// Paths as text.
enum FilePaths {
  /// The folder that `path` lies in; the current one for a bare name.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of `path`.
  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// Where writing to `path` takes place: its folder, and what it links to.
  static func places(writing path: String) -> [String] {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let length = readlink(path, &target, Int(PATH_MAX))
    guard length > 0 else { return [folder(of: path)] }
    let link = String(decoding: target[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    let absolute = link.hasPrefix("/") ? link : folder(of: path) + "/" + link
    return [folder(of: path), access(path, F_OK) == 0 ? path : folder(of: absolute)]
  }
}
