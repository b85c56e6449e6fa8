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
    let across = covering(
      Ramp.x(of: inverse), from: rect.minX, to: rect.maxX, footprint.x, placement)
    let down = covering(
      Ramp.y(of: inverse), from: rect.minY, to: rect.maxY, footprint.y, placement)
    return builder.mul(across, down)
  }

  /// Coverage along one axis of the rectangle: nearness to the low edge plus nearness to the high
  /// edge less one, edges that cannot be seen left out.
  private func covering(
    _ position: Ramp, from low: Double, to high: Double, _ footprint: Double,
    _ placement: Placement
  ) -> Value {
    let builder = builder(placement)
    let entering = position.scaled(1 / footprint, plus: 0.5 - low / footprint)
    let leaving = position.scaled(-1 / footprint, plus: 0.5 + high / footprint)
    let (first, second) = (edge(entering, placement), edge(leaving, placement))
    if builder.number(first) == 0 || builder.number(second) == 0 { return builder.zero }
    if builder.number(first) == 1 { return second }
    if builder.number(second) == 1 { return first }
    return builder.sub(builder.add(first, second), builder.one)
  }

  private func edge(_ ramp: Ramp, _ placement: Placement) -> Value {
    let builder = builder(placement)
    let bounds = ramp.bounds(over: region(placement))
    if bounds.lowerBound >= 1 - 1e-9 { return builder.one }
    if bounds.upperBound <= 1e-9 { return builder.zero }
    return builder.cover(ramp)
  }

  func covered(_ value: PixelValue, by coverage: Value, _ placement: Placement) -> PixelValue {
    let builder = builder(placement)
    return value.map { builder.mul($0, coverage) }
  }
}
