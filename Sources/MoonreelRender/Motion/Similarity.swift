// SPDX-License-Identifier: MIT

import MoonreelCore

/// A map of the plane that moves, turns and scales, about the middle of a picture.
///
///     x' = a·x - b·y + tx
///     y' = b·x + a·y + ty
package struct Similarity: Hashable, Sendable {
  /// Scale times the cosine of the angle.
  package var a = 1.0
  /// Scale times the sine of the angle, which is clockwise on screen.
  package var b = 0.0
  /// Pixels moved right.
  package var tx = 0.0
  /// Pixels moved down.
  package var ty = 0.0

  /// The map that moves nothing.
  package static let identity = Similarity()

  /// The map with these coefficients.
  package init(a: Double = 1, b: Double = 0, tx: Double = 0, ty: Double = 0) {
    (self.a, self.b, self.tx, self.ty) = (a, b, tx, ty)
  }

  /// The map that applies `self` first, then `next`.
  package func followed(by next: Similarity) -> Similarity {
    Similarity(
      a: next.a * a - next.b * b, b: next.b * a + next.a * b,
      tx: next.a * tx - next.b * ty + next.tx, ty: next.b * tx + next.a * ty + next.ty)
  }

  /// The map back.
  package var inverted: Similarity {
    let square = a * a + b * b
    let (ia, ib) = (a / square, -b / square)
    return Similarity(a: ia, b: ib, tx: -(ia * tx - ib * ty), ty: -(ib * tx + ia * ty))
  }

  /// Where `point` goes.
  package func apply(to point: Point) -> Point {
    Point(a * point.x - b * point.y + tx, b * point.x + a * point.y + ty)
  }

  /// The map between `self` (at 0) and `other` (at 1), coefficient by coefficient.
  package func interpolated(to other: Similarity, _ amount: Double) -> Similarity {
    func mix(_ from: Double, _ to: Double) -> Double { from + (to - from) * amount }
    return Similarity(
      a: mix(a, other.a), b: mix(b, other.b), tx: mix(tx, other.tx), ty: mix(ty, other.ty))
  }

  /// Degrees by which it turns, clockwise.
  package var degrees: Double { PortableMath.atan2(b, a) * 180 / .pi }

  /// The factor by which it scales.
  package var scale: Double { (a * a + b * b).squareRoot() }
}

extension Similarity {
  /// The map that brings points nearest to where they went, in the sense of least squares; `nil` where they all lie in one
  /// place.
  init?(fitting pairs: [PointPair]) {
    guard pairs.count > 1 else { return nil }
    let share = 1 / Double(pairs.count)
    var (from, to) = (Point.zero, Point.zero)
    for pair in pairs {
      (from.x, from.y) = (from.x + pair.from.x * share, from.y + pair.from.y * share)
      (to.x, to.y) = (to.x + pair.to.x * share, to.y + pair.to.y * share)
    }
    var (dot, cross, square) = (0.0, 0.0, 0.0)
    for pair in pairs {
      let (x, y) = (pair.from.x - from.x, pair.from.y - from.y)
      let (u, v) = (pair.to.x - to.x, pair.to.y - to.y)
      dot += x * u + y * v
      cross += x * v - y * u
      square += x * x + y * y
    }
    guard square > 1, dot != 0 || cross != 0 else { return nil }
    let (a, b) = (dot / square, cross / square)
    self.init(
      a: a, b: b, tx: to.x - (a * from.x - b * from.y), ty: to.y - (b * from.x + a * from.y))
  }

  /// How far beside its place a pair's second point lies, squared.
  func squaredError(_ pair: PointPair) -> Double {
    let (x, y) = (
      a * pair.from.x - b * pair.from.y + tx - pair.to.x,
      b * pair.from.x + a * pair.from.y + ty - pair.to.y
    )
    return x * x + y * y
  }
}
