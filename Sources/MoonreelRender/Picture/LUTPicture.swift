// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension PictureRenderer {
  /// The look in a picture of 512 × 512 pixels, as VideoLab and GPUImage store it: 8 × 8 tiles, one for
  /// each of 64 steps of blue (left to right, then down), in which red rises to the right and green
  /// downwards.
  ///
  /// - Parameter name: what the picture is called in messages.
  /// - Throws: `MoonreelError` (`invalidArgument`) for a picture of another size, and what drawing throws.
  public func lut(from frame: FrameBuffer, name: String) throws -> ColorLUT {
    let (side, tiles) = (512, 8)
    guard frame.size == PixelSize(side, side) else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot read '\(name)' as a look: it has \(frame.size) pixels, not 512x512 (8 by 8 tiles of 64 by 64)."
      )
    }
    let target = FrameTarget(size: frame.size, format: .rgba64, color: .srgb)
    let drawn = try render(Image(frame: frame), to: target)
    let steps = side / tiles
    var colors: [SIMD3<Float>] = []
    colors.reserveCapacity(steps * steps * steps)
    for blue in 0..<steps {
      let (left, top) = (blue % tiles * steps, blue / tiles * steps)
      for green in 0..<steps {
        for red in 0..<steps { colors.append(drawn.color16(left + red, top + green)) }
      }
    }
    return ColorLUT(tables: [try LookupTable(.cube, size: steps, colors: colors)])
  }
}

extension FrameBuffer {
  /// Red, green and blue of a pixel of 16-bit RGBA.
  fileprivate func color16(_ x: Int, _ y: Int) -> SIMD3<Float> {
    let pixel = planes[0].base + y * planes[0].strideBytes + 8 * x
    return SIMD3(
      (0..<3).map { Float(pixel.load(fromByteOffset: 2 * $0, as: UInt16.self)) / 65535 })
  }
}
