// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel

/// How a raster is read through a projective map.
struct ProjectionRequest {
  /// From the raster's grid to the grid on which it is read.
  var map: ProjectiveTransform
  var sampling: Image.Sampling
  /// What of the grid the picture covers; `nil` for all that lies in front of the camera.
  var outline: [Point]?
  /// Samples that a pixel covers along the longer side, at most.
  var largest: Double
}

// Pictures seen in perspective: drawn flat, at the resolution of their nearest part, then gathered.
extension Lowering {
  func projectionRequest(
    _ input: Image, _ map: ProjectiveTransform, _ sampling: Image.Sampling,
    _ placement: Placement
  ) throws -> RasterRequest {
    guard map.isFinite else {
      throw MoonreelError(
        .renderingFailed,
        "Cannot draw a picture in a perspective with a coefficient that is not a finite number.")
    }
    let toGrid = map.followed(by: ProjectiveTransform(placement.map))
    // How finely it is drawn follows from what is seen of it.
    seesRegion = true
    let view = PerspectiveView(toGrid, region: region(placement), extent: input.extent)
    guard let view, !view.seen.isEmpty else { return .nothing }
    let footprints = view.footprints
    // As many samples as the nearest part needs, and no more than the picture has.
    let density = min(max(1, scale), 1 / footprints.smallest)
    let drawn = AffineTransform(scaleX: density, y: density)
    let rect = heldRect(input, drawn, needed: PixelRect(covering: drawn.boundingBox(of: view.box)))
    let grid = addGrid(try checked(rect))
    let fromRaster = ProjectiveTransform(AffineTransform(scaleX: 1 / density, y: 1 / density))
    let projection = ProjectionRequest(
      map: fromRaster.followed(by: toGrid),
      sampling: quality.sampling(for: placement.sampling ?? sampling), outline: view.outline,
      largest: footprints.largest * density)
    var request = RasterRequest(
      (input, Placement(map: drawn, grid: grid)), rect: rect, fills: true
    ) { lowering, raster, placement in
      try lowering.projected(raster, projection, placement)
    }
    // Its kernel reads a plane for each component.
    request.sharesPlanes = false
    return request
  }

  /// The pixels around `needed`, on whole blocks so that what is halved does not tremble from frame
  /// to frame, inside the picture's edges.
  private func heldRect(_ input: Image, _ map: AffineTransform, needed: PixelRect) -> PixelRect {
    let block = 64
    func down(_ value: Int) -> Int {
      Int(limiting: (Double(value) / Double(block)).rounded(.down)) * block
    }
    let reach = 8
    let around = PixelRect(
      minX: down(needed.minX - reach), minY: down(needed.minY - reach),
      maxX: down(needed.maxX + reach) + block, maxY: down(needed.maxY + reach) + block)
    guard let extent = input.extent else { return around }
    return around.clamped(into: Self.wholePixels(of: map.boundingBox(of: extent)))
  }

  /// The values of a raster that has been drawn, through a projective map.
  private func projected(_ raster: Raster, _ request: ProjectionRequest, _ placement: Placement)
    throws
    -> PixelValue
  {
    let builder = builder(placement)
    let origin = AffineTransform(
      translationX: Double(raster.rect.minX), y: Double(raster.rect.minY))
    let toGrid = ProjectiveTransform(origin).followed(by: request.map)
    guard let inverse = toGrid.inverted else { return nothing(placement) }
    let projection = Projection(
      halved(raster, until: request.largest), map: inverse,
      nearest: PerspectiveView.horizon(inverse, region(placement)), sampling: request.sampling)
    let results = builder.results(builder.source(.project, .projection(projection)))
    let value = PixelValue(
      Array(results.prefix(3)) + [raster.planeCount == 4 ? results[3] : builder.one])
    guard let outline = request.outline else {
      // Behind the horizon there is nothing, not even alpha.
      return value
    }
    return covered(value, by: try coverage(of: [outline], .nonZero, placement), placement)
  }

  /// The raster and its halves, until a pixel that covers `largest` samples covers about one.
  private func halved(_ raster: Raster, until largest: Double) -> [[Raster]] {
    var levels = [[raster]]
    var rest = largest
    while rest > 1, levels.count < Int(MR_LEVELS), let last = levels.last,
      last[0].rect.width > 1 || last[0].rect.height > 1
    {
      let size = PixelSize((last[0].rect.width + 1) / 2, (last[0].rect.height + 1) / 2)
      levels.append(
        (0..<raster.planeCount).map { plane in
          let view = PlaneView(
            source: .raster(last.count == 1 ? last[0] : last[plane], last.count == 1 ? plane : 0))
          let half = Raster(rect: PixelRect(size: size), planeCount: 1)
          addPass(
            ResamplePass(
              view, map: AffineTransform(scaleX: 2, y: 2), sampling: .nearest, into: half))
          return half
        })
      rest /= 2
    }
    return levels
  }
}
