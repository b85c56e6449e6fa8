// SPDX-License-Identifier: MIT

import MoonreelModel

extension RandomGraph {
  /// A picture with its colours changed; by steps only where nothing is compared but bits.
  mutating func colored(_ image: Image) -> Image {
    switch Int.random(in: 0..<(isComplete ? 12 : 10), using: &random) {
    case 0: return image.vibrance(share() * 2 - 1)
    case 1:
      return image.levels(
        green: Levels(black: 0.1, white: Double(0.5 + share()), gamma: 0.8), blue: .identity)
    case 2:
      return image.graded(
        ColorDecision(
          slope: SIMD3(1.1, Double(share()) + 0.5, 1), offset: SIMD3(0.02, 0, Double(share()) / 5),
          power: SIMD3(1, 1.3, 0.9), saturation: 0.8))
    case 3: return image.temperature(kelvin: 4000 + 6000 * Double(share()), tint: 20)
    case 4:
      return image.curves(
        master: Curve([.init(0, Double(share()) / 3), .init(0.4, 0.5), .init(1, 0.9)]))
    case 5:
      return image.gradientMapped([.init(0, color()), .init(0.4, color()), .init(1, color())])
    case 6:
      let table = try! LookupTests.table(.cube, 3)
      return image.lut(ColorLUT(tables: [table]), intensity: share())
    case 7:
      return image.chromaKeyed(color(), threshold: share() / 4, smoothing: 0.3, spill: share())
    case 8:
      return image.colorKeyed(color(), threshold: share() / 4, smoothing: 0.3, spill: share())
    case 9:
      return image.lumaKeyed(
        threshold: share() / 2, smoothing: 0.4, inverted: Bool.random(using: &random))
    case 10: return image.thresholded(at: share())
    default: return image.posterized(to: 4)
    }
  }
}
