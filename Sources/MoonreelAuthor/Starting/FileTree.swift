// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelMedia

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
    let partial = try Self.draft(of: path, in: parent)
    defer { close(partial.descriptor) }
    do {
      try add(to: partial.path)
      for name in folders {
        try TextOutput.makeFolder(FilePath.join(partial.path, name), below: partial.path)
      }
      try PartialFiles.move(partial) {
        guard partial.folder.move(partial.name, to: FilePath.name(of: path)) else {
          throw Self.failure("make '\(path)'", errno)
        }
      }
    } catch {
      PartialFiles.remove(partial)
      throw error
    }
  }

  private static func draft(of path: String, in parent: String) throws -> PartialFile {
    guard let real = realpath(parent, nil) else {
      throw failure("make a folder in '\(parent)'", errno)
    }
    defer { free(real) }
    do {
      return try PartialFile(
        for: FilePath.name(of: path), in: try OpenFolder.open(String(cString: real)), .folder)
    } catch let error as OpenFolder.Failure {
      throw failure("make a folder in '\(parent)'", error.code)
    }
  }

  /// Writes the files into `folder`, over those that are there already; no link is followed below it.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`).
  public func add(to folder: String) throws {
    try TextOutput.write(files, to: folder)
  }

  private static func failure(_ what: String, _ code: Int32) -> MoonreelError {
    MoonreelError(
      .fileAccess,
      "Cannot \(what): \(String(cString: strerror(code))). Name a folder that can be written to.")
  }
}
