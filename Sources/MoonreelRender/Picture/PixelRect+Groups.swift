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
}
