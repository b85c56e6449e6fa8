// SPDX-License-Identifier: MIT

import MoonreelCore

/// Which units of a title an animator moves and how much, by a stretch of the line on which they stand in the
/// order in which they begin: 0 is before the first, 1 behind the last. The stretch may move.
public struct RangeSelector: Sendable {
  /// How much of the state the units within the stretch show.
  public enum Shape: String, Hashable, Sendable, CaseIterable {
    /// All of it; units on its edges as much as they lie within.
    case square
    /// From nothing to all, and all behind it.
    case rampUp
    /// From all to nothing, and all before it.
    case rampDown
    /// Most in the middle, by straight lines.
    case triangle
    /// Most in the middle, by an arc.
    case round
    /// Most in the middle, slow at both ends.
    case smooth
  }

  /// Where the stretch begins.
  public var start = Animated.constant(0.0)
  /// Where it ends.
  public var stop = Animated.constant(1.0)
  /// How far both are moved on.
  public var offset = Animated.constant(0.0)
  /// How much units within it show.
  public var shape = Shape.square

  /// All units, all of the state.
  public init() {}

  /// How much of the state each of `count` units shows at `time`, by its place in the order: 0…1.
  ///
  /// - Throws: what an expression throws.
  public func amounts(count: Int, at time: Time) throws -> [Double] {
    let shift = try offset.value(at: time)
    let ends = [try start.value(at: time) + shift, try stop.value(at: time) + shift]
    let (from, to) = (min(ends[0], ends[1]), max(ends[0], ends[1]))
    return (0..<count).map { place in
      let cell = (Double(place) / Double(count), Double(place + 1) / Double(count))
      guard shape != .square else {
        return max(0, min(to, cell.1) - max(from, cell.0)) * Double(count)
      }
      let middle = (cell.0 + cell.1) / 2
      return shape.amount(to > from ? (middle - from) / (to - from) : middle < from ? -1 : 2)
    }
  }
}

extension RangeSelector.Shape {
  /// How much is shown at `place` of the stretch, 0 being its start and 1 its end.
  fileprivate func amount(_ place: Double) -> Double {
    let inside = min(1, max(0, place))
    let triangle = 1 - abs(2 * inside - 1)
    switch self {
    case .square: return place >= 0 && place <= 1 ? 1 : 0
    case .rampUp: return inside
    case .rampDown: return 1 - inside
    case .triangle: return triangle
    case .round: return (1 - (2 * inside - 1) * (2 * inside - 1)).squareRoot()
    case .smooth: return triangle * triangle * (3 - 2 * triangle)
    }
  }
}
