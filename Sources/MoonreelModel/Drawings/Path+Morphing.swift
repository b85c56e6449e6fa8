// SPDX-License-Identifier: MIT

import MoonreelCore

extension Path: Interpolatable {
  /// The path between `self` (at 0) and `other` (at 1), point by point and handle by handle. Between paths that
  /// have a ``difference(from:)``, `self` until the end.
  public func interpolated(to other: Path, _ amount: Double) -> Path {
    guard difference(from: other) == nil else { return amount < 1 ? self : other }
    return Path(zip(elements, other.elements).map { $0.interpolated(to: $1, amount) })
  }

  /// Where the steps of `other` and of this path are not of the same kinds, in words; `nil` where they are.
  public func difference(from other: Path) -> String? {
    let pairs = zip(other.elements, elements).enumerated()
    if let (index, (a, b)) = pairs.first(where: { $1.0.kind != $1.1.kind }) {
      return "step \(index + 1) is \(a.kind) in one and \(b.kind) in the other"
    }
    guard elements.count != other.elements.count else { return nil }
    return "one has \(other.elements.count) steps, the other \(elements.count)"
  }

  /// Whether all its points are finite.
  public var isFinite: Bool {
    let bounds = bounds
    return [bounds.minX, bounds.minY, bounds.maxX, bounds.maxY].allSatisfy(\.isFinite)
  }
}

extension Path.Element {
  /// What it is, in words.
  fileprivate var kind: String {
    switch self {
    case .move: "a move"
    case .line: "a line"
    case .quadratic: "a curve with one handle"
    case .cubic: "a curve with two handles"
    case .close: "a close"
    }
  }

  fileprivate func interpolated(to other: Self, _ amount: Double) -> Self {
    func mix(_ a: Point, _ b: Point) -> Point { a.interpolated(to: b, amount) }
    switch (self, other) {
    case (.move(let a), .move(let b)): return .move(mix(a, b))
    case (.line(let a), .line(let b)): return .line(mix(a, b))
    case (.quadratic(let a, let b), .quadratic(let c, let d)):
      return .quadratic(mix(a, c), mix(b, d))
    case (.cubic(let a, let b, let c), .cubic(let d, let e, let f)):
      return .cubic(mix(a, d), mix(b, e), mix(c, f))
    default: return self
    }
  }
}

extension Point: Interpolatable {
  /// The point between `self` (at 0) and `other` (at 1).
  public func interpolated(to other: Point, _ amount: Double) -> Point {
    Point(x.interpolated(to: other.x, amount), y.interpolated(to: other.y, amount))
  }

  /// Whether both coordinates are finite.
  public var isFinite: Bool { x.isFinite && y.isFinite }
}
