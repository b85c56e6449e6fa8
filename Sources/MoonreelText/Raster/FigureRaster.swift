// SPDX-License-Identifier: MIT

import CPango
import MoonreelCore
import MoonreelModel

/// Makes the pixels of a decorated figure.
enum FigureRaster {
  /// The most pixels along a side: what Cairo draws on.
  static let longestSide = 16_384.0
  /// The most pixels.
  static let mostPixels = Double(1 << 26)
  /// Transparent pixels around what is drawn, so that sampling finds nothing beyond.
  private static let margin = 2

  /// `figure` at `scale`, or at a smaller one where it would have too many pixels.
  ///
  /// - Parameter ink: where something is drawn, in the figure's own coordinates.
  /// - Throws: `MoonreelError` (`limitExceeded`) where memory is short.
  static func raster(of figure: DecoratedFigure, ink: Rect, scale: Double) throws
    -> DrawingRaster
  {
    let scale = limited(scale, ink)
    let left = Int((ink.minX * scale).rounded(.down)) - margin
    let top = Int((ink.minY * scale).rounded(.down)) - margin
    let size = PixelSize(
      Int((ink.maxX * scale).rounded(.up)) + margin - left,
      Int((ink.maxY * scale).rounded(.up)) + margin - top)
    let buffer = try FrameBuffer(
      format: bgra, size: size, color: .srgb, alphaMode: .premultiplied
    ) { planes in
      let canvas = Canvas(
        planes[0].base, format: CAIRO_FORMAT_ARGB32, size: size,
        strideBytes: planes[0].strideBytes, scale: scale, originX: Double(left),
        originY: Double(top))
      try figure.draw(on: canvas, originX: Double(left), originY: Double(top))
      canvas.flush()
    }
    return DrawingRaster(buffer: buffer, scale: scale, originX: left, originY: top)
  }

  /// Cairo's pixels, which are words of 32 bits, byte by byte.
  private static let bgra = PixelFormat(
    family: .rgb, packing: .packed(order: "bgra"), bitDepth: 8, hasAlpha: true)

  /// Refuses what is too large to be drawn at its own size.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`): what it is, how large, and what to do.
  static func check(_ ink: Rect?, _ what: String, _ remedy: String) throws {
    guard let ink else { return }
    let longest = max(ink.size.width, ink.size.height)
    guard longest > longestSide || ink.size.width * ink.size.height > mostPixels else { return }
    throw MoonreelError(
      .limitExceeded,
      "\(what) is \(PixelSize(rounding: ink.size)) pixels large, more than can be drawn; \(remedy)")
  }

  private static func limited(_ scale: Double, _ ink: Rect) -> Double {
    let longest = max(ink.size.width, ink.size.height, 1)
    let area = max(ink.size.width * ink.size.height, 1)
    return min(scale, (longestSide - 8) / longest, (mostPixels / area).squareRoot())
  }

  /// Where a raster of any scale may have something: ink, the pixels' edges and what sampling spreads.
  static func extent(of ink: Rect) -> Rect { ink.grown(by: 3) }
}
