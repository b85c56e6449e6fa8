// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

extension FileGate {
  /// The error for a path of which not even the folder can be found.
  ///
  /// What is missing below an allowed folder is named; of other places nothing is told, not even
  /// through links whether there is something at their ends.
  func missingFolder(of path: String) -> MoonreelError {
    var missing = path
    while let parent = Self.parent(of: missing) {
      var status = stat()
      if lstat(missing, &status) == 0 { return Self.denial(of: path) }
      guard let real = Self.realPath(parent) else {
        missing = parent
        continue
      }
      let isNamed = [path, FilePath.folder(of: path)].contains { path in
        Self.futurePath(path).map { isAllowed(realPath: $0) } ?? false
      }
      guard isAllowed(realPath: real) || isNamed else { break }
      let isFolder = stat(real, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      let reason =
        isFolder
        ? "the folder '\(missing)' does not exist" : "'\(parent)' is a file, not a folder"
      return MoonreelError(
        .fileAccess, "Cannot open '\(path)': \(reason). Correct the path.")
    }
    return Self.denial(of: path)
  }

  /// The folder that `path` names a part of; `nil` where it is the root or the working folder itself.
  private static func parent(of path: String) -> String? {
    var parts = path[...]
    while parts.hasSuffix("/"), parts.count > 1 { parts.removeLast() }
    guard parts != "/", parts != "." else { return nil }
    // Where a folder is missing, what `..` behind it means cannot be told.
    guard parts != "..", !parts.hasSuffix("/..") else { return nil }
    return FilePath.folder(of: String(parts))
  }
}
