// SPDX-License-Identifier: MIT

/// A cubic Bézier curve from (0, 0) to (1, 1) as a function of x (CSS Easing Functions Level 1).
public struct CubicBezier: Hashable, Sendable {
  /// The first control point.
  public let first: Point
  /// The second control point.
  public let second: Point

  /// The curve with the control points (`x1`, `y1`) and (`x2`, `y2`).
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where a number is not finite or x is not 0…1: the curve
  ///   would not be a function of x.
  public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) throws {
    guard [x1, y1, x2, y2].allSatisfy(\.isFinite), (0...1).contains(x1), (0...1).contains(x2) else {
      throw MoonreelError(
        .invalidArgument,
        "a Bezier timing needs x from 0 to 1 and finite y, got (\(x1), \(y1)) and (\(x2), \(y2))")
    }
    (first, second) = (Point(x1, y1), Point(x2, y2))
  }

  /// The y that belongs to `x` (0…1), to within 1e-12.
  public func value(at x: Double) -> Double {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    return Self.polynomial(first.y, second.y, parameter(at: x))
  }

  /// The curve's parameter at `x`, by Newton's method within a shrinking bracket.
  private func parameter(at x: Double) -> Double {
    var (low, high, s) = (0.0, 1.0, x)
    for _ in 0..<80 {
      let miss = Self.polynomial(first.x, second.x, s) - x
      if abs(miss) < 1e-14 { break }
      if miss > 0 { high = s } else { low = s }
      let next = s - miss / Self.slope(first.x, second.x, s)
      s = next > low && next < high ? next : (low + high) / 2
    }
    return s
  }

  private static func polynomial(_ a: Double, _ b: Double, _ s: Double) -> Double {
    ((1 - 3 * b + 3 * a) * s + (3 * b - 6 * a)) * s * s + 3 * a * s
  }

  private static func slope(_ a: Double, _ b: Double, _ s: Double) -> Double {
    (3 * (1 - 3 * b + 3 * a) * s + 2 * (3 * b - 6 * a)) * s + 3 * a
  }
}
