// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// What can be filled, lined and give a shadow: letters, a shape.
protocol Figure {
  /// What shares of paints are shares of.
  var box: Rect { get }
  /// Whether nothing shows through what is filled.
  var isOpaque: Bool { get }
  /// Adds all outlines to the current ones.
  func addOutlines(to canvas: Canvas)
  /// Where that which has no outlines (glyphs that are pictures, plates) is; `nil`: nowhere.
  var boundsWithoutOutlines: Rect? { get }
  /// Fills what lies behind the outlines.
  func fillBackground(on canvas: Canvas)
  /// Fills the outlines with their paints, and draws what has none.
  func fill(on canvas: Canvas)
  /// The same as coverage, wholly opaque.
  func cover(on canvas: Canvas)
  /// The figure in parts that are lined one by one.
  var lines: [any Figure] { get }
  /// The figure in small parts: what Cairo takes to measure an outline grows with the square of its length.
  var measuredParts: [any Figure] { get }
}

extension Figure {
  func fillBackground(on canvas: Canvas) {}
  var lines: [any Figure] { [self] }
  var measuredParts: [any Figure] { [self] }
}
