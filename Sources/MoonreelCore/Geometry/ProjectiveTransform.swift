// SPDX-License-Identifier: MIT

/// A map of the plane that keeps lines straight, as a camera sees a flat picture.
///
///     w  = p·x + q·y + r
///     x' = (a·x + c·y + tx) / w
///     y' = (b·x + d·y + ty) / w
///
/// Points with w at or below 0 lie behind the camera and go nowhere.
public struct ProjectiveTransform: Hashable, Sendable {
  /// x' · w per x.
  public var a: Double
  /// y' · w per x.
  public var b: Double
  /// w per x.
  public var p: Double
  /// x' · w per y.
  public var c: Double
  /// y' · w per y.
  public var d: Double
  /// w per y.
  public var q: Double
  /// x' · w at the origin.
  public var tx: Double
  /// y' · w at the origin.
  public var ty: Double
  /// w at the origin.
  public var r: Double

  /// The map that does what `map` does.
  public init(_ map: AffineTransform) {
    (a, b, p) = (map.a, map.b, 0)
    (c, d, q) = (map.c, map.d, 0)
    (tx, ty, r) = (map.tx, map.ty, 1)
  }

  /// The map of `rect`'s corners to four points (P. Heckbert, "Fundamentals of Texture Mapping and
  /// Image Warping", 1989); `nil` where the points, in this order, are not the corners of a convex
  /// quadrilateral, or the rectangle is empty.
  public init?(
    from rect: Rect, topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point
  ) {
    guard !rect.isEmpty else { return nil }
    let (first, second) = (
      Point(topRight.x - bottomRight.x, topRight.y - bottomRight.y),
      Point(bottomLeft.x - bottomRight.x, bottomLeft.y - bottomRight.y)
    )
    let sum = Point(
      topLeft.x - topRight.x + bottomRight.x - bottomLeft.x,
      topLeft.y - topRight.y + bottomRight.y - bottomLeft.y)
    let determinant = first.x * second.y - second.x * first.y
    guard determinant != 0, determinant.isFinite else { return nil }
    let g = (sum.x * second.y - second.x * sum.y) / determinant
    let h = (first.x * sum.y - sum.x * first.y) / determinant
    self.init(.identity)
    (a, b, p) = (
      topRight.x - topLeft.x + g * topRight.x, topRight.y - topLeft.y + g * topRight.y, g
    )
    (c, d, q) = (
      bottomLeft.x - topLeft.x + h * bottomLeft.x, bottomLeft.y - topLeft.y + h * bottomLeft.y, h
    )
    (tx, ty) = (topLeft.x, topLeft.y)
    // In front of the camera everywhere, and not flat: convex.
    guard 1 + g > 1e-9, 1 + h > 1e-9, 1 + g + h > 1e-9, inverted != nil else { return nil }
    let unit = AffineTransform(translationX: -rect.minX, y: -rect.minY)
      .followed(by: AffineTransform(scaleX: 1 / rect.size.width, y: 1 / rect.size.height))
    self = ProjectiveTransform(unit).followed(by: self)
  }

  /// The map that applies `self` first, then `next`.
  public func followed(by next: ProjectiveTransform) -> ProjectiveTransform {
    var result = next
    (result.a, result.b, result.p) = next.homogeneous(a, b, p)
    (result.c, result.d, result.q) = next.homogeneous(c, d, q)
    (result.tx, result.ty, result.r) = next.homogeneous(tx, ty, r)
    return result
  }

  /// Where the point (`x` / `w`, `y` / `w`) goes, all three multiplied by the new w.
  public func homogeneous(_ x: Double, _ y: Double, _ w: Double) -> (Double, Double, Double) {
    (a * x + c * y + tx * w, b * x + d * y + ty * w, p * x + q * y + r * w)
  }

  /// Where `point` goes; `nil` behind the camera.
  public func apply(to point: Point) -> Point? {
    let (x, y, w) = homogeneous(point.x, point.y, 1)
    return w > 0 ? Point(x / w, y / w) : nil
  }

  /// The map back, or `nil` where this one flattens the plane.
  public var inverted: ProjectiveTransform? {
    let cofactors = (d * r - q * ty, q * tx - c * r, c * ty - d * tx)
    let determinant = a * cofactors.0 + b * cofactors.1 + p * cofactors.2
    guard determinant != 0, determinant.isFinite else { return nil }
    var inverse = self
    (inverse.a, inverse.c, inverse.tx) = (
      (d * r - q * ty) / determinant, (q * tx - c * r) / determinant,
      (c * ty - d * tx) / determinant
    )
    (inverse.b, inverse.d, inverse.ty) = (
      (p * ty - b * r) / determinant, (a * r - p * tx) / determinant,
      (b * tx - a * ty) / determinant
    )
    (inverse.p, inverse.q, inverse.r) = (
      (b * q - p * d) / determinant, (p * c - a * q) / determinant, (a * d - b * c) / determinant
    )
    return inverse.isFinite ? inverse : nil
  }

  /// Whether every coefficient is a finite number.
  public var isFinite: Bool { [a, b, p, c, d, q, tx, ty, r].allSatisfy(\.isFinite) }

  /// The same map where it is affine.
  public var affine: AffineTransform? {
    guard p == 0, q == 0, r != 0 else { return nil }
    return AffineTransform(a: a / r, b: b / r, c: c / r, d: d / r, tx: tx / r, ty: ty / r)
  }

  /// The smallest upright rectangle around the image of `rect`; `nil` where a part of it lies behind
  /// the camera.
  public func boundingBox(of rect: Rect) -> Rect? {
    let corners = [
      Point(rect.minX, rect.minY), Point(rect.maxX, rect.minY), Point(rect.minX, rect.maxY),
      Point(rect.maxX, rect.maxY),
    ].map(apply)
    guard corners.allSatisfy({ $0 != nil }) else { return nil }
    let (xs, ys) = (corners.map { $0?.x ?? 0 }, corners.map { $0?.y ?? 0 })
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    return Rect(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
  }
}
