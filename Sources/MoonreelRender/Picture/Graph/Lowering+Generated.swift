// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// Pictures that are made of numbers alone. Most are the same in every frame of a film: what is drawn of them is kept from
// one frame to the next (RasterMemo).
extension Lowering {
  /// What a kernel without frames must cost for each plane that holds it, to be drawn by itself so that it can be kept: to
  /// read a plane from memory costs a third of that.
  private static let keptCost = 60

  /// Whether `image` is drawn by itself and read in place.
  func isKept(_ image: Image, _ placement: Placement) -> Bool {
    guard image.isGenerated, !keptGrids.contains(placement.grid),
      case .kernel(let kernel, _, _) = image.node
    else { return false }
    return kernel.cost >= Self.keptCost * Set(kernel.result).count
  }

  /// `image` on a grid of its own, of the same pixels.
  func keptRequest(_ image: Image, _ placement: Placement) throws -> RasterRequest {
    let rect = try checked(region(placement))
    var own = placement
    own.grid = addGrid(rect)
    keptGrids.insert(own.grid)
    return RasterRequest((image, own), rect: rect, fills: true) { lowering, raster, placement in
      let builder = lowering.builder(placement)
      let planes = (0..<raster.planeCount).map {
        builder.source(.load, .plane(PlaneView(of: raster, $0)))
      }
      return PixelValue(raster.picture(of: planes, builder))
    }
  }

  /// By what the raster over `rect` is known that `image` is drawn into; `nil` where it is made of frames.
  func memoKey(_ image: Image, _ placement: Placement, _ rect: PixelRect, _ planes: [Int?])
    -> RasterMemo.Key?
  {
    guard image.isGenerated, !seesRegion, let digest = image.digest else { return nil }
    return RasterMemo.Key(
      source: .generated(digest),
      part: .components(
        RasterMemo.Key.Components(
          space: space, scale: scale, quality: quality, clamps: placement.clamps,
          planes: planes)),
      map: placement.map, sampling: placement.sampling ?? .bicubic, rect: rect)
  }
}
