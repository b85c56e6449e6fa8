// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore

/// A segment played faster or slower as a tape would: the pitch goes with the speed.
///
/// Sample *k* of the segment is the source, interpolated, at an exact fraction of a sample that depends
/// on *k* only. The interpolation sees the source beyond the segment's edges, so a split changes nothing.
final class VarispeedReader: SegmentReader {
  private let window: SourceWindow
  private let channelCount: Int
  private let path: SourcePath
  private let table: SincTable

  /// Reads `window` along `path`.
  init(window: SourceWindow, channelCount: Int, path: SourcePath) {
    (self.window, self.channelCount, self.path) = (window, channelCount, path)
    table = SincTable.table(rate: path.rate)
  }

  func read(from position: Int64, frameCount: Int) throws -> [[Float]] {
    var planes = [[Float]](
      repeating: [Float](repeating: 0, count: frameCount), count: channelCount)
    var done = 0
    while done < frameCount {
      let count = min(frameCount - done, stepSize)
      try interpolate(&planes, at: done, from: position + Int64(done), count: count)
      done += count
    }
    return planes
  }

  /// Few enough output samples that the stretch of source under them stays small.
  private var stepSize: Int { max(1, Int(65536 / max(1, path.rate))) }

  private func interpolate(
    _ planes: inout [[Float]], at index: Int, from position: Int64, count: Int
  ) throws {
    var walk = path.walk(at: position)
    let half = Int64(table.taps / 2)
    let last = path.walk(at: position + Int64(count - 1)).index
    let first = walk.index - half
    let start = try window.require(first, last + half + 1)
    walk.index = half
    for channel in 0..<channelCount {
      window.plane(channel).withUnsafeBufferPointer { source in
        table.weights.withUnsafeBufferPointer { weights in
          planes[channel].withUnsafeMutableBufferPointer { out in
            guard let source = source.baseAddress, let out = out.baseAddress else { return }
            let sinc = mr_sinc_table(
              weights: weights.baseAddress, taps: table.taps, phases: table.phases)
            mr_samples_interpolate(out + index, count, source + start, walk, sinc)
          }
        }
      }
    }
  }
}
