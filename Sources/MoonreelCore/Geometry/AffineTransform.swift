// SPDX-License-Identifier: MIT

/// A map of the plane that keeps lines straight and parallel (`CGAffineTransform`).
///
///     x' = a·x + c·y + tx
///     y' = b·x + d·y + ty
///
/// With y downwards, positive rotations turn clockwise on screen.
public struct AffineTransform: Hashable, Codable, Sendable {
  /// x' per x.
  public var a: Double
  /// y' per x.
  public var b: Double
  /// x' per y.
  public var c: Double
  /// y' per y.
  public var d: Double
  /// Pixels moved right.
  public var tx: Double
  /// Pixels moved down.
  public var ty: Double

  /// The map that moves nothing.
  public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// The map with these coefficients.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// A move by (`x`, `y`) pixels.
  public init(translationX x: Double, y: Double) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// A scaling about the origin.
  public init(scaleX x: Double, y: Double) {
    self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// A turn about the origin, clockwise on screen; exact at multiples of 90 degrees.
  public init(rotationDegrees degrees: Double) {
    let (sine, cosine) = Trigonometry.sineAndCosine(degrees: degrees)
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// The map that applies `self` first, then `next`.
  public func followed(by next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b,
      c: next.a * c + next.c * d, d: next.b * c + next.d * d,
      tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty)
  }

  /// The area of the unit square's image, negative where the map mirrors.
  public var determinant: Double { a * d - b * c }

  /// The map back, or `nil` where this one flattens the plane.
  public var inverted: AffineTransform? {
    let determinant = determinant
    guard determinant != 0, determinant.isFinite else { return nil }
    let (ia, ib, ic, id) = (d / determinant, -b / determinant, -c / determinant, a / determinant)
    let inverse = AffineTransform(
      a: ia, b: ib, c: ic, d: id, tx: -(ia * tx + ic * ty), ty: -(ib * tx + id * ty))
    return inverse.isFinite ? inverse : nil
  }

  /// Where `point` goes.
  public func apply(to point: Point) -> Point {
    Point(a * point.x + c * point.y + tx, b * point.x + d * point.y + ty)
  }

  /// The smallest upright rectangle around the image of `rect`.
  public func boundingBox(of rect: Rect) -> Rect {
    var low = apply(to: Point(rect.minX, rect.minY))
    var high = low
    func include(_ x: Double, _ y: Double) {
      let corner = apply(to: Point(x, y))
      if corner.x < low.x { low.x = corner.x }
      if corner.y < low.y { low.y = corner.y }
      if high.x < corner.x { high.x = corner.x }
      if high.y < corner.y { high.y = corner.y }
    }
    include(rect.maxX, rect.minY)
    include(rect.minX, rect.maxY)
    include(rect.maxX, rect.maxY)
    return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  /// The map between `self` (at 0) and `other` (at 1), coefficient by coefficient, as
  /// AVFoundation's transform ramps interpolate.
  public func interpolated(to other: AffineTransform, _ amount: Double) -> AffineTransform {
    if amount == 1 { return other }
    func mix(_ from: Double, _ to: Double) -> Double { from + (to - from) * amount }
    return AffineTransform(
      a: mix(a, other.a), b: mix(b, other.b), c: mix(c, other.c), d: mix(d, other.d),
      tx: mix(tx, other.tx), ty: mix(ty, other.ty))
  }

  /// Whether every coefficient is a finite number.
  public var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }
}
