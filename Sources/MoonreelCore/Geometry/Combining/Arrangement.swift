// SPDX-License-Identifier: MIT

/// Lines that meet at their ends only, and how often each area's outline goes round what lies beside them.
struct Arrangement {
  /// All lines between two points as one, from the lower to the higher in the order of the grid.
  private struct Edge {
    let low: GridPoint, high: GridPoint
    /// For each area, how many of its lines go from low to high, less those that go back.
    var passes: [Int]
  }

  private let edges: [Edge]

  init(_ segments: [GridSegment], areaCount: Int) {
    var positions: [[GridPoint]: Int] = [:]
    var edges: [Edge] = []
    for segment in segments {
      let isUpward = segment.start < segment.end
      let ends = isUpward ? [segment.start, segment.end] : [segment.end, segment.start]
      let position = positions[ends] ?? edges.count
      if position == edges.count {
        positions[ends] = position
        let none = [Int](repeating: 0, count: areaCount)
        edges.append(Edge(low: ends[0], high: ends[1], passes: none))
      }
      edges[position].passes[segment.area] += isUpward ? 1 : -1
    }
    self.edges = edges.filter { $0.passes.contains { $0 != 0 } }
  }

  /// The edges with what `isInside` (given how often each area's outline goes round a place, clockwise less
  /// counterclockwise) says to be inside on one side only: from start to end, the inside on the right.
  func boundary(_ isInside: ([Int]) -> Bool) -> [(start: GridPoint, end: GridPoint)] {
    let index = EdgeIndex(edges.map { ($0.low, $0.high) })
    return edges.indices.compactMap { position in
      let edge = edges[position]
      let beyond = windings(beyond: position, index)
      let near = zip(beyond, edge.passes).map { $0 + $1 }
      let (isInsideNear, isInsideBeyond) = (isInside(near), isInside(beyond))
      guard isInsideNear != isInsideBeyond else { return nil }
      return isInsideNear ? (edge.low, edge.high) : (edge.high, edge.low)
    }
  }

  /// How often each area's outline goes round the place beside the middle of an edge: on its right, of a level
  /// edge above it. There a ray goes on to the right, or upwards, and counts what it crosses.
  private func windings(beyond position: Int, _ index: EdgeIndex) -> [Int] {
    var windings = [Int](repeating: 0, count: edges[position].passes.count)
    let own = edges[position]
    let isLevel = own.low.y == own.high.y
    // In coordinates twice as fine the middle is a point of the grid.
    let middle = GridPoint(x: own.low.x + own.high.x, y: own.low.y + own.high.y)
    for candidate in index.candidates(at: middle, isLevel: isLevel) where candidate != position {
      let other = edges[candidate]
      let (low, high) = (other.low.doubled, other.high.doubled)
      let sign =
        isLevel ? Self.crossing(up: middle, low, high) : Self.crossing(right: middle, low, high)
      guard sign != 0 else { continue }
      for area in windings.indices { windings[area] += sign * other.passes[area] }
    }
    return windings
  }

  /// 1 where the way from `low` to `high` crosses the ray from `place` to the right: it leads down.
  private static func crossing(right place: GridPoint, _ low: GridPoint, _ high: GridPoint) -> Int {
    guard low.y <= place.y, place.y < high.y else { return 0 }
    return place.turn(from: low, to: high) > 0 ? 1 : 0
  }

  /// 1 where the way from `low` to `high` crosses the ray from `place` upwards to the right, −1 to the left.
  private static func crossing(up place: GridPoint, _ low: GridPoint, _ high: GridPoint) -> Int {
    let (left, right) = low.x < high.x ? (low, high) : (high, low)
    guard left.x <= place.x, place.x < right.x, place.turn(from: left, to: right) > 0 else {
      return 0
    }
    return low.x < high.x ? 1 : -1
  }
}

/// Which edges a ray may meet: those that share a stripe of the plane with it.
private struct EdgeIndex {
  private let (rows, columns): (Stripes, Stripes)

  init(_ edges: [(low: GridPoint, high: GridPoint)]) {
    rows = Stripes(edges.map { $0.low.y...$0.high.y })
    columns = Stripes(edges.map { min($0.low.x, $0.high.x)...max($0.low.x, $0.high.x) })
  }

  /// The edges that a ray from `place`, in coordinates twice as fine, may meet: upwards or to the right.
  func candidates(at place: GridPoint, isLevel: Bool) -> [Int] {
    isLevel ? columns.members(at: place.x >> 1) : rows.members(at: place.y >> 1)
  }
}

/// Ranges by the stripes of equal width that they touch.
private struct Stripes {
  private var members: [[Int]] = []
  private var (start, width): (Int64, Int64) = (0, 1)

  init(_ ranges: [ClosedRange<Int64>]) {
    guard let low = ranges.map(\.lowerBound).min(), let high = ranges.map(\.upperBound).max() else {
      return
    }
    let count = Int64(max(1, min(512, ranges.count)))
    (start, width) = (low, (high - low) / count + 1)
    members = Array(repeating: [], count: Int(count))
    for (index, range) in ranges.enumerated() {
      for stripe in stripe(range.lowerBound)...stripe(range.upperBound) {
        members[stripe].append(index)
      }
    }
  }

  private func stripe(_ place: Int64) -> Int { Int((place - start) / width) }

  func members(at place: Int64) -> [Int] { members[stripe(place)] }
}

extension GridPoint {
  fileprivate var doubled: GridPoint { GridPoint(x: 2 * x, y: 2 * y) }
}
