// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore

/// Runs a program over the pixels of a frame and writes its rounded results, chroma halved where
/// the format says so.
///
/// Rounding is to nearest, halves up: ⌊v + ½⌋, limited to 0…the largest code value. Subsampled
/// chroma is the mean over its footprint where it is sited between pixels and (1 2 1)/4 where it is
/// co-sited; the frame's edge pixels repeat.
struct FrameWriter {
  private let outputs: [FrameEncoder.Output]
  private let planes: [FrameBuffer.Plane]
  private let size: PixelSize
  private let shiftX: Int
  private let shiftY: Int
  private let siting: ColorTags.ChromaSiting
  /// Of the rows that a row of chroma is made from.
  private let weights: [Float]

  /// A writer for pixels at luma resolution.
  init(_ outputs: [FrameEncoder.Output], to planes: [FrameBuffer.Plane], _ target: FrameTarget) {
    (self.outputs, self.planes, size) = (outputs, planes, target.size)
    let isSubsampled = outputs.contains { $0.component.isChroma }
    shiftX = isSubsampled ? target.format.chromaShiftX : 0
    shiftY = isSubsampled ? target.format.chromaShiftY : 0
    siting = target.color.siting
    weights = shiftY == 0 ? [1] : siting.row(of: 2) == 0.5 ? [0.5, 0.5] : [0.25, 0.5, 0.25]
  }

  /// A writer for pixels that are samples of planes of `size`, written as they are.
  init(_ outputs: [FrameEncoder.Output], to planes: [FrameBuffer.Plane], size: PixelSize) {
    (self.outputs, self.planes, self.size) = (outputs, planes, size)
    (shiftX, shiftY, siting, weights) = (0, 0, .left, [1])
  }

  /// Whether chroma lies on luma columns.
  private var isCosited: Bool { siting.column(of: 2) == 0 }

  /// Writes the blocks whose chroma reads one of the pixels in `touched`, or all.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where the picture's time is up.
  func run(_ bound: BoundProgram, _ engine: Engine, _ touched: [PixelRect]? = nil) throws {
    let strips = WriterStrips(
      size: size, shiftX: shiftX, shiftY: shiftY, siting: siting, width: bound.program.tileWidth,
      touched: touched)
    engine.pool.run(
      count: strips.count, worker: { FrameTile(bound, halving: shiftX > 0 ? outputs : []) }
    ) { tile, index in
      let (lines, ranges) = strips[index]
      // Columns after columns, as what is the same in all rows is kept.
      for range in ranges {
        for line in lines {
          if shiftX == 0 {
            row(line, range, tile, engine.kernels)
          } else {
            block(line, range, tile, engine.kernels)
          }
        }
      }
    }
    try engine.pool.clock.check()
  }

  /// One row of a frame whose components all have its resolution.
  private func row(
    _ y: Int, _ range: Range<Int>, _ tile: FrameTile, _ kernels: UnsafePointer<mr_kernels>
  ) {
    tile.worker.run(x: range.lowerBound, y: y, count: range.count)
    for (index, output) in outputs.enumerated() {
      store(output, tile.worker.output(index), range.lowerBound, y, range.count, kernels)
    }
  }

  /// The rows that share one row of chroma.
  private func block(
    _ blockIndex: Int, _ range: Range<Int>, _ tile: FrameTile,
    _ kernels: UnsafePointer<mr_kernels>
  ) {
    let top = blockIndex << shiftY
    let own = top..<min(size.height, top + (1 << shiftY))
    // Chroma on a row looks at the rows above and below it.
    let first = shiftY > 0 && siting.row(of: 2) == 0 ? top - 1 : top
    // Co-sited chroma looks at the pixel on its left.
    let lead = range.lowerBound > 0 && isCosited ? 1 : 0
    var drawn = (row: -1, line: 0)
    for line in weights.indices {
      let y = max(0, min(size.height - 1, first + line))
      if drawn.row != y {
        tile.run(x: range.lowerBound - lead, y: y, count: range.count + lead, line: line)
        if own.contains(y) { storeLuma(y, range, tile, lead, kernels) }
        drawn = (y, line)
      }
      tile.show(line: drawn.line, at: line, lead: lead, count: range.count)
    }
    halve(blockIndex, range, tile, kernels)
  }

  /// Stores what has full resolution.
  private func storeLuma(
    _ y: Int, _ range: Range<Int>, _ tile: FrameTile, _ lead: Int,
    _ kernels: UnsafePointer<mr_kernels>
  ) {
    for (index, output) in outputs.enumerated() where !output.component.isChroma {
      let values = tile.worker.output(index) + lead
      store(output, values, range.lowerBound, y, range.count, kernels)
    }
  }

  private func halve(
    _ blockIndex: Int, _ range: Range<Int>, _ tile: FrameTile,
    _ kernels: UnsafePointer<mr_kernels>
  ) {
    let count = (range.count + 1) >> 1
    var chroma = 0
    for output in outputs where output.component.isChroma {
      kernels.pointee.halve(
        tile.halved.base, tile.rows(chroma: chroma), weights, Int32(weights.count),
        isCosited ? 1 : 0, Int32(count))
      store(output, tile.halved.base, range.lowerBound >> 1, blockIndex, count, kernels)
      chroma += 1
    }
  }

  private func store(
    _ output: FrameEncoder.Output, _ values: UnsafePointer<Float>, _ x: Int, _ y: Int,
    _ count: Int, _ kernels: UnsafePointer<mr_kernels>
  ) {
    var target = output.target(in: planes, x: x, y: y)
    kernels.pointee.store(&target, values, Int32(count))
  }
}
