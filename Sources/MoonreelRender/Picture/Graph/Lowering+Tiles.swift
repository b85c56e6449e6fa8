// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// Pictures laid beside themselves for ever.
extension Lowering {
  /// One tile is drawn on a grid of whole pixels, so that its seams lie between pixels, and repeated
  /// over what is needed.
  func tileRequest(_ input: Image, _ mirrors: Bool, _ placement: Placement) throws
    -> RasterRequest
  {
    guard let extent = input.extent, !extent.isEmpty, let inverse = placement.map.inverted else {
      throw MoonreelError(
        .renderingFailed, "Cannot repeat a picture without edges, or flattened: crop it first.")
    }
    // A tile that is reduced is drawn reduced: fewer repetitions are needed.
    let footprint = inverse.footprint
    let width = Self.tileLength(extent.size.width, scale, footprint.x)
    let height = Self.tileLength(extent.size.height, scale, footprint.y)
    let toTile = AffineTransform(translationX: -extent.minX, y: -extent.minY).followed(
      by: AffineTransform(
        scaleX: Double(width) / extent.size.width, y: Double(height) / extent.size.height))
    let tile = try checked(PixelRect(minX: 0, minY: 0, maxX: width, maxY: height))
    guard let fromTile = toTile.inverted else {
      throw MoonreelError(.renderingFailed, "Cannot repeat a picture of \(extent.size) pixels.")
    }
    let map = fromTile.followed(by: placement.map)
    let needed = try checked(neededRect(map, placement))
    let grid = addGrid(tile)
    return RasterRequest((input, Placement(map: toTile, grid: grid)), rect: tile, fills: true) {
      lowering, raster, placement in
      let result = Raster(rect: needed, like: raster)
      lowering.addPass(TilePass(raster, mirrors: mirrors, into: result))
      return try lowering.sampled(result, map: map, placement)
    }
  }

  private static func tileLength(_ length: Double, _ scale: Double, _ footprint: Double) -> Int {
    let wanted = length * (footprint * scale >= 2 ? 1 / footprint : scale)
    return Int(max(1, min(0x1p24, wanted.rounded())))
  }
}
