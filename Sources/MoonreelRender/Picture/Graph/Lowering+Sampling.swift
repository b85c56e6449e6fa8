// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// One plane read where a map says.
extension Lowering {
  /// The samples of `view` on the placement's grid, where `map` brings the plane; beyond its edges
  /// they repeat.
  ///
  /// Moves by whole pixels read as they are. An upright map that reduces, or that interpolates over
  /// more than two samples, is resampled along each axis; any other is gathered sample by sample,
  /// after a reduction where it reduces.
  func sample(_ view: PlaneView, map: AffineTransform, _ placement: Placement) throws -> Value {
    let builder = builder(placement)
    if let move = map.wholeTranslation {
      return load(view, movedBy: move, builder)
    }
    guard let inverse = map.inverted, inverse.isFinite else { return builder.zero }
    if map.isLattice { return gather(view, inverse.rounded, .bilinear, builder) }
    let sampling = quality.sampling(for: placement.sampling ?? .bicubic)
    let footprint = inverse.footprint
    let reduces = quality != .draft && max(footprint.x, footprint.y) > 1 + 1e-6
    let isSmall = sampling == .nearest || sampling == .bilinear
    if map.isUpright, reduces || !isSmall {
      return try resample(view, map, inverse, sampling, placement)
    }
    guard reduces else { return gather(view, inverse, sampling, builder) }
    return try gatherReduced(view, inverse, sampling, placement)
  }

  private func load(_ view: PlaneView, movedBy move: (x: Int, y: Int), _ builder: ProgramBuilder)
    -> Value
  {
    var moved = view
    (moved.offsetX, moved.offsetY) = (-move.x, -move.y)
    return builder.source(.load, .plane(moved))
  }

  private func gather(
    _ view: PlaneView, _ inverse: AffineTransform, _ sampling: Image.Sampling,
    _ builder: ProgramBuilder
  ) -> Value {
    let map = FixedMap(inverse)
    switch sampling {
    case .nearest: return builder.source(.nearest, .gather(view, map, nil))
    case .bilinear: return builder.source(.bilinear, .gather(view, map, nil))
    case .bicubic: return builder.source(.taps, .gather(view, map, .bicubic))
    case .lanczos: return builder.source(.taps, .gather(view, map, .lanczos))
    }
  }

  /// Resamples onto the grid itself, over what can be seen of the plane.
  private func resample(
    _ view: PlaneView, _ map: AffineTransform, _ inverse: AffineTransform,
    _ sampling: Image.Sampling, _ placement: Placement
  ) throws -> Value {
    let plane = Rect(origin: .zero, size: view.size.size)
    let seen = PixelRect(covering: map.boundingBox(of: plane)).grown(1, 1)
    let rect = Self.clamped(region(placement), into: seen)
    let raster = Raster(rect: try checked(rect), planeCount: 1)
    addPass(ResamplePass(view, map: inverse, sampling: sampling, into: raster))
    return load(
      PlaneView(source: .raster(raster, 0)), movedBy: (rect.minX, rect.minY), builder(placement))
  }

  /// Reduces along the plane's own axes until a pixel is no larger than a sample, then gathers.
  private func gatherReduced(
    _ view: PlaneView, _ inverse: AffineTransform, _ sampling: Image.Sampling,
    _ placement: Placement
  ) throws -> Value {
    let footprint = inverse.footprint
    let (x, y) = (max(1, footprint.x), max(1, footprint.y))
    let toReduced = inverse.followed(by: AffineTransform(scaleX: 1 / x, y: 1 / y))
    guard let fromReduced = toReduced.inverted else { return builder(placement).zero }
    let whole = PixelRect(
      covering: Rect(
        x: 0, y: 0, width: Double(view.size.width) / x, height: Double(view.size.height) / y))
    var rect = Self.clamped(neededRect(fromReduced, placement), into: whole)
    // Nearly all of it: the same for pictures that lie elsewhere, so that they can share it.
    if 4 * rect.area >= 3 * whole.area { rect = whole }
    let raster = try reduced(
      Reduction(view: view, x: x, y: y, sampling: sampling, rect: try checked(rect)))
    let toRaster = toReduced.followed(
      by: AffineTransform(translationX: -Double(rect.minX), y: -Double(rect.minY)))
    return gather(
      PlaneView(source: .raster(raster, 0)), toRaster, sampling == .nearest ? .bilinear : sampling,
      builder(placement))
  }
}

/// A plane reduced along its own axes: `x` and `y` samples to a pixel, over `rect`.
struct Reduction: Hashable {
  let view: PlaneView
  let x: Double
  let y: Double
  let sampling: Image.Sampling
  let rect: PixelRect
}

extension AffineTransform {
  /// The map with whole coefficients nearest to this one.
  fileprivate var rounded: AffineTransform {
    AffineTransform(
      a: a.rounded(), b: b.rounded(), c: c.rounded(), d: d.rounded(), tx: tx.rounded(),
      ty: ty.rounded())
  }
}
