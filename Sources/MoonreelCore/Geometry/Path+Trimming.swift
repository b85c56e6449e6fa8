// SPDX-License-Identifier: MIT

extension Path {
  /// The part of all outlines, one after the other, from share `start` to share `end` of their length, both
  /// moved on by `offset`; straight lines that stay within 1/64 pixel of the curves.
  ///
  /// A part that goes over the end goes on at the beginning. All of it is the path itself.
  public func trimmed(from start: Double, to end: Double, offset: Double = 0) -> Path {
    let span = end - start
    guard span < 1 else { return self }
    guard span > 0 else { return Path() }
    let lines = polylines(tolerance: 1.0 / 64)
    let total = lines.reduce(0) { $0 + Self.length($1) }
    let first = start + offset - (start + offset).rounded(.down)
    var path = Path()
    path.append(lines, from: first * total, to: min(1, first + span) * total)
    if first + span > 1 { path.append(lines, from: 0, to: (first + span - 1) * total) }
    return path
  }

  /// The outlines as points between which lines are straight; closed ones end where they began.
  private func polylines(tolerance: Double) -> [[Point]] {
    var (lines, outline): ([[Point]], [Element]) = ([], [])
    func finish() {
      guard let points = Path(outline).polygons(tolerance: tolerance).first else { return }
      let isClosed = outline.last == .close
      lines.append(isClosed ? points + points.prefix(1) : points)
    }
    for element in elements {
      if case .move = element {
        finish()
        outline = []
      }
      outline.append(element)
      guard element == .close else { continue }
      finish()
      // What follows a closed outline without a move begins where that one did.
      outline = outline.first.map { [$0] } ?? []
    }
    if outline.last != .close { finish() }
    return lines
  }

  private static func length(_ points: [Point]) -> Double {
    zip(points, points.dropFirst()).reduce(0) { $0 + distance($1.0, $1.1) }
  }

  private static func distance(_ a: Point, _ b: Point) -> Double {
    ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
  }

  /// Adds what of `lines` lies from `low` to `high`, counted along all of them.
  private mutating func append(_ lines: [[Point]], from low: Double, to high: Double) {
    var passed = 0.0
    for line in lines {
      var isOpen = false
      for (a, b) in zip(line, line.dropFirst()) {
        let length = Self.distance(a, b)
        let (from, to) = (max(low, passed), min(high, passed + length))
        defer { passed += length }
        guard to > from, length > 0 else { continue }
        func point(_ place: Double) -> Point {
          let share = (place - passed) / length
          return Point(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
        }
        if !isOpen { elements.append(.move(point(from))) }
        elements.append(.line(to >= passed + length ? b : point(to)))
        isOpen = true
      }
    }
  }
}
