// SPDX-License-Identifier: MIT

import CPango
import MoonreelCore
import MoonreelModel

/// Glyphs that stand for one or more characters together and cannot be parted: a letter with its marks, a
/// ligature.
struct GlyphCluster {
  /// How a cluster is painted.
  struct Look: Hashable {
    var fill: Paint
    var background: Color?
    var underline = TextStyle.Underline.none
    var isStruckThrough = false
  }

  /// Lines under and through the letters: distances above the baseline, and widths, in pixels.
  struct LineMetrics: Hashable {
    var underline: Double
    var underlineWidth: Double
    var strike: Double
    var strikeWidth: Double
  }

  /// Kept alive by the layout.
  let font: UnsafeMutablePointer<PangoFont>
  let glyphs: [PangoGlyphInfo]
  /// Where the pen stands, in pixels of the block.
  var x: Double
  /// The baseline.
  var baseline: Double
  /// How far the pen moves.
  let width: Double
  /// The upper edge of its stretch of the line.
  var top: Double
  /// How high its stretch of the line is.
  let height: Double
  /// Whether its glyphs are pictures with colours of their own.
  let isColored: Bool
  let look: Look
  let metrics: LineMetrics
  /// Its bytes of the text.
  let bytes: Range<Int>
  /// Which line it stands on, from 0.
  let line: Int
  /// Characters for which there is no glyph.
  let missing: [UInt32]

  /// Runs `body` on the glyphs in the form that Pango draws.
  func withGlyphString<Result>(
    _ body: (UnsafeMutablePointer<PangoGlyphString>) -> Result
  ) -> Result {
    guard let string = pango_glyph_string_new() else { preconditionFailure("Pango aborts itself") }
    defer { pango_glyph_string_free(string) }
    pango_glyph_string_set_size(string, Int32(glyphs.count))
    for (index, glyph) in glyphs.enumerated() { string.pointee.glyphs[index] = glyph }
    return body(string)
  }
}
