// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// What a path means where pictures are files of their own.
enum PicturePlace {
  /// One picture.
  case single
  /// Numbered pictures in a folder, a real path, which is made where it may be and does not exist.
  case sequence(folder: String, makesFolder: Bool, FramePattern)

  /// Reads `path`; the files of a folder end in `pathExtension`.
  ///
  /// - Throws: `MoonreelError`: `accessDenied` or `fileAccess`.
  init(_ path: String, pathExtension: String, gate: FileGate) throws {
    if gate.writing.discards {
      self = .single
    } else if path.hasSuffix("/") || Self.isFolder(path, gate) {
      let folder = path.hasSuffix("/") && path != "/" ? String(path.dropLast()) : path
      self = .sequence(
        folder: try gate.placeOfFolder(folder), makesFolder: true,
        FramePattern("frame_%04d.\(pathExtension)")!)
    } else if let pattern = FramePattern(FilePath.name(of: path)) {
      self = .sequence(
        folder: try gate.placeOfFolder(FilePath.folder(of: path)), makesFolder: false, pattern)
    } else {
      self = .single
    }
  }

  /// Whether there is a folder at `path`; a link to one is one only where the person named it.
  private static func isFolder(_ path: String, _ gate: FileGate) -> Bool {
    var status = stat()
    let isThere =
      gate.writing.namedFolder == nil ? stat(path, &status) == 0 : lstat(path, &status) == 0
    return isThere && status.st_mode & S_IFMT == S_IFDIR
  }
}
