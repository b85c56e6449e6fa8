// SPDX-License-Identifier: MIT

import MoonreelCore

// Areas inside paths: drawn where they end up, at the resolution of the grid.
extension Lowering {
  /// White inside `path`.
  func shape(
    _ path: Path, _ rule: Path.FillRule, _ feather: Double, _ placement: Placement
  ) throws -> PixelValue {
    let map = placement.map
    let polygons = path.transformed(by: map).polygons(tolerance: Self.flatness)
    guard polygons.allSatisfy({ $0.allSatisfy { $0.x.isFinite && $0.y.isFinite } }) else {
      throw MoonreelError(
        .renderingFailed, "Cannot draw a path with a point that is not a finite number.")
    }
    // A feather below a pixel would be harder than the pixels are: they are cut by their area.
    let scaled = feather * abs(map.determinant).squareRoot()
    let width = scaled >= 1 ? scaled : 0
    let cover = try coverage(of: polygons, rule, feather: width, placement)
    return PixelValue(cover, cover, cover, cover)
  }

  /// How much of each pixel of the grid `polygons` cover.
  func coverage(
    of polygons: [[Point]], _ rule: Path.FillRule = .nonZero, feather: Double = 0,
    _ placement: Placement
  ) throws -> Value {
    builder(placement).source(.path, .path(try EdgeList(polygons, rule, feather: feather)))
  }

  /// How far a polygon may lie from its curve, in pixels.
  private static let flatness = 1.0 / 256
}
