// SPDX-License-Identifier: MIT

import MoonreelCore

/// The cells of a mosaic on a grid of pixels: cell (0, 0) begins at (`left`, `top`).
struct CellGrid {
  var width: Double
  var height: Double
  var left: Double
  var top: Double
  /// The cells that are wanted.
  var cells = PixelRect.empty
  /// Outside which rectangle of the picture nothing is; `nil` for nowhere.
  var bounds: Rect?

  /// The cells that `rect` has pixels in.
  func touched(by rect: PixelRect) -> PixelRect {
    PixelRect(
      covering: Rect(
        x: (Double(rect.minX) - left) / width, y: (Double(rect.minY) - top) / height,
        width: Double(rect.width) / width, height: Double(rect.height) / height))
  }

  /// The pixels of the cells that `rect` has pixels in.
  func cover(_ rect: PixelRect) -> PixelRect {
    let cells = touched(by: rect)
    return PixelRect(
      covering: Rect(
        x: Double(cells.minX) * width + left, y: Double(cells.minY) * height + top,
        width: Double(cells.width) * width, height: Double(cells.height) * height))
  }
}
