// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Compares what is drawn with a formula of straight colours, written in double precision.
struct ColorCheck {
  /// Straight red, green and blue.
  typealias RGB = SIMD3<Double>

  private let renderer = PictureRenderer(threadCount: 2)
  private static let sizes = [(1, 1), (7, 1), (1, 5), (61, 33)]

  /// Straight colours at corners, grays and between, some beyond black and white; alphas from 0 to 1.
  static func frame(_ width: Int, _ height: Int, seed: UInt64, beyond: Bool) -> FrameBuffer {
    var random = Seeded(seed)
    var colors: [Float] = [0, 0.018, 0.13, 0.25, 0.47, 0.5, 0.62, 0.8, 1]
    if beyond { colors += [-0.3, 1.2, 1.6] }
    let alphas: [Float] = [0, 0.3, 0.71, 1, 1]
    return .floats(width, height) { _, _ in
      let alpha = alphas.randomElement(using: &random)!
      let gray = Bool.random(using: &random) && Bool.random(using: &random)
      let first = colors.randomElement(using: &random)! * alpha
      let color = (0..<3).map { _ in
        gray ? first : colors.randomElement(using: &random)! * alpha
      }
      return SIMD4(color[0], color[1], color[2], alpha)
    }
  }

  /// Draws `change` of random pictures and expects `wanted` of each straight colour, alpha kept.
  ///
  /// `isNearStep` names colours where the least rounding error decides; they are left out.
  func callAsFunction(
    _ name: String, beyond: Bool = true, within tolerance: Double = 4e-6,
    _ change: (Image) throws -> Image, isNearStep: (RGB) -> Bool = { _ in false },
    _ wanted: (RGB) -> RGB
  ) throws {
    for (index, (width, height)) in Self.sizes.enumerated() {
      let source = Self.frame(width, height, seed: UInt64(index) + 5, beyond: beyond)
      let drawn = try renderer.render(try change(Image(frame: source)), to: .float(width, height))
      for y in 0..<height {
        for x in 0..<width {
          let pixel = source.floatPixel(x, y)
          let straight = pixel.w == 0 ? .zero : RGB(pixel.x, pixel.y, pixel.z) / pixel.w
          if isNearStep(straight) { continue }
          let color = wanted(straight) * pixel.w
          let found = drawn.floatPixel(x, y)
          let scale = max(1, abs(color).max())
          #expect(
            distance(found, SIMD4(color, pixel.w)) < tolerance * scale,
            "\(name) of \(straight) at alpha \(pixel.w): \(found), not \(color)")
        }
      }
    }
  }
}

/// Without signs.
func abs(_ color: SIMD3<Double>) -> SIMD3<Double> {
  color.replacing(with: -color, where: color .< 0)
}

extension SIMD3<Double> {
  /// Limited to 0…1.
  var limited: SIMD3<Double> { clamped(lowerBound: .zero, upperBound: .one) }
  /// Each component by itself.
  func map(_ change: (Double) -> Double) -> SIMD3<Double> {
    SIMD3(change(x), change(y), change(z))
  }
  /// BT.709 luma.
  var luma: Double { 0.2126 * x + 0.7152 * y + 0.0722 * z }
}
