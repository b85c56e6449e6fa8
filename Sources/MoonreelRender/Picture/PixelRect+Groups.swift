// SPDX-License-Identifier: MIT

extension PixelRect {
  /// The smallest rectangle around this one and `other`, neither of them empty.
  func union(_ other: PixelRect) -> PixelRect {
    PixelRect(
      minX: Swift.min(minX, other.minX), minY: Swift.min(minY, other.minY),
      maxX: Swift.max(maxX, other.maxX), maxY: Swift.max(maxY, other.maxY))
  }

  /// `rects` in groups that are drawn together: apart only where rectangles around them do not meet and
  /// one around both would hold many more pixels than they do.
  static func groups(_ rects: [PixelRect]) -> [[PixelRect]] {
    // What it costs to prepare one more picture, in pixels; and no more of them than pay.
    let (overhead, most) = (16_384, 32)
    var groups = rects.map { (bounds: $0, rects: [$0]) }
    if rects.count > most { return [rects] }
    while let (first, second) = nearest(groups.map(\.bounds), overhead) {
      let other = groups.remove(at: second)
      groups[first].bounds = groups[first].bounds.union(other.bounds)
      groups[first].rects += other.rects
    }
    return groups.map(\.rects)
  }

  /// The first two of `rects` that are better drawn as one.
  private static func nearest(_ rects: [PixelRect], _ overhead: Int) -> (Int, Int)? {
    for first in rects.indices {
      for second in rects.indices.dropFirst(first + 1) {
        let (one, other) = (rects[first], rects[second])
        if !one.intersection(other).isEmpty
          || one.union(other).area <= one.area + other.area + overhead
        {
          return (first, second)
        }
      }
    }
    return nil
  }

  /// The rectangles into which the edges of `rects` cut `whole`, row by row.
  static func cells(between rects: some Collection<PixelRect>, in whole: PixelRect) -> [PixelRect] {
    func cuts(_ low: Int, _ high: Int, _ edges: [Int]) -> [Int] {
      Set(edges.map { Swift.max(low, Swift.min(high, $0)) } + [low, high]).sorted()
    }
    let xs = cuts(whole.minX, whole.maxX, rects.flatMap { [$0.minX, $0.maxX] })
    let ys = cuts(whole.minY, whole.maxY, rects.flatMap { [$0.minY, $0.maxY] })
    return zip(ys, ys.dropFirst()).flatMap { top, bottom in
      zip(xs, xs.dropFirst()).map {
        PixelRect(minX: $0, minY: top, maxX: $1, maxY: bottom)
      }
    }
  }

  /// What is left of it without `rects`.
  func without(_ rects: [PixelRect]) -> [PixelRect] {
    if rects.isEmpty { return [self] }
    let inside = rects.map { $0.intersection(self) }.filter { !$0.isEmpty }
    let ys = Set([minY, maxY] + inside.flatMap { [$0.minY, $0.maxY] }).sorted()
    return zip(ys, ys.dropFirst()).flatMap { top, bottom -> [PixelRect] in
      let spans = inside.filter { $0.minY <= top && top < $0.maxY }.map { $0.minX..<$0.maxX }
      var (left, rest) = (minX, [PixelRect]())
      for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) + [maxX..<maxX] {
        if left < span.lowerBound {
          rest.append(PixelRect(minX: left, minY: top, maxX: span.lowerBound, maxY: bottom))
        }
        left = Swift.max(left, span.upperBound)
      }
      return rest
    }
  }
}
