// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia

/// Draws small pictures of a film onto sheets, with a WebVTT file that players read.
struct SpriteFiles {
  let generator: StillGenerator
  let sprites: SpriteSheets
  /// The WebVTT file.
  let path: String
  let warnings: WarningLog

  /// Whether `path` asks for one.
  static func areMeant(by path: String) -> Bool { path.lowercased().hasSuffix(".vtt") }

  /// Draws and writes all of it.
  ///
  /// - Throws: `UsageError` where there would be too many pictures; `MoonreelError`.
  func write(replacing: ReplacingArguments, limits: ExportLimits) throws {
    let count = try UsageError.blamed { try sprites.stretches(of: generator.duration).count }
    try limits.admit(duration: generator.duration, frames: Int64(count))
    let sheets = try OutputPlaces.replaced(
      by: try sprites.pattern(beside: path), container: sprites.kind,
      frames: Int64(sprites.sheetCount(count)), gate: generator.gate)
    let text = try OutputPlaces.replaced(by: path, container: .mp4, gate: generator.gate)
    try replacing.confirm(text + sheets)
    try sprites.write(generator, to: path, warnings: warnings)
  }
}
