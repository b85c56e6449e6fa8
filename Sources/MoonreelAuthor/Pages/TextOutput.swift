// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelMedia

/// Texts that appear under their names when they are whole.
package enum TextOutput {
  /// Writes texts by their paths below `folder`; folders that are missing are made.
  ///
  /// - Parameter named: the folder that the person named, `folder` or one above; no link is followed below it.
  /// - Throws: `MoonreelError` (`fileAccess`).
  package static func write(
    _ files: [String: String], to folder: String, below named: String? = nil
  ) throws {
    let named = named ?? folder
    try makeFolder(named)
    for (name, text) in files.sorted(by: { $0.key < $1.key }) {
      let path = FilePath.join(folder, name)
      try MadePlace(path, below: named).prepare()
      try write(text, to: path, gate: .unrestricted.making(below: named))
    }
  }

  /// Writes `text` to `path`, whose folder is there; what was at `path` stays until then.
  ///
  /// - Parameter gate: what may be written, and what must not be written over.
  /// - Throws: `MoonreelError` (`fileAccess`).
  package static func write(_ text: String, to path: String, gate: FileGate) throws {
    let file = try AtomicOutputFile(path: path, gate: gate)
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
  /// - Parameter named: the folder that the person named, `folder` or one above, below which no link is followed; `nil`:
  ///   the person named all of `folder`.
  /// - Throws: `MoonreelError` (`fileAccess`).
  package static func makeFolder(_ folder: String, below named: String? = nil) throws {
    if let named, named != folder {
      try makeFolder(named)
      return try MadePlace.makeFolder(folder, below: named)
    }
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
