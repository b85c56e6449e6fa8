// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelSandbox

/// The memory that a drawing is drawn on: premultiplied, blue first, its top-left pixel at
/// (`originX`, `originY`) in pixels from the drawing's origin.
package struct RasterPlane {
  /// The first pixel.
  package let base: UnsafeMutableRawPointer
  /// Pixels across and down.
  package let size: PixelSize
  /// Bytes from a row to the next.
  package let strideBytes: Int
  /// Pixels per unit of the drawing.
  package let scale: Double
  /// How far right of the drawing's origin it begins.
  package let originX: Int
  /// How far below the drawing's origin it begins.
  package let originY: Int
  /// The memory as another process can be given it; `nil` where it is this one's alone.
  package var shared: SharedMemory?

  /// The most pixels along a side: what Cairo draws on.
  static let longestSide = 16_384.0
  /// The most pixels.
  static let mostPixels = Double(1 << 26)

  /// The pixels of `rect` at `scale`, or at a smaller one where it would have too many, with `margin` more on
  /// every side, as `draw` makes them of transparent ones.
  ///
  /// - Parameter isShared: whether another process draws them.
  /// - Throws: `MoonreelError` (`limitExceeded`) where memory is short; what `draw` throws.
  package static func raster(
    of rect: Rect, scale: Double, margin: Int, isShared: Bool = false,
    draw: (RasterPlane) throws -> Void
  ) throws -> DrawingRaster {
    let scale = limited(scale, rect, margin)
    let left = Int(limiting: (rect.minX * scale).rounded(.down)) - margin
    let top = Int(limiting: (rect.minY * scale).rounded(.down)) - margin
    let size = PixelSize(
      Int(limiting: (rect.maxX * scale).rounded(.up)) + margin - left,
      Int(limiting: (rect.maxY * scale).rounded(.up)) + margin - top)
    let buffer = try buffer(size: size, isShared: isShared) { base, strideBytes, shared in
      try draw(
        RasterPlane(
          base: base, size: size, strideBytes: strideBytes, scale: scale, originX: left,
          originY: top, shared: shared))
    }
    return DrawingRaster(buffer: buffer, scale: scale, originX: left, originY: top)
  }

  /// Pixels that `fill` makes of transparent ones; the memory that another process fills is used as it is.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where memory is short; what `fill` throws.
  static func buffer(
    size: PixelSize, isShared: Bool,
    fill: (_ base: UnsafeMutableRawPointer, _ strideBytes: Int, SharedMemory?) throws -> Void
  ) throws -> FrameBuffer {
    guard isShared else {
      return try FrameBuffer(format: bgra, size: size, color: .srgb, alphaMode: .premultiplied) {
        try fill($0[0].base, $0[0].strideBytes, nil)
      }
    }
    // As other buffers: rows of whole lines of the cache, and room to read past the last.
    let strideBytes = (4 * size.width + 63) & ~63
    let memory = try SharedMemory(byteCount: strideBytes * size.height + 64)
    try fill(memory.base, strideBytes, memory)
    memory.closeDescriptor()
    return FrameBuffer(
      format: bgra, size: size, color: .srgb, alphaMode: .premultiplied,
      planes: [FrameBuffer.Plane(base: memory.base, strideBytes: strideBytes, size: size)],
      owner: memory)
  }

  /// Cairo's pixels, which are words of 32 bits, byte by byte.
  static let bgra = PixelFormat(
    family: .rgb, packing: .packed(order: "bgra"), bitDepth: 8, hasAlpha: true)

  /// Refuses what is too large to be drawn at its own size.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`): what it is, how large, and what to do.
  package static func check(_ rect: Rect?, _ what: String, _ remedy: String) throws {
    guard let rect else { return }
    let longest = max(rect.size.width, rect.size.height)
    guard longest > longestSide || rect.size.width * rect.size.height > mostPixels else { return }
    throw MoonreelError(
      .limitExceeded,
      "\(what) is \(PixelSize(rounding: rect.size)) pixels large, more than can be drawn; \(remedy)"
    )
  }

  /// `scale`, or a smaller one at which there are not too many pixels.
  static func limited(_ scale: Double, _ rect: Rect, _ margin: Int) -> Double {
    let longest = max(rect.size.width, rect.size.height, 1)
    let area = max(rect.size.width * rect.size.height, 1)
    return min(
      scale, (longestSide - 4 * Double(margin)) / longest, (mostPixels / area).squareRoot())
  }
}

extension DrawingRaster {
  /// The memory of its pixels.
  package var byteCount: Int { buffer.planes[0].strideBytes * buffer.size.height }
}
