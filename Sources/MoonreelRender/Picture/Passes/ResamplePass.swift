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

  /// Fills plane 0 of `output` with `view` sampled where `map` (pixels to samples; upright) says.
  init(_ view: PlaneView, map: AffineTransform, sampling: Image.Sampling, into output: Raster) {
    (self.view, self.map, self.sampling, self.output) = (view, map, sampling, output)
  }

  func inputs(_ engine: Engine) -> [Raster] {
    if case .raster(let raster, _) = view.source { [raster] } else { [] }
  }

  func run(_ engine: Engine) {
    let across = engine.axes.axis(
      ResampleAxisCache.Key(
        pixels: output.rect.minX..<output.rect.maxX, scale: map.a, offset: map.tx,
        length: view.size.width, sampling: sampling))
    let down = engine.axes.axis(
      ResampleAxisCache.Key(
        pixels: output.rect.minY..<output.rect.maxY, scale: map.d, offset: map.ty,
        length: view.size.height, sampling: sampling))
    // Only rows inside the plane are worked on; those outside repeat its edge.
    let height = view.size.height
    let top = max(0, min(height - 1, down.lowest))
    let bottom = max(top, min(height - 1, down.highest))
    let between = Raster(
      rect: PixelRect(
        minX: output.rect.minX, minY: top, maxX: output.rect.maxX, maxY: bottom + 1),
      planeCount: 1)
    between.allocate(from: engine.memory)
    run(engine, across, into: between)
    engine.pool.run(count: output.rect.height, worker: { RowList(down.taps) }) {
      [self] rows, y in
      for tap in 0..<down.taps {
        let row = max(top, min(bottom, Int(down.first[y]) + tap))
        rows.base[tap] = UnsafePointer(between.row(row - top, plane: 0))
        rows.weights[tap] = down.weights[tap * down.count + y]
      }
      engine.kernels.pointee.sum_rows(
        output.row(y, plane: 0), rows.base, rows.weights, Int32(down.taps),
        Int32(output.rect.width))
    }
  }

  private func run(_ engine: Engine, _ across: ResampleAxis, into between: Raster) {
    let (lowest, count) = (across.lowest, across.highest - across.lowest + 1)
    let first = across.first.map { $0 - Int32(lowest) }
    let steady = across.steadyStep.map { (step: $0, weights: across.weights(of: 0)) }
    engine.pool.run(count: between.rect.height, worker: { RowBuffer(count + 4) }) {
      [self] line, y in
      var plane = view.encoded
      engine.kernels.pointee.widen(
        line.base, &plane, Int64(lowest), Int64(between.rect.minY + y), Int32(count))
      if let steady {
        engine.kernels.pointee.resample_steady(
          between.row(y, plane: 0), line.base, steady.step, steady.weights, Int32(across.taps),
          Int32(across.count))
        return
      }
      engine.kernels.pointee.resample(
        between.row(y, plane: 0), line.base, first, across.weights, Int32(across.taps),
        Int32(across.count))
    }
  }
}

/// One thread's list of the rows that a row is made from, and their weights.
private final class RowList {
  let base: UnsafeMutablePointer<UnsafePointer<Float>?>
  let weights: UnsafeMutablePointer<Float>

  /// Room for `count` rows.
  init(_ count: Int) {
    base = .allocate(capacity: count)
    base.initialize(repeating: nil, count: count)
    weights = .allocate(capacity: count)
    weights.initialize(repeating: 0, count: count)
  }

  deinit {
    base.deallocate()
    weights.deallocate()
  }
}
