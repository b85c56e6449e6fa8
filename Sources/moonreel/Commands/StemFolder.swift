// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelExport
import MoonreelMedia

/// The folder that the parts of a film's sound are written into.
struct StemFolder {
  private let folder: String
  private let isNew: Bool

  /// Makes the folder at `path` where there is none.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`) where it cannot be made.
  init(_ path: String) throws {
    folder = path
    isNew = mkdir(path, 0o777) == 0
    guard isNew || errno == EEXIST else {
      throw MoonreelError(
        .fileAccess,
        "Cannot make the folder '\(path)' for stems: \(String(cString: strerror(errno))).")
    }
  }

  /// Where the file `name` of it is.
  func path(of name: String) -> String { FilePath.join(folder, name) }

  /// Sessions that write the parts of the sound of `request`.
  ///
  /// - Throws: `MoonreelError` where it has no sound.
  func sessions(
    _ request: ExportRequest, _ gate: FileGate, _ warnings: WarningLog
  ) throws -> [ExportSession] {
    let stems = request.stems
    guard !stems.isEmpty else {
      throw MoonreelError(
        .invalidArgument, "There are no stems to write: the film has no sound. Leave --stems out.")
    }
    return try stems.map { stem in
      try ExportSession(
        stem.request, outputPath: path(of: stem.name), gate: gate.making(below: folder),
        warnings: warnings,
        cancellation: Interruption.flag)
    }
  }

  /// Takes the folder away again where it was made here and nothing is in it.
  func removeIfEmpty() { if isNew { rmdir(folder) } }
}
