// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// Paths as text.
enum FilePaths {
  /// Where writing to `path` takes place: its folder, and what it links to.
  static func places(writing path: String) -> [String] {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let length = readlink(path, &target, Int(PATH_MAX))
    guard length > 0 else { return [FilePath.folder(of: path)] }
    let link = String(decoding: target[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    let absolute = FilePath.isAbsolute(link) ? link : FilePath.folder(of: path) + "/" + link
    return [
      FilePath.folder(of: path), access(path, F_OK) == 0 ? path : FilePath.folder(of: absolute),
    ]
  }

  /// Where media go that belong to the file at `path`: `film_media` beside `film.otio`.
  static func mediaFolder(beside path: String) -> String {
    FilePath.join(FilePath.folder(of: path), FilePath.stem(of: path) + "_media")
  }
}
