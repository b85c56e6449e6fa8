// SPDX-License-Identifier: MIT

/// A point on a grid of 1/1024 pixel: what is found out of such points is exact.
struct GridPoint: Hashable, Comparable {
  /// Coordinates in grid steps, at most 2²⁷ from the origin.
  let x: Int64, y: Int64

  static let stepsPerPixel = 1024.0

  /// The nearest to `point`; `nil` where it lies too far away.
  init?(_ point: Point) {
    guard max(abs(point.x), abs(point.y)) <= Path.farthestCombined else { return nil }
    x = Int64(limiting: (point.x * Self.stepsPerPixel).rounded())
    y = Int64(limiting: (point.y * Self.stepsPerPixel).rounded())
  }

  init(x: Int64, y: Int64) { (self.x, self.y) = (x, y) }

  /// The same place in pixels.
  var point: Point { Point(Double(x) / Self.stepsPerPixel, Double(y) / Self.stepsPerPixel) }

  static func < (a: GridPoint, b: GridPoint) -> Bool { (a.y, a.x) < (b.y, b.x) }

  /// Twice the area of the triangle from `a` over `b` to this point, above 0 where it lies to the right of
  /// the way from `a` to `b`.
  func turn(from a: GridPoint, to b: GridPoint) -> Int64 {
    (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)
  }
}

/// A straight line between two points of the grid.
struct GridSegment: Hashable {
  let start: GridPoint, end: GridPoint
  /// Which path it belongs to.
  let area: Int

  init(_ start: GridPoint, _ end: GridPoint, area: Int) {
    (self.start, self.end, self.area) = (start, end, area)
  }

  private var minX: Int64 { min(start.x, end.x) }
  private var maxX: Int64 { max(start.x, end.x) }
  private var minY: Int64 { min(start.y, end.y) }
  private var maxY: Int64 { max(start.y, end.y) }

  // MARK: Noding

  /// `segments` cut where they meet, until they meet at their ends only.
  ///
  /// A cut is rounded to the grid, which may lead a line over another one nearby: what results is looked at
  /// again. Lines get shorter each time; those that lie near each other soon lie on each other.
  static func noded(_ segments: [GridSegment]) -> [GridSegment] {
    var current = segments
    for _ in 0..<16 {
      let cuts = cuts(of: current)
      guard cuts.contains(where: { !$0.isEmpty }) else { break }
      current = zip(current, cuts).flatMap { $0.cut(at: $1) }
    }
    return current
  }

  /// For each segment, the points within it where others touch or cross it.
  private static func cuts(of segments: [GridSegment]) -> [[GridPoint]] {
    var cuts = [[GridPoint]](repeating: [], count: segments.count)
    var active: [Int] = []
    for index in segments.indices.sorted(by: { segments[$0].minY < segments[$1].minY }) {
      let segment = segments[index]
      active.removeAll { segments[$0].maxY < segment.minY }
      for other in active
      where segments[other].minX <= segment.maxX && segments[other].maxX >= segment.minX {
        for point in segment.meetings(with: segments[other]) {
          if segment.isCut(at: point) { cuts[index].append(point) }
          if segments[other].isCut(at: point) { cuts[other].append(point) }
        }
      }
      active.append(index)
    }
    return cuts
  }

  private func isCut(at point: GridPoint) -> Bool { point != start && point != end }

  /// Where the two meet: ends that lie on the other, or the grid point next to where they cross.
  private func meetings(with other: GridSegment) -> [GridPoint] {
    let (a, b) = (
      start.turn(from: other.start, to: other.end), end.turn(from: other.start, to: other.end)
    )
    let (c, d) = (other.start.turn(from: start, to: end), other.end.turn(from: start, to: end))
    if (a > 0 && b > 0) || (a < 0 && b < 0) || (c > 0 && d > 0) || (c < 0 && d < 0) { return [] }
    if a != 0, b != 0, c != 0, d != 0 { return [crossing(a, b)] }
    var points: [GridPoint] = []
    if a == 0, other.hasInBox(start) { points.append(start) }
    if b == 0, other.hasInBox(end) { points.append(end) }
    if c == 0, hasInBox(other.start) { points.append(other.start) }
    if d == 0, hasInBox(other.end) { points.append(other.end) }
    return points
  }

  private func hasInBox(_ point: GridPoint) -> Bool {
    (minX...maxX).contains(point.x) && (minY...maxY).contains(point.y)
  }

  /// The point at the share a / (a − b) of the way.
  private func crossing(_ a: Int64, _ b: Int64) -> GridPoint {
    let share = Double(a) / (Double(a) - Double(b))
    return GridPoint(
      x: start.x + Int64(limiting: (Double(end.x - start.x) * share).rounded()),
      y: start.y + Int64(limiting: (Double(end.y - start.y) * share).rounded()))
  }

  private func cut(at points: [GridPoint]) -> [GridSegment] {
    guard !points.isEmpty else { return [self] }
    func distance(_ point: GridPoint) -> Int64 {
      (point.x - start.x) * (end.x - start.x) + (point.y - start.y) * (end.y - start.y)
    }
    let ordered = [start] + Set(points).sorted { distance($0) < distance($1) } + [end]
    return zip(ordered, ordered.dropFirst()).compactMap { from, to in
      from == to ? nil : GridSegment(from, to, area: area)
    }
  }
}
