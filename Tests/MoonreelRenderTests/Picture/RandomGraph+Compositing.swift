// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension RandomGraph {
  /// Modes without steps and without quotients that magnify: compared with the slow painter.
  private static let smoothModes: [BlendMode] = [
    .multiply, .screen, .overlay, .darken, .lighten, .hardLight, .softLight, .difference,
    .exclusion, .color, .luminosity, .linearDodge, .linearLight, .pinLight, .phoenix, .average,
    .geometricMean, .interpolate, .grainMerge,
  ]

  /// Two pictures blended, composited, or one a matte of the other.
  mutating func composed(depth: Int) -> Image {
    let (top, bottom) = (image(depth: depth - 1), image(depth: depth - 1))
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      let modes = isComplete ? BlendMode.allCases : Self.smoothModes
      return top.blended(onto: bottom, mode: modes.randomElement(using: &random)!, opacity: share())
    case 1:
      return top.composited(onto: bottom, CompositeOperator.allCases.randomElement(using: &random)!)
    case 2:
      // Mixed as light; compared, by the curve that is not endlessly steep at black.
      let transfer: ColorTags.Transfer = isComplete ? .bt709 : .srgb
      return top.toLight(transfer).over(bottom.toLight(transfer)).toSignal(transfer)
    default:
      let channel = Image.MatteChannel.allCases.randomElement(using: &random)!
      return top.matted(by: bottom, channel: channel, inverted: Bool.random(using: &random))
    }
  }

  /// A picture in perspective, repeated, or fitted over its own blurred self.
  mutating func placed(depth: Int) -> Image {
    let box = Rect(x: 1, y: 2, width: number(3...20), height: number(3...14))
    let input = image(depth: depth - 1).cropped(to: box)
    let sampling = Image.Sampling.allCases.randomElement(using: &random)!
    func near(_ x: Double, _ y: Double) -> Point { Point(x + number(-6...6), y + number(-5...5)) }
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      let pinned = try? input.cornerPinned(
        topLeft: near(3, 2), topRight: near(28, 3), bottomRight: near(27, 16),
        bottomLeft: near(4, 17), sampling: sampling)
      return pinned ?? input
    case 1:
      let mode = Image.EdgeMode.allCases.randomElement(using: &random)!
      return input.tiled(mode).rotated(degrees: number(-90...90), about: .zero, sampling: sampling)
    default:
      let gravity = Gravity.allCases.randomElement(using: &random)!
      return input.fitted(into: Size(37, 21), .containBlur, gravity: gravity)
    }
  }

  /// A small frame, enlarged everywhere, in perspective: as the slow painter draws them.
  mutating func pinned() -> Image {
    let frame = Image(frame: .random(.rgba, 6, 4, .srgb, seed: random.next()))
    func near(_ x: Double, _ y: Double) -> Point { Point(x + number(-2...2), y + number(-2...2)) }
    let made = try? frame.cornerPinned(
      topLeft: near(2, 2), topRight: near(23, 1), bottomRight: near(21, 16),
      bottomLeft: near(3, 17), sampling: .bilinear)
    return made ?? frame
  }

  /// A rounded rectangle, an ellipse or a triangle, often feathered.
  mutating func shape() -> Image {
    let feather = Bool.random(using: &random) ? 0 : number(0.2...6)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return Image(shape: Path(rect: rect(), radius: number(0...4)), feather: feather)
    case 1: return Image(shape: Path(ellipseIn: rect()), feather: feather)
    default:
      let points = (0..<3).map { _ in Point(number(-4...26), number(-4...20)) }
      return Image(shape: Path(polygon: points), rule: .evenOdd, feather: feather)
    }
  }
}
