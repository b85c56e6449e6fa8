// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// Plain means: over a square around each pixel, over the cells of a grid.
extension Lowering {
  func boxRequest(_ input: Image, _ radius: Double, _ placement: Placement) throws -> RasterRequest
  {
    let mean = BoxMean(width: (2 * max(0, radius) + 1) * scale)
    guard mean.reach < 1 << 13 else {
      throw MoonreelError(
        .renderingFailed,
        "Cannot take the mean over a radius of \(radius) pixels: it may be at most 8191 output pixels."
      )
    }
    let map = fromScaled(placement)
    var output = neededRect(map, placement)
    var rect = output.grown(mean.reach, mean.reach)
    var fills = true
    if let extent = scaledExtent(input) {
      // One transparent pixel around, so that reads beyond the edge find nothing.
      output = output.intersection(extent.grown(mean.reach + 1, mean.reach + 1))
      let drawn = output.grown(mean.reach, mean.reach).intersection(extent)
      fills = drawn == rect
      rect = drawn
    }
    guard !rect.isEmpty, !output.isEmpty else {
      return RasterRequest(input: nil, rect: rect, map: map, filter: .none, fills: false)
    }
    _ = try checked(output)
    return RasterRequest(
      input: (input, try ownPlacement(rect)), rect: rect, map: map,
      filter: .box(mean, output: output), fills: fills)
  }

  func cellRequest(
    _ input: Image, _ cell: Size, _ origin: Point, _ placement: Placement
  ) throws -> RasterRequest {
    let map = fromScaled(placement)
    guard cell.width > 0, cell.height > 0, cell.width.isFinite, cell.height.isFinite else {
      throw MoonreelError(
        .renderingFailed, "Cannot make a mosaic of cells of \(cell.width)x\(cell.height) pixels.")
    }
    var grid = CellGrid(
      width: cell.width * scale, height: cell.height * scale, left: origin.x * scale,
      top: origin.y * scale)
    var needed = neededRect(map, placement)
    if let extent = scaledExtent(input) { needed = needed.intersection(grid.cover(extent)) }
    guard !needed.isEmpty else {
      return RasterRequest(input: nil, rect: needed, map: map, filter: .none, fills: false)
    }
    grid.cells = grid.touched(by: needed)
    grid.bounds = input.extent.map { _ in
      Image(.pixelate(input, cell: cell, origin: origin)).extent ?? .zero
    }
    _ = try checked(grid.cells)
    let rect = grid.cover(needed)
    return RasterRequest(
      input: (input, try ownPlacement(rect)), rect: rect, map: map, filter: .cells(grid),
      fills: true)
  }

  /// The picture's own grid at the target's scale, over `rect`.
  private func ownPlacement(_ rect: PixelRect) throws -> Placement {
    Placement(
      map: AffineTransform(scaleX: scale, y: scale), grid: addGrid(try checked(rect)))
  }

  /// The means of `raster`'s pixels over the cells, each cell read where it lies.
  func cells(
    _ grid: CellGrid, of raster: Raster, _ map: AffineTransform, _ placement: Placement
  ) throws -> PixelValue {
    var flat = placement
    flat.sampling = .nearest
    let fromCells = AffineTransform(
      a: grid.width, b: 0, c: 0, d: grid.height, tx: grid.left, ty: grid.top)
    let planes = try (0..<raster.planeCount).map { plane in
      let means = Raster(rect: grid.cells, planeCount: 1)
      addPass(
        ResamplePass(
          PlaneView(of: raster, plane), map: fromCells, sampling: .nearest, into: means))
      return try sample(PlaneView(of: means), map: fromCells.followed(by: map), flat)
    }
    let value = PixelValue(raster.picture(of: planes, builder(placement)))
    guard let bounds = grid.bounds else { return value }
    return covered(value, by: coverage(of: bounds, placement), placement)
  }
}
