// SPDX-License-Identifier: MIT

import MoonreelCore

/// A gaussian blur: across, then down, by the definition.
///
/// The weight of a pixel at distance d is exp(−d² / 2σ²) for |d| ≤ ⌈3σ⌉, divided by the sum of all
/// weights; what the input raster does not hold counts as transparent.
final class BlurPass: Pass {
  let output: Raster
  private let input: Raster
  private let weightsX: [Float]
  private let weightsY: [Float]

  init(_ input: Raster, sigmaX: Double, sigmaY: Double, into output: Raster) {
    (self.input, self.output) = (input, output)
    weightsX = Self.weights(sigma: sigmaX)
    weightsY = Self.weights(sigma: sigmaY)
  }

  func inputs(_ engine: Engine) -> [Raster] { [input] }

  /// How far a blur of `sigma` pixels reaches.
  static func radius(sigma: Double) -> Int { sigma > 0 ? Int((3 * sigma).rounded(.up)) : 0 }

  /// The weights from −radius to radius.
  static func weights(sigma: Double) -> [Float] {
    let radius = radius(sigma: sigma)
    guard radius > 0 else { return [1] }
    let raw = (-radius...radius).map { offset in
      PortableMath.exp(-Double(offset * offset) / (2 * sigma * sigma))
    }
    let sum = raw.reduce(0, +)
    return raw.map { Float($0 / sum) }
  }

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
    let radius = weightsX.count / 2
    // The input's row with zeros on both sides, so that every tap is there.
    let padded = output.rect.width + 2 * radius
    let shift = output.rect.minX - radius - input.rect.minX
    engine.pool.run(count: input.rect.height, worker: { RowBuffer(padded) }) { [self] line, y in
      line.clear()
      let first = max(0, -shift)
      let last = min(padded, input.rect.width - shift)
      if first < last {
        (line.base + first).update(
          from: input.row(y, plane: plane) + first + shift, count: last - first)
      }
      engine.kernels.pointee.convolve(
        between.row(y, plane: 0), line.base, weightsX, Int32(weightsX.count),
        Int32(output.rect.width))
    }
  }

  private func down(_ engine: Engine, _ plane: Int, from between: Raster) {
    let radius = weightsY.count / 2
    let zeros = RowBuffer(output.rect.width)
    zeros.clear()
    engine.pool.run(count: output.rect.height, worker: { () }) { [self] _, y in
      let rows = (0..<weightsY.count).map { tap -> UnsafePointer<Float>? in
        let row = output.rect.minY + y + tap - radius - input.rect.minY
        guard (0..<input.rect.height).contains(row) else { return UnsafePointer(zeros.base) }
        return UnsafePointer(between.row(row, plane: 0))
      }
      engine.kernels.pointee.sum_rows(
        output.row(y, plane: plane), rows, weightsY, Int32(weightsY.count),
        Int32(output.rect.width))
    }
  }
}
