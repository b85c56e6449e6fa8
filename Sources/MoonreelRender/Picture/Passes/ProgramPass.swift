// SPDX-License-Identifier: MIT

/// Runs a tile program over the rectangle of a raster.
final class ProgramPass: Pass {
  let output: Raster
  private let builder: ProgramBuilder
  private let values: [Value]
  let memoKey: RasterMemo.Key?

  /// Rows that a thread takes at once: what is the same in all of them is computed once.
  private static let stripHeight = 8

  /// Fills `output`'s planes with `values`, evaluated at the raster's own pixels; `key` says what they follow
  /// from, where they may be kept.
  init(
    _ builder: ProgramBuilder, _ values: [Value], into output: Raster, key: RasterMemo.Key? = nil
  ) {
    (self.builder, self.values, self.output, memoKey) = (builder, values, output, key)
  }

  func inputs(_ engine: Engine) -> [Raster] {
    builder.rasters(of: engine.programs.program(for: builder, outputs: values))
  }

  func run(_ engine: Engine) {
    let bound = engine.bind(builder, outputs: values)
    let rect = output.rect
    let width = bound.program.tileWidth
    let strips = (rect.height + Self.stripHeight - 1) / Self.stripHeight
    engine.pool.run(count: strips, worker: { TileWorker(bound) }) { [self] worker, strip in
      let top = strip * Self.stripHeight
      for start in stride(from: 0, to: rect.width, by: width) {
        let count = min(width, rect.width - start)
        for row in top..<min(rect.height, top + Self.stripHeight) {
          worker.run(x: rect.minX + start, y: rect.minY + row, count: count)
          for plane in 0..<output.planeCount {
            (output.row(row, plane: plane) + start)
              .update(from: worker.output(plane), count: count)
          }
        }
      }
    }
  }
}
