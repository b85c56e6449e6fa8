// SPDX-License-Identifier: MIT

import MoonreelCore

/// What a grid of pixels sees of a flat picture in perspective.
struct PerspectiveView {
  /// The visible part of the picture, in its own coordinates: a convex polygon.
  let seen: [Point]
  /// What the picture covers of the grid; `nil` where it has no edges.
  let outline: [Point]?
  private let fromGrid: ProjectiveTransform
  private let toGrid: ProjectiveTransform

  /// The view of a picture with edges `extent` that `map` brings to the grid; `nil` where the map
  /// flattens it.
  init?(_ map: ProjectiveTransform, region: PixelRect, extent: Rect?) {
    guard let inverse = map.inverted else { return nil }
    (fromGrid, toGrid) = (inverse, map)
    let horizon = Self.horizon(inverse, region)
    let front = Self.clip(Self.corners(of: region.grown(1, 1).rect)) {
      inverse.homogeneous($0.x, $0.y, 1).2 - horizon
    }
    var seen = front.compactMap { inverse.apply(to: $0) }
    guard let extent else {
      (self.seen, outline) = (seen, nil)
      return
    }
    seen = Self.clip(seen) { $0.x - extent.minX }
    seen = Self.clip(seen) { extent.maxX - $0.x }
    seen = Self.clip(seen) { $0.y - extent.minY }
    self.seen = Self.clip(seen) { extent.maxY - $0.y }
    let corners = Self.corners(of: extent)
    let largest = corners.map { map.homogeneous($0.x, $0.y, 1).2 }.max() ?? 1
    outline = Self.clip(corners) {
      map.homogeneous($0.x, $0.y, 1).2 - Projection.horizon * largest
    }.compactMap { map.apply(to: $0) }
  }

  /// The smallest w, of a map from pixels to a picture, that counts as in front of the camera.
  static func horizon(_ inverse: ProjectiveTransform, _ region: PixelRect) -> Double {
    let depths = corners(of: region.grown(1, 1).rect).map { inverse.homogeneous($0.x, $0.y, 1).2 }
    return Projection.horizon * max(0, depths.max() ?? 0)
  }

  /// The smallest upright rectangle around what is seen.
  var box: Rect {
    let (xs, ys) = (seen.map(\.x), seen.map(\.y))
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    return Rect(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
  }

  /// How much of the picture a pixel covers: along the shorter side at the least, along the longer
  /// one at the most, at the corners and in the middle of what is seen.
  var footprints: (smallest: Double, largest: Double) {
    let middle = Point(
      seen.map(\.x).reduce(0, +) / Double(seen.count),
      seen.map(\.y).reduce(0, +) / Double(seen.count))
    var (smallest, largest) = (Double.infinity, 1e-6)
    for point in seen + [middle] {
      guard let place = toGrid.apply(to: point) else { continue }
      let (x, y, w) = fromGrid.homogeneous(place.x, place.y, 1)
      guard w > 0 else { continue }
      let (u, v) = (x / w, y / w)
      let across = Point((fromGrid.a - u * fromGrid.p) / w, (fromGrid.b - v * fromGrid.p) / w)
      let down = Point((fromGrid.c - u * fromGrid.q) / w, (fromGrid.d - v * fromGrid.q) / w)
      let lengths = [across, down].map { ($0.x * $0.x + $0.y * $0.y).squareRoot() }
      smallest = min(smallest, lengths[0], lengths[1])
      largest = max(largest, lengths[0], lengths[1])
    }
    return (max(1e-6, min(smallest, largest)), largest)
  }

  private static func corners(of rect: Rect) -> [Point] {
    [
      rect.origin, Point(rect.maxX, rect.minY), Point(rect.maxX, rect.maxY),
      Point(rect.minX, rect.maxY),
    ]
  }

  /// The part of a convex polygon where `inside` is not negative (Sutherland and Hodgman).
  private static func clip(_ points: [Point], _ inside: (Point) -> Double) -> [Point] {
    zip(points, points.dropFirst() + points.prefix(1)).flatMap { from, to -> [Point] in
      let (a, b) = (inside(from), inside(to))
      guard (a >= 0) != (b >= 0) else { return b >= 0 ? [to] : [] }
      let share = a / (a - b)
      let cut = Point(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share)
      return b >= 0 ? [cut, to] : [cut]
    }
  }
}
