// SPDX-License-Identifier: MIT

/// The mean over a square around each pixel: across, then down, with running sums. What the input
/// raster does not hold counts as 0.
final class BoxBlurPass: Pass {
  let output: Raster
  private let input: Raster
  private let mean: BoxMean

  init(_ input: Raster, _ mean: BoxMean, into output: Raster) {
    (self.input, self.mean, self.output) = (input, mean, output)
  }

  func inputs(_ engine: Engine) -> [Raster] { [input] }

  func run(_ engine: Engine) {
    let between = Raster(
      rect: PixelRect(
        minX: output.rect.minX, minY: input.rect.minY, maxX: output.rect.maxX,
        maxY: input.rect.maxY), planeCount: 1)
    between.allocate()
    for plane in 0..<output.planeCount {
      across(engine, plane, into: between)
      down(engine, plane, from: between)
    }
  }

  private func across(_ engine: Engine, _ plane: Int, into between: Raster) {
    // The row in fixed point, with zeros wherever a sum reaches.
    let count = output.rect.width + 2 * mean.reach + 1
    let first = output.rect.minX - mean.reach
    engine.pool.run(count: input.rect.height, worker: { [Int64](repeating: 0, count: count) }) {
      [self] line, y in
      var line = line
      let row = input.row(y, plane: plane)
      let (low, high) = (max(first, input.rect.minX), min(first + count, input.rect.maxX))
      for x in low..<max(low, high) {
        line[x - first] = BoxMean.fixed(row[x - input.rect.minX])
      }
      let result = between.row(y, plane: 0)
      let margin = mean.reach - mean.radius
      var sum = (margin..<margin + 2 * mean.radius + 1).reduce(0) { $0 &+ line[$1] }
      for x in 0..<output.rect.width {
        let (low, high) = (x + margin, x + margin + 2 * mean.radius)
        let outer = margin > 0 ? line[low - 1] &+ line[high + 1] : 0
        result[x] = mean.mean(sum, outer)
        sum = sum &+ line[high + 1] &- line[low]
      }
    }
  }

  /// Columns that are summed together, by one thread.
  private static let stripWidth = 64

  private func down(_ engine: Engine, _ plane: Int, from between: Raster) {
    let width = output.rect.width
    let strips = (width + Self.stripWidth - 1) / Self.stripWidth
    engine.pool.run(count: strips, worker: { () }) { [self] _, strip in
      let start = strip * Self.stripWidth
      let columns = start..<min(width, start + Self.stripWidth)
      var sums = [Int64](repeating: 0, count: Self.stripWidth)
      for row in -mean.radius..<mean.radius { add(row, to: &sums, columns, between) }
      for y in 0..<output.rect.height {
        add(y + mean.radius, to: &sums, columns, between)
        let result = output.row(y, plane: plane)
        let (above, below) = (
          self.row(y - mean.radius - 1, between), self.row(y + mean.radius + 1, between)
        )
        for x in columns {
          let outer =
            (above.map { BoxMean.fixed($0[x]) } ?? 0)
            &+ (below.map { BoxMean.fixed($0[x]) } ?? 0)
          result[x] = mean.mean(sums[x - start], outer)
        }
        add(y - mean.radius, to: &sums, columns, between, sign: -1)
      }
    }
  }

  /// The row that lies at the output's row `y`; `nil` where there is none.
  private func row(_ y: Int, _ between: Raster) -> UnsafeMutablePointer<Float>? {
    let row = y + output.rect.minY - between.rect.minY
    return (0..<between.rect.height).contains(row) ? between.row(row, plane: 0) : nil
  }

  private func add(
    _ y: Int, to sums: inout [Int64], _ columns: Range<Int>, _ between: Raster, sign: Int64 = 1
  ) {
    guard let row = row(y, between) else { return }
    for x in columns {
      sums[x - columns.lowerBound] &+= sign &* BoxMean.fixed(row[x])
    }
  }
}
