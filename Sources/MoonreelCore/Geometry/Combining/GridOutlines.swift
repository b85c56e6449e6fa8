// SPDX-License-Identifier: MIT

/// Makes closed outlines of edges.
enum GridOutlines {
  /// The outlines that `edges` make, each edge once, the area on their right. Where several edges leave a
  /// point, the sharpest turn to the right is taken: outlines touch there, and do not cross.
  static func linked(_ edges: [(start: GridPoint, end: GridPoint)]) -> [[GridPoint]] {
    var leaving: [GridPoint: [Int]] = [:]
    for (index, edge) in edges.enumerated() { leaving[edge.start, default: []].append(index) }
    var isUsed = [Bool](repeating: false, count: edges.count)
    var outlines: [[GridPoint]] = []
    for first in edges.indices where !isUsed[first] {
      var (outline, current): ([GridPoint], Int?) = ([], first)
      while let index = current {
        isUsed[index] = true
        outline.append(edges[index].start)
        if edges[index].end == edges[first].start { break }
        current = leaving[edges[index].end]?.filter { !isUsed[$0] }
          .max { turn(edges[index], edges[$0]) < turn(edges[index], edges[$1]) }
      }
      let corners = corners(of: outline)
      if corners.count > 2 { outlines.append(corners) }
    }
    return outlines
  }

  /// How far to the right the way turns from one edge to the next, −π…π.
  private static func turn(
    _ from: (start: GridPoint, end: GridPoint), _ to: (start: GridPoint, end: GridPoint)
  ) -> Double {
    let (dx, dy) = (Double(from.end.x - from.start.x), Double(from.end.y - from.start.y))
    let (ex, ey) = (Double(to.end.x - to.start.x), Double(to.end.y - to.start.y))
    return PortableMath.atan2(dx * ey - dy * ex, dx * ex + dy * ey)
  }

  /// The points at which an outline turns.
  private static func corners(of outline: [GridPoint]) -> [GridPoint] {
    outline.indices.filter { index in
      let before = outline[(index + outline.count - 1) % outline.count]
      return outline[index].turn(from: before, to: outline[(index + 1) % outline.count]) != 0
    }.map { outline[$0] }
  }
}
