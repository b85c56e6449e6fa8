// SPDX-License-Identifier: MIT

import MoonreelCore

// How much of a pixel lies inside a rectangle.
extension Lowering {
  /// The share of each pixel that `rect`, moved by the placement, covers: exact where the rectangle
  /// stays upright, the distance to the edge in pixels plus a half elsewhere.
  func coverage(of rect: Rect, _ placement: Placement) -> Value {
    let builder = builder(placement)
    guard let inverse = placement.map.inverted, !rect.isEmpty else { return builder.zero }
    let footprint = inverse.footprint
    let across = edges(
      Ramp.x(of: inverse), from: rect.minX, to: rect.maxX, footprint.x, placement)
    let down = edges(
      Ramp.y(of: inverse), from: rect.minY, to: rect.maxY, footprint.y, placement)
    let all = across + down
    if all.contains(.outside) { return builder.zero }
    let ramps = all.map(\.ramp)
    let seen = ramps.compactMap { $0 }
    if seen.count > 1, seen.contains(where: { $0.rate == .pixel }) { return builder.box(ramps) }
    return builder.mul(covering(across, builder), covering(down, builder))
  }

  /// How an edge lies to the pixels.
  private enum Edge: Equatable {
    /// All of them are inside.
    case inside
    /// None is.
    case outside
    case crossing(Ramp)

    var ramp: Ramp? { if case .crossing(let ramp) = self { ramp } else { nil } }
  }

  /// The low and the high edge along one axis.
  private func edges(
    _ position: Ramp, from low: Double, to high: Double, _ footprint: Double,
    _ placement: Placement
  ) -> [Edge] {
    [
      edge(position.scaled(1 / footprint, plus: 0.5 - low / footprint), placement),
      edge(position.scaled(-1 / footprint, plus: 0.5 + high / footprint), placement),
    ]
  }

  private func edge(_ ramp: Ramp, _ placement: Placement) -> Edge {
    let bounds = ramp.bounds(over: region(placement))
    if bounds.lowerBound >= 1 - 1e-9 { return .inside }
    return bounds.upperBound <= 1e-9 ? .outside : .crossing(ramp)
  }

  /// Coverage along one axis of the rectangle: nearness to the low edge plus nearness to the high
  /// edge less one, edges that cannot be seen left out.
  private func covering(_ edges: [Edge], _ builder: ProgramBuilder) -> Value {
    let seen = edges.compactMap { $0.ramp.map(builder.cover) }
    guard let first = seen.first else { return builder.one }
    return seen.count == 1 ? first : builder.sub(builder.add(first, seen[1]), builder.one)
  }

  func covered(_ value: PixelValue, by coverage: Value, _ placement: Placement) -> PixelValue {
    let builder = builder(placement)
    return value.map { builder.mul($0, coverage) }
  }
}
