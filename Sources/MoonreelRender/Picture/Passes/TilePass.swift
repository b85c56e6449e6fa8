// SPDX-License-Identifier: MIT

/// Lays a raster beside itself again and again, or every second time mirrored.
final class TilePass: Pass {
  let output: Raster
  private let input: Raster
  /// The column (row) of the input for each column (row) of the output.
  private let columns: [Int]
  private let rows: [Int]

  /// Fills `output` with `input`, whose corner lies at the origin.
  init(_ input: Raster, mirrors: Bool, into output: Raster) {
    (self.input, self.output) = (input, output)
    columns = (output.rect.minX..<output.rect.maxX).map {
      Self.wrapped($0, input.rect.width, mirrors)
    }
    rows = (output.rect.minY..<output.rect.maxY).map {
      Self.wrapped($0, input.rect.height, mirrors)
    }
  }

  func inputs(_ engine: Engine) -> [Raster] { [input] }

  /// The place inside `0..<count` that stands at `index`.
  static func wrapped(_ index: Int, _ count: Int, _ mirrors: Bool) -> Int {
    let period = mirrors ? 2 * count : count
    let place = ((index % period) + period) % period
    return place < count ? place : period - 1 - place
  }

  func run(_ engine: Engine) {
    engine.pool.run(count: output.rect.height, worker: { () }) { [self] _, y in
      for plane in 0..<output.planeCount {
        let (from, to) = (input.row(rows[y], plane: plane), output.row(y, plane: plane))
        columns.withUnsafeBufferPointer { columns in
          for x in columns.indices { to[x] = from[columns[x]] }
        }
      }
    }
  }
}
