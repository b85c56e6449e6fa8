// SPDX-License-Identifier: MIT

import CKernels

/// One thread's rows of a plane while it is resampled: brought to their new width, and kept for as long as the
/// rows below are made from them too.
final class ResampleRows {
  /// The rows that the next row is made from, and their weights.
  let chosen: UnsafeMutablePointer<UnsafePointer<Float>?>
  let weights: UnsafeMutablePointer<Float>
  private(set) var chosenCount = 0

  /// The plane, which whoever runs the pass keeps.
  private var plane: mr_plane
  private let across: ResampleAxis
  /// The first samples of `across`, counted from the first that is read.
  private let first: [Int32]
  private let steadyWeights: [Float]
  /// One row of the plane, where pixels have weights of their own.
  private let line: RowBuffer
  /// Which row each place holds; −1 for none. Row y has the place y modulo their number.
  private let held: UnsafeMutablePointer<Int>
  private let rowCount: Int
  private let rows: RowBuffer
  private let stride: Int

  /// Room for `rowCount` rows of `view`, each resampled along `across`.
  init(_ view: PlaneView, across: ResampleAxis, rowCount: Int) {
    (plane, self.across, self.rowCount) = (view.encoded, across, rowCount)
    let lowest = Int32(across.lowest)
    first = across.steadyStep == nil ? across.first.map { $0 - lowest } : []
    steadyWeights = across.steadyStep == nil ? [] : across.weights(of: 0)
    line = RowBuffer(across.steadyStep == nil ? across.highest - across.lowest + 5 : 0)
    stride = (across.count + 15) & ~15
    held = .allocate(capacity: rowCount)
    held.initialize(repeating: -1, count: rowCount)
    rows = RowBuffer(stride * rowCount)
    chosen = .allocate(capacity: rowCount)
    chosen.initialize(repeating: nil, count: rowCount)
    weights = .allocate(capacity: rowCount)
    weights.initialize(repeating: 0, count: rowCount)
  }

  deinit {
    held.deallocate()
    chosen.deallocate()
    weights.deallocate()
  }

  /// Chooses the rows that pixel `y` of `down` is made from; beyond a plane of `height` rows its edge repeats.
  func gather(_ down: ResampleAxis, _ y: Int, height: Int, _ kernels: UnsafePointer<mr_kernels>) {
    chosenCount = 0
    for tap in 0..<down.taps {
      let weight = down.weights[tap * down.count + y]
      if weight == 0 { continue }
      let row = max(0, min(height - 1, Int(down.first[y]) + tap))
      chosen[chosenCount] = UnsafePointer(resampled(row, kernels))
      weights[chosenCount] = weight
      chosenCount += 1
    }
  }

  private func resampled(_ row: Int, _ kernels: UnsafePointer<mr_kernels>)
    -> UnsafeMutablePointer<Float>
  {
    let place = row % rowCount
    let out = rows.base + place * stride
    if held[place] == row { return out }
    held[place] = row
    let lowest = Int64(across.lowest)
    if let step = across.steadyStep {
      kernels.pointee.resample_steady(
        out, &plane, lowest, Int64(row), step, steadyWeights, Int32(across.taps),
        Int32(across.count))
    } else {
      kernels.pointee.widen(line.base, &plane, lowest, Int64(row), Int32(line.count - 4))
      kernels.pointee.resample(
        out, line.base, first, across.weights, Int32(across.taps), Int32(across.count))
    }
    return out
  }
}
