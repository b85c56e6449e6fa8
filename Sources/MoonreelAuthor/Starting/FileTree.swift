// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// Texts that are written together.
public struct FileTree: Sendable {
  /// The texts by their paths.
  public var files: [String: String]
  /// Folders that are made though no file lies in them.
  public var folders: [String] = []

  /// These files, and these folders also where they are empty.
  public init(files: [String: String], folders: [String] = []) {
    (self.files, self.folders) = (files, folders)
  }

  /// Makes the folder `path` with all files in it; it appears when all are written. Where something fails, nothing is left.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`), also where there is a file or a folder that is not empty at `path`.
  public func write(to path: String) throws {
    let parent = FilePath.folder(of: path)
    try TextOutput.makeFolder(parent)
    var draft = Array(FilePath.join(parent, ".\(FilePath.name(of: path))-XXXXXX").utf8CString)
    guard mkdtemp(&draft) != nil else { throw Self.failure("make a folder in '\(parent)'", errno) }
    let end = draft.firstIndex(of: 0) ?? 0
    let folder = String(decoding: draft[..<end].map(UInt8.init(bitPattern:)), as: UTF8.self)
    do {
      try add(to: folder)
      for name in folders { try TextOutput.makeFolder(FilePath.join(folder, name)) }
      let mask = umask(0)
      umask(mask)
      chmod(folder, 0o777 & ~mask)
      guard rename(folder, path) == 0 else { throw Self.failure("make '\(path)'", errno) }
    } catch {
      remove(below: folder)
      throw error
    }
  }

  /// Writes the files into `folder`, over those that are there already.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`).
  public func add(to folder: String) throws {
    try TextOutput.write(files, to: folder)
  }

  /// Removes what was written below `folder`, and the folder.
  private func remove(below folder: String) {
    var parents = Set(folders)
    for path in Array(files.keys) + folders {
      unlink("\(folder)/\(path)")
      var parent = FilePath.folder(of: path)
      while parent != "." {
        parents.insert(parent)
        parent = FilePath.folder(of: parent)
      }
    }
    // What lies deeper has the longer path.
    for parent in parents.sorted(by: { $0.utf8.count > $1.utf8.count }) {
      rmdir("\(folder)/\(parent)")
    }
    rmdir(folder)
  }

  private static func failure(_ what: String, _ code: Int32) -> MoonreelError {
    MoonreelError(
      .fileAccess,
      "Cannot \(what): \(String(cString: strerror(code))). Name a folder that can be written to.")
  }
}
