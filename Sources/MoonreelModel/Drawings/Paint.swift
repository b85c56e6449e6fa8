// SPDX-License-Identifier: MIT

import MoonreelCore

/// What letters and shapes are filled with.
public enum Paint: Hashable, Sendable {
  /// One colour.
  case color(Color)
  /// Colours along a line between two points of the box; held beyond both ends.
  case linear(from: RelativePosition, to: RelativePosition, stops: [Image.GradientStop])
  /// Colours from a point of the box outwards; `radius` may be a share of the box's longer side.
  case radial(center: RelativePosition, radius: RelativeLength, stops: [Image.GradientStop])
  /// White, in whose place picture `index` of those that go with a description is laid. One that is taken for
  /// opaque hides what lies under it.
  case stencil(index: Int, isOpaque: Bool)

  /// Whether nothing shows through.
  public var isOpaque: Bool {
    switch self {
    case .color(let color): color.alpha >= 1
    case .linear(_, _, let stops), .radial(_, _, let stops):
      stops.allSatisfy { $0.color.alpha >= 1 }
    case .stencil(_, let isOpaque): isOpaque
    }
  }
}

/// A position in a rectangle whose size is known later.
public struct RelativePosition: Hashable, Sendable {
  /// From the left edge.
  public var x: RelativeLength
  /// From the top edge.
  public var y: RelativeLength

  /// The position (`x`, `y`).
  public init(x: RelativeLength, y: RelativeLength) { (self.x, self.y) = (x, y) }

  /// The point of `rect`.
  public func point(in rect: Rect) -> Point {
    Point(
      rect.minX + x.resolved(in: rect.size.width), rect.minY + y.resolved(in: rect.size.height))
  }
}
