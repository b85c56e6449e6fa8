// SPDX-License-Identifier: MIT

/// Outlines of straight lines and Bézier curves (`CGPath`); each outline counts as closed where an
/// area is meant.
public struct Path: Hashable, Sendable {
  /// One step of drawing.
  public enum Element: Hashable, Sendable {
    /// Begins an outline.
    case move(Point)
    /// A straight line.
    case line(Point)
    /// A Bézier curve of degree 2 to the second point.
    case quadratic(Point, Point)
    /// A Bézier curve of degree 3 to the third point.
    case cubic(Point, Point, Point)
    /// A line back to where the outline began.
    case close
  }

  /// What counts as inside where outlines overlap.
  public enum FillRule: String, Hashable, Sendable, CaseIterable {
    /// Where outlines go round more often one way than the other.
    case nonZero
    /// Where an odd number of outlines lies around.
    case evenOdd
  }

  /// The steps, in order.
  public var elements: [Element]

  /// The path of these steps.
  public init(_ elements: [Element] = []) { self.elements = elements }

  /// Straight lines from point to point and back.
  public init(polygon points: [Point]) {
    self.init(points.prefix(1).map { .move($0) } + points.dropFirst().map { .line($0) } + [.close])
  }

  /// A rectangle; its corners are quarter ellipses of `radius` pixels (at most half its sides).
  public init(rect: Rect, radius: Double = 0) {
    let (rx, ry) = (min(radius, rect.size.width / 2), min(radius, rect.size.height / 2))
    guard rx > 0, ry > 0 else {
      self.init(polygon: [
        rect.origin, Point(rect.maxX, rect.minY), Point(rect.maxX, rect.maxY),
        Point(rect.minX, rect.maxY),
      ])
      return
    }
    let (left, right) = (rect.minX + rx, rect.maxX - rx)
    let (top, bottom) = (rect.minY + ry, rect.maxY - ry)
    self.init([.move(Point(left, rect.minY)), .line(Point(right, rect.minY))])
    addQuarter(Point(right, top), Point(0, -ry), Point(rx, 0))
    elements.append(.line(Point(rect.maxX, bottom)))
    addQuarter(Point(right, bottom), Point(rx, 0), Point(0, ry))
    elements.append(.line(Point(left, rect.maxY)))
    addQuarter(Point(left, bottom), Point(0, ry), Point(-rx, 0))
    elements.append(.line(Point(rect.minX, top)))
    addQuarter(Point(left, top), Point(-rx, 0), Point(0, -ry))
    elements.append(.close)
  }

  /// The ellipse that touches the sides of `rect`.
  public init(ellipseIn rect: Rect) {
    self.init(rect: rect, radius: .infinity)
  }

  /// A quarter of an ellipse about `center` from `center + from` to `center + to`, as two curves:
  /// true to 5 millionths of the radius.
  private mutating func addQuarter(_ center: Point, _ from: Point, _ to: Point) {
    // 4/3 · tan(π/16), the handle of an eighth; √½.
    let (handle, diagonal) = (0.265_216_489_839_543_98, 0.707_106_781_186_547_52)
    func point(_ along: Double, _ across: Double) -> Point {
      Point(
        center.x + from.x * along + to.x * across, center.y + from.y * along + to.y * across)
    }
    let inner = diagonal * (1 - handle)
    let outer = diagonal * (1 + handle)
    elements += [
      .cubic(point(1, handle), point(outer, inner), point(diagonal, diagonal)),
      .cubic(point(inner, outer), point(handle, 1), point(0, 1)),
    ]
  }
}

extension Path {
  /// The smallest upright rectangle around all points and handles.
  public var bounds: Rect {
    let points = elements.flatMap(\.points)
    guard let first = points.first else { return .zero }
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    let (left, top) = (xs.min() ?? first.x, ys.min() ?? first.y)
    return Rect(
      x: left, y: top, width: (xs.max() ?? left) - left, height: (ys.max() ?? top) - top)
  }

  /// This path moved by `map`.
  public func transformed(by map: AffineTransform) -> Path {
    Path(
      elements.map { element in
        switch element {
        case .move(let point): .move(map.apply(to: point))
        case .line(let point): .line(map.apply(to: point))
        case .quadratic(let handle, let point):
          .quadratic(map.apply(to: handle), map.apply(to: point))
        case .cubic(let first, let second, let point):
          .cubic(map.apply(to: first), map.apply(to: second), map.apply(to: point))
        case .close: .close
        }
      })
  }

  /// The outlines as polygons that stay within `tolerance` pixels of the curves.
  public func polygons(tolerance: Double) -> [[Point]] {
    var (outlines, current): ([[Point]], [Point]) = ([], [])
    func last() -> Point { current.last ?? outlines.last?.first ?? .zero }
    for element in elements {
      let start = last()
      switch element {
      case .move(let point):
        if current.count > 1 { outlines.append(current) }
        current = [point]
      case .line(let point): current = (current.isEmpty ? [start] : current) + [point]
      case .quadratic(let handle, let point):
        let first = Self.between(start, handle, 2.0 / 3)
        let second = Self.between(point, handle, 2.0 / 3)
        current =
          (current.isEmpty ? [start] : current)
          + Self.curve(start, first, second, point, tolerance)
      case .cubic(let first, let second, let point):
        current =
          (current.isEmpty ? [start] : current)
          + Self.curve(start, first, second, point, tolerance)
      case .close:
        if current.count > 1 { outlines.append(current) }
        current = []
      }
    }
    return current.count > 1 ? outlines + [current] : outlines
  }

  private static func between(_ from: Point, _ to: Point, _ share: Double) -> Point {
    Point(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share)
  }

  /// The points after `start` of a cubic curve. A chord over 1/n of the parameter is at most
  /// |B″| / 8n² away, and |B″| is at most six times the larger second difference of the points.
  private static func curve(
    _ start: Point, _ first: Point, _ second: Point, _ end: Point, _ tolerance: Double
  ) -> [Point] {
    func bend(_ a: Point, _ b: Point, _ c: Point) -> Double {
      let (x, y) = (a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y)
      return (x * x + y * y).squareRoot()
    }
    let largest = max(bend(start, first, second), bend(first, second, end))
    let wanted = (0.75 * largest / tolerance).squareRoot().rounded(.up)
    let count = wanted.isFinite ? Int(max(1, min(1024, wanted))) : 1
    return (1...count).map { index in
      guard index < count else { return end }
      let t = Double(index) / Double(count)
      let s = 1 - t
      let (w0, w1, w2, w3) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
      return Point(
        w0 * start.x + w1 * first.x + w2 * second.x + w3 * end.x,
        w0 * start.y + w1 * first.y + w2 * second.y + w3 * end.y)
    }
  }
}

extension Path.Element {
  /// Its points and handles.
  fileprivate var points: [Point] {
    switch self {
    case .move(let point), .line(let point): [point]
    case .quadratic(let handle, let point): [handle, point]
    case .cubic(let first, let second, let point): [first, second, point]
    case .close: []
    }
  }
}
