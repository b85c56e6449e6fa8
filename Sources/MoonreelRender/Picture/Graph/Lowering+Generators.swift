// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// Pictures made from their coordinates: evaluated where they end up, never sampled.
extension Lowering {
  /// The values of `pattern`; noise must be moved by whole pixels, others are drawn under any map that
  /// leaves something of them.
  func generated(_ pattern: Image.Pattern, _ placement: Placement) throws -> PixelValue {
    let inverse = try Self.inverse(placement, "pattern")
    switch pattern {
    case .linearGradient(let from, let to, let stops):
      return linearGradient(from, to, stops, inverse, placement)
    case .radialGradient(let center, let radius, let stops):
      return radialGradient(center, radius, stops, inverse, placement)
    case .checker(let side, let first, let second):
      return checker(side, first, second, inverse, placement)
    case .noise(let seed): return noise(seed, placement)
    case .testCard(let size, let phase): return testCard(size, phase, inverse, placement)
    }
  }

  /// Whether `pattern` has values of its own for the pixels of the placement's grid.
  static func isReadInPlace(_ pattern: Image.Pattern, _ placement: Placement) -> Bool {
    if case .noise = pattern { placement.map.wholeTranslation != nil } else { true }
  }

  /// A colour multiplied by its alpha; zero and one are part of the structure.
  func constant(_ color: Color, _ builder: ProgramBuilder) -> PixelValue {
    PixelValue(builder.numbers(Self.premultiplied(color)))
  }

  static func premultiplied(_ color: Color) -> [Float] {
    let alpha = max(0, min(1, color.alpha))
    return [color.red * alpha, color.green * alpha, color.blue * alpha, alpha].map { Float($0) }
  }

  // MARK: Gradients

  private func linearGradient(
    _ from: Point, _ to: Point, _ stops: [Image.GradientStop], _ inverse: AffineTransform,
    _ placement: Placement
  ) -> PixelValue {
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    let square = dx * dx + dy * dy
    let builder = builder(placement)
    guard square > 0 else { return constant(stops.last?.color ?? .transparent, builder) }
    let along = Ramp.x(of: inverse).scaled(dx / square)
      .plus(Ramp.y(of: inverse).scaled(dy / square))
      .scaled(1, plus: -(from.x * dx + from.y * dy) / square)
    return gradient(
      stops, builder,
      rising: { start, span in
        builder.cover(along.scaled(1 / span, plus: -start / span))
      }, position: { builder.ramp(along) })
  }

  private func radialGradient(
    _ center: Point, _ radius: Double, _ stops: [Image.GradientStop], _ inverse: AffineTransform,
    _ placement: Placement
  ) -> PixelValue {
    let builder = builder(placement)
    guard radius > 0 else { return constant(stops.last?.color ?? .transparent, builder) }
    let x = builder.ramp(Ramp.x(of: inverse).scaled(1 / radius, plus: -center.x / radius))
    let y = builder.ramp(Ramp.y(of: inverse).scaled(1 / radius, plus: -center.y / radius))
    let distance = builder.emit(.squareRoot, builder.mad(y, y, builder.mul(x, x)))
    return gradient(
      stops, builder,
      rising: { start, span in
        builder.clamp(
          builder.mad(
            distance, builder.param(Float(1 / span)), builder.param(Float(-start / span))))
      }, position: { distance })
  }

  /// The first colour, plus the way to each next colour times how much of it has been gone.
  private func gradient(
    _ stops: [Image.GradientStop], _ builder: ProgramBuilder,
    rising: (Double, Double) -> Value, position: () -> Value
  ) -> PixelValue {
    guard let first = stops.first else { return constant(.transparent, builder) }
    var previous = first
    var components = constant(first.color, builder).components
    for next in stops.dropFirst() {
      let span = next.position - previous.position
      let weight: Value
      if span > 1e-9 {
        weight = rising(previous.position, span)
      } else {
        weight = builder.select(
          position(), builder.param(Float(next.position)), builder.one, builder.zero)
      }
      let (low, high) = (Self.premultiplied(previous.color), Self.premultiplied(next.color))
      let ways = builder.numbers(zip(low, high).map { $1 - $0 })
      components = zip(components, ways).map { builder.mad(weight, $1, $0) }
      previous = next
    }
    return PixelValue(components)
  }

  // MARK: Patterns

  private func checker(
    _ side: Double, _ first: Color, _ second: Color, _ inverse: AffineTransform,
    _ placement: Placement
  ) -> PixelValue {
    let builder = builder(placement)
    guard side > 0 else { return constant(first, builder) }
    let footprint = inverse.footprint
    let share = builder.source(
      .checker,
      .checker(
        u: Ramp.x(of: inverse).scaled(1 / side), v: Ramp.y(of: inverse).scaled(1 / side),
        width: max(1e-6, footprint.x / side), height: max(1e-6, footprint.y / side)))
    let (low, high) = (Self.premultiplied(first), Self.premultiplied(second))
    let starts = builder.numbers(low)
    let ways = builder.numbers(zip(low, high).map { $1 - $0 })
    return PixelValue(zip(starts, ways).map { builder.mad(share, $1, $0) })
  }

  private func noise(_ seed: UInt32, _ placement: Placement) -> PixelValue {
    let builder = builder(placement)
    let (x, y) = placement.map.wholeTranslation ?? (0, 0)
    let gray = builder.source(.noise, .noise(x: -x, y: -y, seed: seed))
    return PixelValue(gray, gray, gray, builder.one)
  }

  private func testCard(
    _ size: Size, _ phase: Double, _ inverse: AffineTransform, _ placement: Placement
  ) -> PixelValue {
    let builder = builder(placement)
    guard size.width > 0, size.height > 0 else { return nothing(placement) }
    let unit = 1 / size.height
    let footprint = inverse.footprint
    let shape = CardShape(
      u: Ramp.x(of: inverse).scaled(unit, plus: -size.width / 2 * unit),
      v: Ramp.y(of: inverse).scaled(unit, plus: -0.5), aspect: size.width * unit,
      pixel: (footprint.x + footprint.y) / 2 * unit, phase: phase - phase.rounded(.down))
    let colors = builder.results(builder.source(.card, .card(shape)))
    let rect = Rect(origin: .zero, size: size)
    let cover = placement.clamps ? builder.one : coverage(of: rect, placement)
    return covered(PixelValue(colors + [builder.one]), by: cover, placement)
  }
}
