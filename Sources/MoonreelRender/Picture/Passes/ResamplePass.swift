// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel

/// Brings one plane to another size, along each axis by itself: across, then down.
final class ResamplePass: Pass {
  let output: Raster
  private let view: PlaneView
  private let map: AffineTransform
  private let sampling: Image.Sampling

  /// Fills plane 0 of `output` with `view` sampled where `map` (pixels to samples less the view's offset;
  /// upright) says.
  init(_ view: PlaneView, map: AffineTransform, sampling: Image.Sampling, into output: Raster) {
    (self.view, self.map, self.sampling, self.output) = (view, map, sampling, output)
  }

  /// Fills a raster of what `region` shows of `view`, which `map` brings there and `inverse` back.
  ///
  /// - Parameter holds: whether the plane is also seen beyond its edges, which then repeat.
  convenience init(
    _ view: PlaneView, _ map: AffineTransform, _ inverse: AffineTransform,
    _ sampling: Image.Sampling, over region: PixelRect, holds: Bool
  ) {
    // Beyond its edges the plane goes on changing for as far as a sample weighs.
    let reach = holds ? SampleKernel.radius(sampling) + 1 : 0
    func grown(_ scale: Double) -> Int {
      1 + Int(min(0x1p29, (reach * max(1, abs(scale))).rounded(.up)))
    }
    let seen = PixelRect(covering: map.boundingBox(of: view.rect)).grown(grown(map.a), grown(map.d))
    let raster = Raster(rect: region.clamped(into: seen), planeCount: 1)
    self.init(view, map: inverse, sampling: sampling, into: raster)
  }

  func inputs(_ engine: Engine) -> [Raster] {
    if case .raster(let raster, _) = view.source { [raster] } else { [] }
  }

  var memoKey: RasterMemo.Key? {
    guard case .frame(let reference, let component) = view.source else { return nil }
    return RasterMemo.Key(
      source: .frame(serial: reference.buffer.serial), part: .component(component), map: map,
      sampling: sampling, rect: output.rect)
  }

  func run(_ engine: Engine) {
    let across = engine.axes.axis(
      ResampleAxisCache.Key(
        pixels: output.rect.minX..<output.rect.maxX, scale: map.a,
        offset: map.tx + Double(view.offsetX),
        length: view.size.width, sampling: sampling))
    let down = engine.axes.axis(
      ResampleAxisCache.Key(
        pixels: output.rect.minY..<output.rect.maxY, scale: map.d,
        offset: map.ty + Double(view.offsetY),
        length: view.size.height, sampling: sampling))
    // Where one band ends and the next begins, rows are resampled twice.
    let bandCount = engine.pool.threadCount == 1 ? 1 : 3 * engine.pool.threadCount
    let bandHeight = max(16, (output.rect.height + bandCount - 1) / bandCount)
    let (kernels, height) = (engine.kernels, view.size.height)
    engine.pool.run(
      count: (output.rect.height + bandHeight - 1) / bandHeight,
      worker: { [view] in ResampleRows(view, across: across, rowCount: down.taps) }
    ) { [output] rows, band in
      let first = band * bandHeight
      for y in first..<min(output.rect.height, first + bandHeight) {
        rows.gather(down, y, height: height, kernels)
        kernels.pointee.sum_rows(
          output.row(y, plane: 0), rows.chosen, rows.weights, Int32(rows.chosenCount),
          Int32(output.rect.width))
      }
    }
  }
}
