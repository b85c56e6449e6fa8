// SPDX-License-Identifier: MIT

import CPango
import MoonreelCore
import MoonreelModel

/// Makes the pixels of a decorated figure.
enum FigureRaster {
  /// Transparent pixels around what is drawn, so that sampling finds nothing beyond.
  private static let margin = 2

  /// `figure` at `scale`, or at a smaller one where it would have too many pixels.
  ///
  /// - Parameter ink: where something is drawn, in the figure's own coordinates.
  /// - Throws: `MoonreelError` (`limitExceeded`) where memory is short.
  static func raster(of figure: DecoratedFigure, ink: Rect, scale: Double) throws
    -> DrawingRaster
  {
    try RasterPlane.raster(of: ink, scale: scale, margin: margin) { plane in
      let (left, top) = (Double(plane.originX), Double(plane.originY))
      let canvas = Canvas(
        plane.base, format: CAIRO_FORMAT_ARGB32, size: plane.size,
        strideBytes: plane.strideBytes, scale: plane.scale, originX: left, originY: top)
      try figure.draw(on: canvas, originX: left, originY: top)
      canvas.flush()
    }
  }

  /// Where a raster of any scale may have something: ink, the pixels' edges and what sampling spreads.
  static func extent(of ink: Rect) -> Rect { ink.grown(by: 3) }
}
