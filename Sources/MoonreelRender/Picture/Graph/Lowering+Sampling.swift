// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// One plane read where a map says.
extension Lowering {
  /// The samples of `view` on the placement's grid, where `map` brings the plane, which begins at minus
  /// the view's offset; beyond its edges they repeat.
  ///
  /// Moves by whole pixels read as they are. An upright map that reduces, or that interpolates over
  /// more than two samples, is resampled along each axis; any other is gathered sample by sample,
  /// after a reduction where it reduces.
  func sample(_ view: PlaneView, map: AffineTransform, _ placement: Placement) throws -> Value {
    let builder = builder(placement)
    switch PlaneReading(map, quality.sampling(for: placement.sampling ?? .bicubic), quality) {
    case .nothing: return builder.zero
    case .moved(let x, let y): return builder.source(.load, .plane(view.moved(by: (x, y))))
    case .gathered(let inverse, let sampling):
      return builder.source(view, gathered: inverse, sampling)
    case .resampled(let inverse, let sampling):
      let pass = ResamplePass(
        view, map, inverse, sampling, over: region(placement), holds: holds(view, placement))
      _ = try checked(pass.output.rect)
      addPass(pass)
      return builder.source(.load, .plane(PlaneView(of: pass.output)))
    case .reduced(let inverse, let sampling):
      return try gatherReduced(view, inverse, sampling, placement)
    }
  }

  /// Whether `view` is also seen beyond its edges: elsewhere the frame's outline cuts it.
  private func holds(_ view: PlaneView, _ placement: Placement) -> Bool {
    if case .raster = view.source { return true }
    return placement.clamps
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
    let reach = holds(view, placement) ? Int(SampleKernel.radius(sampling)) + 1 : 0
    let whole = PixelRect(
      covering: AffineTransform(scaleX: 1 / x, y: 1 / y).boundingBox(of: view.rect)
    ).grown(reach, reach)
    var rect = neededRect(fromReduced, placement).clamped(into: whole)
    // Nearly all of it: the same for pictures that lie elsewhere, so that they can share it.
    if 4 * rect.area >= 3 * whole.area { rect = whole }
    let raster = try reduced(
      Reduction(view: view, x: x, y: y, sampling: sampling, rect: try checked(rect)))
    return builder(placement).source(
      PlaneView(of: raster), gathered: toReduced, sampling == .nearest ? .bilinear : sampling)
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
