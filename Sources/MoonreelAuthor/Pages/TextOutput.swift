// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelMedia

/// Texts that appear under their names when they are whole.
package enum TextOutput {
  /// Writes texts by their paths below `folder`; folders that are missing are made.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`).
  package static func write(_ files: [String: String], to folder: String) throws {
    for (name, text) in files.sorted(by: { $0.key < $1.key }) {
      let path = FilePath.join(folder, name)
      try makeFolder(FilePath.folder(of: path))
      try write(text, to: path)
    }
  }

  /// Writes `text` to `path`, whose folder is there; what was at `path` stays until then.
  ///
  /// - Parameter gate: what may be written; `nil`: nothing outside that folder, also through links.
  /// - Throws: `MoonreelError` (`fileAccess`).
  package static func write(_ text: String, to path: String, gate: FileGate? = nil) throws {
    let file = try AtomicOutputFile(
      path: path, gate: gate ?? FileGate(folders: [FilePath.folder(of: path)]))
    do {
      try file.write(Array(text.utf8))
      try file.commit()
    } catch {
      file.discard()
      throw error
    }
  }

  /// Makes `folder`, and those above it, where there is none.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`).
  package static func makeFolder(_ folder: String) throws {
    do {
      try Folder.make(folder, permissions: 0o777)
    } catch {
      throw MoonreelError(
        .fileAccess,
        "Cannot make the folder '\(error.folder)': \(String(cString: strerror(error.code))). "
          + "Name a folder that can be written to.")
    }
    guard Folder.exists(folder) else {
      throw MoonreelError(
        .fileAccess, "Cannot write into '\(folder)': it is no folder. Name another one.")
    }
  }
}
