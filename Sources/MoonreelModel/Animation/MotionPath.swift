// SPDX-License-Identifier: MIT

import MoonreelCore

/// A path that something moves along, measured by its length: equal steps of progress are equal distances.
public struct MotionPath: Sendable {
  /// The path it was made of.
  public let path: Path
  /// Points close enough together to count as straight between them.
  private let points: [Point]
  /// The distance of each point from the first, along the path.
  private let lengths: [Double]

  /// The first outline of `path`.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where it has no length.
  public init(_ path: Path) throws {
    self.path = path
    points = Self.flattened(path)
    var lengths = [0.0]
    for (a, b) in zip(points, points.dropFirst()) {
      lengths.append(lengths[lengths.count - 1] + Self.distance(a, b))
    }
    self.lengths = lengths
    guard let last = lengths.last, last > 0, last.isFinite else {
      throw MoonreelError(.invalidArgument, "a motion path needs a line or a curve of some length")
    }
  }

  /// The length in pixels.
  public var length: Double { lengths[lengths.count - 1] }

  /// The point at `progress` (0…1, limited) of the length, and the direction of travel in degrees
  /// clockwise from rightwards.
  public func place(at progress: Double) -> (point: Point, headingDegrees: Double) {
    let wanted = min(1, max(0, progress)) * length
    var (low, high) = (0, lengths.count - 1)
    while low + 1 < high {
      let middle = (low + high) / 2
      if lengths[middle] <= wanted { low = middle } else { high = middle }
    }
    let (a, b) = (points[low], points[high])
    let piece = lengths[high] - lengths[low]
    let share = piece > 0 ? (wanted - lengths[low]) / piece : 0
    let heading = PortableMath.atan2(b.y - a.y, b.x - a.x) * 180 / .pi
    return (Point(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share), heading)
  }

  private static func distance(_ a: Point, _ b: Point) -> Double {
    ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
  }

  /// The first outline with each curve cut into 64 straight pieces; points that repeat are left out.
  private static func flattened(_ path: Path) -> [Point] {
    var points: [Point] = []
    func add(_ point: Point) { if points.last != point { points.append(point) } }
    func curve(_ at: (Double) -> Point) { for step in 1...64 { add(at(Double(step) / 64)) } }
    for element in path.elements {
      let from = points.last ?? .zero
      switch element {
      case .move(let point):
        if !points.isEmpty { return points }
        add(point)
      case .line(let point): add(point)
      case .quadratic(let handle, let end):
        curve { mix(mix(from, handle, $0), mix(handle, end, $0), $0) }
      case .cubic(let first, let second, let end):
        curve { s in
          let middle = mix(first, second, s)
          return mix(
            mix(mix(from, first, s), middle, s), mix(middle, mix(second, end, s), s), s)
        }
      case .close: if let start = points.first { add(start) }
      }
    }
    return points
  }

  private static func mix(_ a: Point, _ b: Point, _ share: Double) -> Point {
    Point(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
  }
}
