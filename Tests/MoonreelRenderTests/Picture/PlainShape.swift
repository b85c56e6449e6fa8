// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// Coverage by polygons: each clipped to the pixel's square, edge by edge; distances one by one.
struct PlainShape {
  let polygons: [[Point]]
  let rule: Path.FillRule
  let feather: Double

  /// The share of pixel (`x`, `y`) that is covered.
  func coverage(_ x: Int, _ y: Int) -> Double {
    feather > 0 ? smooth(Double(x) + 0.5, Double(y) + 0.5) : area(Double(x), Double(y))
  }

  private func filled(_ winding: Double) -> Double {
    let turns = abs(winding)
    guard rule == .evenOdd else { return min(1, turns) }
    let rest = turns.truncatingRemainder(dividingBy: 2)
    return rest > 1 ? 2 - rest : rest
  }

  /// The signed area inside the square, by the shoelace formula.
  private func area(_ x: Double, _ y: Double) -> Double {
    let sum = polygons.reduce(0.0) { sum, polygon in
      var points = polygon
      points = clip(points) { $0.x - x }
      points = clip(points) { x + 1 - $0.x }
      points = clip(points) { $0.y - y }
      points = clip(points) { y + 1 - $0.y }
      let doubled = zip(points, points.dropFirst() + points.prefix(1)).reduce(0.0) {
        $0 + ($1.0.x - x) * ($1.1.y - y) - ($1.1.x - x) * ($1.0.y - y)
      }
      return sum + doubled / 2
    }
    return filled(sum)
  }

  private func clip(_ points: [Point], _ inside: (Point) -> Double) -> [Point] {
    zip(points, points.dropFirst() + points.prefix(1)).flatMap { from, to -> [Point] in
      let (a, b) = (inside(from), inside(to))
      let share = a / (a - b)
      let cut = Point(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share)
      switch (a >= 0, b >= 0) {
      case (true, true): return [to]
      case (true, false): return [cut]
      case (false, true): return [cut, to]
      case (false, false): return []
      }
    }
  }

  private func smooth(_ x: Double, _ y: Double) -> Double {
    var (nearest, turns) = (Double.infinity, 0.0)
    for polygon in polygons {
      for (a, b) in zip(polygon, polygon.dropFirst() + polygon.prefix(1)) {
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let length = dx * dx + dy * dy
        let t = length == 0 ? 0 : max(0, min(1, ((x - a.x) * dx + (y - a.y) * dy) / length))
        nearest = min(nearest, hypot(a.x + t * dx - x, a.y + t * dy - y))
        // The angle under which the edge is seen.
        turns += atan2(
          (a.x - x) * (b.y - y) - (a.y - y) * (b.x - x),
          (a.x - x) * (b.x - x) + (a.y - y) * (b.y - y))
      }
    }
    let isInside = filled((turns / (2 * .pi)).rounded()) > 0.5
    let share = max(0, min(1, 0.5 + (isInside ? nearest : -nearest) / feather))
    return share * share * (3 - 2 * share)
  }
}
