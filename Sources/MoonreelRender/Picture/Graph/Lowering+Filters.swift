// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// Filters over pictures that have been drawn: what each needs of its input, and the passes over that.
extension Lowering {
  /// What `filter` has to have drawn of `input`.
  func request(_ filter: RasterFilter, _ input: Image, _ placement: Placement) throws
    -> RasterRequest
  {
    switch filter {
    case .gaussianBlur(let sigmaX, let sigmaY):
      try blurRequest(input, sigmaX, sigmaY, placement)
    case .boxBlur(let radius): try boxRequest(input, radius, placement)
    case .pixelate(let cell, let origin): try cellRequest(input, cell, origin, placement)
    }
  }

  // MARK: Gaussian blurs

  private func blurRequest(
    _ input: Image, _ sigmaX: Double, _ sigmaY: Double, _ placement: Placement
  ) throws -> RasterRequest {
    let (x, y) = (max(0, sigmaX * scale), max(0, sigmaY * scale))
    try checkBlur(max(x, y), max(sigmaX, sigmaY))
    let blur = GaussianBlur(x: .of(sigma: x), y: .of(sigma: y))
    let map = fromScaled(placement)
    var output = neededRect(map, placement)
    var rect = blur.source(of: output)
    var fills = true
    if let extent = scaledExtent(input) {
      // One transparent pixel around, so that reads beyond the edge find nothing.
      output = output.intersection(extent.grown(blur.x.reach + 1, blur.y.reach + 1))
      let drawn = blur.source(of: output).intersection(extent.grown(1, 1))
      fills = drawn == rect
      rect = drawn
    }
    guard !rect.isEmpty, !output.isEmpty else { return .nothing }
    let needed = try checked(output)
    return RasterRequest((input, try ownPlacement(rect)), rect: rect, fills: fills) {
      lowering, raster, placement in
      let result = Raster(rect: needed, like: raster)
      let views = (0..<raster.planeCount).map { PlaneView(source: .raster(raster, $0)) }
      let origin = (raster.rect.minX, raster.rect.minY)
      lowering.addPass(BlurPass(views, at: origin, blur, into: result))
      return try lowering.sampled(result, map: map, placement)
    }
  }

  /// `scaled` is the larger standard deviation in output pixels, `sigma` the same in its own.
  func checkBlur(_ scaled: Double, _ sigma: Double) throws {
    guard scaled.isFinite, scaled <= 4096 else {
      throw MoonreelError(
        .renderingFailed,
        "Cannot blur with a standard deviation of \(sigma) pixels: it may be at most 4096 output pixels."
      )
    }
  }

  // MARK: Plain means: over a square around each pixel, over the cells of a grid

  private func boxRequest(_ input: Image, _ radius: Double, _ placement: Placement) throws
    -> RasterRequest
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
    guard !rect.isEmpty, !output.isEmpty else { return .nothing }
    let needed = try checked(output)
    return RasterRequest((input, try ownPlacement(rect)), rect: rect, fills: fills) {
      lowering, raster, placement in
      let result = Raster(rect: needed, like: raster)
      lowering.addPass(BoxBlurPass(raster, mean, into: result))
      return try lowering.sampled(result, map: map, placement)
    }
  }

  private func cellRequest(
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
    guard !needed.isEmpty else { return .nothing }
    grid.cells = grid.touched(by: needed)
    grid.bounds = input.extent.map(RasterFilter.pixelate(cell: cell, origin: origin).extent(of:))
    _ = try checked(grid.cells)
    let rect = grid.cover(needed)
    return RasterRequest((input, try ownPlacement(rect)), rect: rect, fills: true) {
      [grid] lowering, raster, placement in
      try lowering.cells(grid, of: raster, map, placement)
    }
  }

  /// The means of `raster`'s pixels over the cells, each cell read where it lies.
  private func cells(
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
