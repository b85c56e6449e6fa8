// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension FrameBuffer {
  /// A premultiplied float frame of what `pixel` gives for each place: red, green, blue, alpha.
  static func floats(
    _ width: Int, _ height: Int, _ pixel: (_ x: Int, _ y: Int) -> SIMD4<Float>
  ) -> FrameBuffer {
    FrameBuffer(
      format: .floatGBRA, size: PixelSize(width, height), color: .srgb, alphaMode: .premultiplied
    ) { planes in
      for y in 0..<height {
        for x in 0..<width {
          let value = pixel(x, y)
          for (plane, part) in [(0, 1), (1, 2), (2, 0), (3, 3)] {
            (planes[plane].base + y * planes[plane].strideBytes).storeBytes(
              of: value[part], toByteOffset: 4 * x, as: Float.self)
          }
        }
      }
    }
  }

  /// Red, green, blue and alpha of a float frame.
  func floatPixel(_ x: Int, _ y: Int) -> SIMD4<Double> {
    SIMD4(
      Double(float(2, x, y)), Double(float(0, x, y)), Double(float(1, x, y)),
      Double(float(3, x, y)))
  }
}

/// The largest difference between two pixels' components.
func distance(_ first: SIMD4<Double>, _ second: SIMD4<Double>) -> Double {
  let difference = first - second
  return (0..<4).map { abs(difference[$0]) }.max() ?? 0
}
