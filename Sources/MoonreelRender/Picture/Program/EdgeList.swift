// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore

/// The edges of a polygon on a grid of pixels, and how its coverage is found.
///
/// `@unchecked Sendable`: written once in `init`.
final class EdgeList: Hashable, @unchecked Sendable {
  private let edges: UnsafeMutablePointer<mr_edge>
  private let count: Int
  private let fillRule: Path.FillRule
  /// Pixels from nothing to all, across the outline; 0 for the exact area.
  private let feather: Double

  /// How many edges a polygon may have.
  static let limit = 100_000

  /// The closed outlines `polygons`.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) for too many edges.
  init(_ polygons: [[Point]], _ fillRule: Path.FillRule = .nonZero, feather: Double = 0) throws {
    let count = polygons.reduce(0) { $0 + $1.count }
    guard count <= Self.limit else {
      throw MoonreelError(
        .limitExceeded,
        "Cannot draw a path of \(count) edges: at most \(Self.limit) are possible. Use fewer points or curves."
      )
    }
    edges = .allocate(capacity: max(1, count))
    (self.count, self.fillRule, self.feather) = (count, fillRule, feather)
    var index = 0
    for polygon in polygons {
      for (point, next) in zip(polygon, polygon.dropFirst() + polygon.prefix(1)) {
        (edges + index).initialize(to: mr_edge(x0: point.x, y0: point.y, x1: next.x, y1: next.y))
        index += 1
      }
    }
  }

  deinit { edges.deallocate() }

  var encoded: mr_path {
    mr_path(
      edges: edges, count: Int32(count), evenOdd: fillRule == .evenOdd ? 1 : 0, feather: feather)
  }

  static func == (first: EdgeList, second: EdgeList) -> Bool { first === second }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
