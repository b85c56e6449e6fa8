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
    let reach = (x: blur.x.reach, y: blur.y.reach)
    var request = try request(input, placement, reach: reach, margin: 1, source: blur.source) {
      raster, result in
      let views = (0..<raster.planeCount).map { PlaneView(source: .raster(raster, $0)) }
      return BlurPass(views, at: (raster.rect.minX, raster.rect.minY), blur, into: result)
    }
    request.repeatsEdges = true
    return request
  }

  /// A filter whose pixels depend on `source` of them and reach as far as `reach` beyond the input, which is drawn with
  /// `margin` transparent pixels around; `pass` fills the second raster from the first.
  private func request(
    _ input: Image, _ placement: Placement, reach: (x: Int, y: Int), margin: Int,
    source: (PixelRect) -> PixelRect, pass: @escaping (Raster, Raster) -> any Pass
  ) throws -> RasterRequest {
    let map = fromScaled(placement)
    var output = neededRect(map, placement)
    var rect = source(output)
    var fills = true
    if let extent = scaledExtent(input) {
      // One transparent pixel around, so that reads beyond the edge find nothing.
      output = output.intersection(extent.grown(reach.x + 1, reach.y + 1))
      let drawn = source(output).intersection(extent.grown(margin, margin))
      fills = drawn == rect
      rect = drawn
    }
    guard !rect.isEmpty, !output.isEmpty else { return .nothing }
    let needed = try checked(output)
    return RasterRequest((input, try ownPlacement(of: input, rect)), rect: rect, fills: fills) {
      lowering, raster, placement in
      let result = Raster(rect: needed, like: raster)
      lowering.addPass(pass(raster, result))
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
    let source = { (output: PixelRect) in output.grown(mean.reach, mean.reach) }
    let reach = (x: mean.reach, y: mean.reach)
    return try request(input, placement, reach: reach, margin: 0, source: source) {
      BoxBlurPass($0, mean, into: $1)
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
    return RasterRequest((input, try ownPlacement(of: input, rect)), rect: rect, fills: true) {
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
