// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Makes graphs at random, always the same for a seed.
struct RandomGraph {
  var random: Seeded
  /// Whether operations may take part that jump, or that the slow painter does not draw.
  let isComplete: Bool
  /// Whether frames of other colour spaces take part: PQ, HLG, wide gamuts.
  let isWide: Bool

  init(seed: UInt64, isComplete: Bool = false, isWide: Bool = false) {
    (random, self.isComplete, self.isWide) = (Seeded(seed), isComplete, isWide)
  }

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &random)
  }

  mutating func share() -> Float { Float(number(0...1)) }

  mutating func color() -> Color {
    Color(number(0...1), number(0...1), number(0...1), number(0...1) < 0.5 ? 1 : number(0...1))
  }

  /// A graph of at most `depth` levels for a frame of about 24 × 18 pixels.
  mutating func image(depth: Int) -> Image {
    guard depth > 0 else { return leaf() }
    switch Int.random(in: 0..<(isComplete ? 18 : 15), using: &random) {
    case 0: return image(depth: depth - 1).opacity(share())
    case 1, 2: return image(depth: depth - 1).over(image(depth: depth - 1))
    case 3: return image(depth: depth - 1).dissolved(to: image(depth: depth - 1), amount: share())
    case 4: return image(depth: depth - 1).cropped(to: rect())
    case 5: return image(depth: depth - 1).colorMatrix(matrix())
    case 6:
      return image(depth: depth - 1).colorPolynomial(
        red: [share(), share()], green: [0, share(), share(), share()], blue: [0, 1, share()])
    case 7: return image(depth: depth - 1).gamma(0.5 + share())
    case 8: return image(depth: depth - 1).transformed(by: whole(), sampling: .bilinear)
    case 9: return image(depth: depth - 1).transformed(by: enlarging(), sampling: .bilinear)
    case 10, 11: return composed(depth: depth)
    case 12, 13: return colored(image(depth: depth - 1))
    case 14: return isComplete ? placed(depth: depth) : pinned()
    case 15, 16, 17: return filtered(image(depth: depth - 1))
    default: return leaf()
    }
  }

  private mutating func leaf() -> Image {
    switch Int.random(in: 0..<(isWide ? 12 : 7), using: &random) {
    case 0: return Image(color: color())
    case 1:
      return Image(
        .linearGradient(
          from: Point(number(0...10), number(0...5)), to: Point(number(12...24), number(6...18)),
          stops: [.init(0, color()), .init(number(0.2...0.6), color()), .init(1, color())]))
    case 2:
      return Image(
        .radialGradient(
          center: Point(number(0...24), number(0...18)), radius: number(3...20),
          stops: [.init(0.1, color()), .init(0.9, color())]))
    case 3: return shape()
    case 4: return Image(frame: .random(.rgba, 13, 9, .srgb, seed: random.next()))
    case 7...: return wideFrame()
    default:
      return Image(frame: .random(.yuv444(), 24, 18, tags(.bt709), seed: random.next()))
    }
  }

  /// A frame of another colour space: PQ and HLG as R'G'B', whose codes stand for signals of 0…1 alone;
  /// beyond them neither is defined.
  private mutating func wideFrame() -> Image {
    func signals(_ transfer: ColorTags.Transfer, _ primaries: ColorTags.Primaries) -> ColorTags {
      ColorTags(
        matrix: .rgb, transfer: transfer, primaries: primaries, range: .full, siting: .topLeft)
    }
    let seed = random.next()
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return Image(frame: .random(.rgba, 13, 9, signals(.pq, .bt2020), seed: seed))
    case 1: return Image(frame: .random(.rgb24, 24, 18, signals(.pq, .displayP3), seed: seed))
    case 2: return Image(frame: .random(.rgba, 13, 9, signals(.hlg, .bt2020), seed: seed))
    case 3: return Image(frame: .random(.rgb24, 24, 18, signals(.hlg, .bt2020), seed: seed))
    case 4: return Image(frame: .random(.rgb24, 24, 18, signals(.srgb, .displayP3), seed: seed))
    default:
      let wide = ColorTags(
        matrix: .bt2020, transfer: .bt709, primaries: .bt2020, range: .limited, siting: .topLeft)
      return Image(frame: .random(.yuv444(10), 24, 18, wide, seed: seed))
    }
  }

  mutating func rect() -> Rect {
    Rect(x: number(-2...8), y: number(-2...8), width: number(0.3...20), height: number(0.3...14))
  }

  private mutating func matrix() -> Image.ColorMatrix {
    var numbers = (0..<20).map { _ in Float(number(-0.5...1)) }
    numbers.replaceSubrange(15..<20, with: [0, 0, 0, 1, 0])
    return Image.ColorMatrix(numbers)
  }

  private mutating func whole() -> AffineTransform {
    AffineTransform(
      translationX: Double(Int.random(in: -9...9, using: &random)),
      y: Double(Int.random(in: -9...9, using: &random)))
  }

  private mutating func enlarging() -> AffineTransform {
    let scale = number(1.05...2.5)
    return AffineTransform(scaleX: scale, y: scale)
      .followed(by: AffineTransform(rotationDegrees: number(-180...180)))
      .followed(by: AffineTransform(translationX: number(-5...15), y: number(-5...15)))
  }
}
