// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore

/// Blurs one plane along both axes, each by its own scheme; beyond the plane its edges repeat.
///
/// Rows are worked on in bands, each by one thread, and flow through a few lines that stay in the
/// cache; only the reduced planes in between, a quarter of the plane and less, are kept whole.
struct GaussianBlur {
  let x: BlurAxis
  let y: BlurAxis

  private static let bandHeight = 32

  /// The samples that the blurred ones of `output` depend on.
  func source(of output: PixelRect) -> PixelRect {
    let columns = x.source(of: output.minX..<output.maxX)
    let rows = y.source(of: output.minY..<output.maxY)
    return PixelRect(
      minX: columns.lowerBound, minY: rows.lowerBound, maxX: columns.upperBound,
      maxY: rows.upperBound)
  }

  /// Blurs `level` and gives `sink` the rows of `output`.
  func run(_ engine: Engine, _ level: BlurLevel, _ output: PixelRect, to sink: BlurSink) {
    let steps = max(x.halvings, y.halvings)
    // What is needed of the blurred plane at each resolution, and of the plane before it is blurred.
    var wanted = [output]
    for step in 0..<steps { wanted.append(mapped(wanted[step], step, BlurAxis.doubled)) }
    var needed = [wanted[steps].grown(x.radius, y.radius)]
    for step in (0..<steps).reversed() {
      needed.append(mapped(needed.last!, step, BlurAxis.halved))
    }
    needed.reverse()
    var (level, varying) = (level, level.rect)
    for step in 0..<steps {
      varying = mapped(varying, step, BlurAxis.varying)
      let raster = Raster(
        rect: needed[step + 1].clamped(into: varying), planeCount: 1)
      raster.allocate(from: engine.memory)
      reduce(engine, level, step, into: raster)
      level = BlurLevel(raster)
    }
    guard steps > 0 else { return fold(engine, level, output, to: sink) }
    var blurred = Raster(rect: wanted[steps], planeCount: 1)
    blurred.allocate(from: engine.memory)
    fold(engine, level, blurred.rect, to: .raster(blurred, plane: 0))
    for step in (1..<steps).reversed() {
      let next = Raster(rect: wanted[step], planeCount: 1)
      next.allocate(from: engine.memory)
      expand(engine, BlurLevel(blurred), step, next.rect, to: .raster(next, plane: 0))
      blurred = next
    }
    expand(engine, BlurLevel(blurred), 0, output, to: sink)
  }

  /// `rect` with the axes that are halved in `step` changed.
  private func mapped(_ rect: PixelRect, _ step: Int, _ change: (Range<Int>) -> Range<Int>)
    -> PixelRect
  {
    let columns = step < x.halvings ? change(rect.minX..<rect.maxX) : rect.minX..<rect.maxX
    let rows = step < y.halvings ? change(rect.minY..<rect.maxY) : rect.minY..<rect.maxY
    return PixelRect(
      minX: columns.lowerBound, minY: rows.lowerBound, maxX: columns.upperBound,
      maxY: rows.upperBound)
  }

  /// Calls `row` for every row of `rect`, in bands with a window each thread.
  private func rows(
    _ engine: Engine, of rect: PixelRect, _ window: @escaping () -> BlurWindow,
    _ row: @escaping (BlurWindow, Int) -> Void
  ) {
    let bands = (rect.height + Self.bandHeight - 1) / Self.bandHeight
    engine.pool.run(count: bands, worker: window) { window, band in
      let top = rect.minY + band * Self.bandHeight
      for y in top..<min(rect.maxY, top + Self.bandHeight) { row(window, y) }
    }
  }

  private func reduce(_ engine: Engine, _ level: BlurLevel, _ step: Int, into raster: Raster) {
    let rect = raster.rect
    let (across, down) = (step < x.halvings, step < y.halvings)
    let columns =
      across ? BlurAxis.halved(rect.minX..<rect.maxX) : rect.minX..<rect.maxX
    let kernels = engine.kernels
    rows(engine, of: rect) {
      BlurWindow(level, columns, rowCount: down ? 5 : 1, width: 0, kernels)
    } _: { window, y in
      window.point(at: down ? 2 * y - 2...2 * y + 2 : y...y, lead: across ? 2 : 0)
      kernels.pointee.reduce(
        raster.row(y - rect.minY, plane: 0), window.rows, down ? 5 : 1, across ? 1 : 0,
        Int32(rect.width))
    }
  }

  private func expand(
    _ engine: Engine, _ level: BlurLevel, _ step: Int, _ rect: PixelRect, to sink: BlurSink
  ) {
    let (across, down) = (step < x.halvings, step < y.halvings)
    let columns = across ? BlurAxis.doubled(rect.minX..<rect.maxX) : rect.minX..<rect.maxX
    let count = across ? columns.count - 2 : columns.count
    // Samples are doubled in pairs, of which the first may lie before the rectangle.
    let lead = across ? rect.minX - 2 * (columns.lowerBound + 1) : 0
    let kernels = engine.kernels
    rows(engine, of: rect) {
      BlurWindow(level, columns, rowCount: down ? 3 : 1, width: 2 * count, kernels)
    } _: { window, y in
      let row = y >> 1
      let range = !down ? y...y : y & 1 == 0 ? row - 1...row + 1 : row...row + 1
      window.point(at: range, lead: across ? 1 : 0)
      let place = lead == 0 ? sink.place(y) : nil
      kernels.pointee.expand(
        place ?? window.first.base, window.rows, Int32(range.count), across ? 1 : 0, Int32(count))
      if place == nil {
        sink.write(window.first.base + lead, y: y, count: rect.width, kernels)
      }
    }
  }

  private func fold(_ engine: Engine, _ level: BlurLevel, _ rect: PixelRect, to sink: BlurSink) {
    let columns = rect.minX - x.radius..<rect.maxX + x.radius
    let kernels = engine.kernels
    rows(engine, of: rect) {
      BlurWindow(
        level, columns, rowCount: max(2 * x.radius, 2 * y.radius) + 1, width: rect.width, kernels)
    } _: { window, row in
      window.point(at: row - y.radius...row + y.radius, lead: 0)
      kernels.pointee.fold(
        window.second.base, window.rows, y.weights, Int32(y.radius), Int32(columns.count))
      for tap in 0...2 * x.radius { window.rows[tap] = UnsafePointer(window.second.base) + tap }
      let place = sink.place(row)
      kernels.pointee.fold(
        place ?? window.first.base, window.rows, x.weights, Int32(x.radius), Int32(rect.width))
      if place == nil { sink.write(window.first.base, y: row, count: rect.width, kernels) }
    }
  }
}
