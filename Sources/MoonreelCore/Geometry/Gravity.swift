// SPDX-License-Identifier: MIT

/// One of nine points of a rectangle: where something is fastened.
public enum Gravity: String, Hashable, Sendable, CaseIterable {
  case topLeft, top, topRight, left, center, right, bottomLeft, bottom, bottomRight

  /// Shares of the way from left to right and from top to bottom: 0, ½ or 1.
  public var shares: (x: Double, y: Double) {
    switch self {
    case .topLeft: (0, 0)
    case .top: (0.5, 0)
    case .topRight: (1, 0)
    case .left: (0, 0.5)
    case .center: (0.5, 0.5)
    case .right: (1, 0.5)
    case .bottomLeft: (0, 1)
    case .bottom: (0.5, 1)
    case .bottomRight: (1, 1)
    }
  }

  /// The one whose shares of the way are nearest to `x` and `y`.
  public init(x: Double, y: Double) {
    let column = x < 0.25 ? 0 : x > 0.75 ? 2 : 1
    let row = y < 0.25 ? 0 : y > 0.75 ? 2 : 1
    self = Self.allCases[3 * row + column]
  }

  /// The point of `rect`.
  public func point(in rect: Rect) -> Point {
    Point(
      rect.minX + rect.size.width * shares.x, rect.minY + rect.size.height * shares.y)
  }
}

extension AffineTransform {
  /// This map with `anchor` in place of the origin.
  public func about(_ anchor: Point) -> AffineTransform {
    AffineTransform(translationX: -anchor.x, y: -anchor.y).followed(by: self)
      .followed(by: AffineTransform(translationX: anchor.x, y: anchor.y))
  }

  /// A slant: vertical lines lean right downwards by `x` degrees, horizontal ones down rightwards by
  /// `y` degrees.
  public init(skewXDegrees x: Double, yDegrees y: Double) {
    func tangent(_ degrees: Double) -> Double {
      let (sine, cosine) = Trigonometry.sineAndCosine(degrees: degrees)
      return sine / cosine
    }
    self.init(a: 1, b: tangent(y), c: tangent(x), d: 1, tx: 0, ty: 0)
  }
}
