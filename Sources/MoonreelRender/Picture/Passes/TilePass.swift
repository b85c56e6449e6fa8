// SPDX-License-Identifier: MIT

/// Lays a raster beside itself again and again, or every second time mirrored.
final class TilePass: Pass {
  let output: Raster
  private let input: Raster
  private let mirrors: Bool

  /// Fills `output` with `input`, whose corner lies at the origin.
  init(_ input: Raster, mirrors: Bool, into output: Raster) {
    (self.input, self.mirrors, self.output) = (input, mirrors, output)
  }

  func inputs(_ engine: Engine) -> [Raster] { [input] }

  /// The place inside `0..<count` that stands at `index`.
  static func wrapped(_ index: Int, _ count: Int, _ mirrors: Bool) -> Int {
    let period = mirrors ? 2 * count : count
    let place = ((index % period) + period) % period
    return place < count ? place : period - 1 - place
  }

  func run(_ engine: Engine) {
    let width = input.rect.width
    engine.pool.run(count: output.rect.height, worker: { () }) { [self] _, y in
      let row = Self.wrapped(output.rect.minY + y, input.rect.height, mirrors)
      for plane in 0..<output.planeCount {
        let (from, to) = (input.row(row, plane: plane), output.row(y, plane: plane))
        // As far as each tile goes on.
        var x = 0
        while x < output.rect.width {
          let first = Self.wrapped(output.rect.minX + x, width, mirrors)
          let isForward = !mirrors || Self.wrapped(output.rect.minX + x, 2 * width, false) < width
          let count = min(output.rect.width - x, isForward ? width - first : first + 1)
          if isForward {
            (to + x).update(from: from + first, count: count)
          } else {
            for step in 0..<count { to[x + step] = from[first - step] }
          }
          x += count
        }
      }
    }
  }
}
