// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension RandomGraph {
  /// The picture through an operation that reads its neighbourhood.
  mutating func filtered(_ image: Image) -> Image {
    let reach = Bool.random(using: &random) ? number(0...6) : nil
    let input = Bool.random(using: &random) ? image.clampedToEdges() : image
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      return input.applying(
        SamplingKernelTests.wave, numbers: [share(), Float(number(0...9))], reach: reach)
    case 1:
      return input.applying(
        SamplingKernelTests.mirror, numbers: [Float(number(0...40))], reach: reach)
    case 2: return input.applying(SamplingKernelTests.cross, reach: reach)
    case 3: return effect(input)
    default: return FilterCase.all.randomElement(using: &random)!.image(input)
    }
  }

  /// A filter that the plain formulas leave out.
  private mutating func effect(_ image: Image) -> Image {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: image.sharpened(sigma: number(0.3...3), amount: share(), threshold: share() / 4)
    case 1: image.bloomed(threshold: share(), sigma: number(0.5...4), intensity: share())
    case 2:
      image.dropShadow(offset: Point(number(-3...3), number(-3...3)), blur: number(0...3))
    case 3: image.boxBlurred(radius: number(0...9))
    case 4: image.pixelated(cell: Size(number(1...9), number(1...9)), center: Point(3.5, 2))
    default:
      image.grained(amount: share() / 3, size: number(0.5...4), seed: 4, frame: 9)
    }
  }
}
