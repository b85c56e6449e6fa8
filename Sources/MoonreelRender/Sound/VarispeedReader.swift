// SPDX-License-Identifier: MIT

import MoonreelCore

/// A segment played faster or slower as a tape would: the pitch goes with the speed.
///
/// Sample *k* of the segment is the source, interpolated, at an exact fraction of a sample that depends
/// on *k* only. The interpolation sees the source beyond the segment's edges, so a split changes nothing.
/// Where the speed changes, the filter for the old speed is faded into the one for the new.
final class VarispeedReader: SegmentReader {
  private let window: SourceWindow
  private let channelCount: Int
  private let pieces: [TapePiece]
  /// Samples of source on either side that the widest filter sees.
  private let reach: Int64

  /// Samples that one filter takes to fade into the next.
  private static let fade: Int64 = 256

  /// Reads `window` along `pieces`, at least one, in order.
  init(window: SourceWindow, channelCount: Int, pieces: [TapePiece]) {
    (self.window, self.channelCount, self.pieces) = (window, channelCount, pieces)
    reach = Int64((pieces.map(\.table.taps).max() ?? 0) / 2)
  }

  func read(from position: Int64, frameCount: Int) throws -> [[Float]] {
    var planes = [[Float]](
      repeating: [Float](repeating: 0, count: frameCount), count: channelCount)
    var done = 0
    while done < frameCount {
      let place = position + Int64(done)
      let index = max(0, pieces.partitioningIndex { $0.start > place } - 1)
      let left = index + 1 < pieces.count ? pieces[index + 1].start - place : .max
      let most = min(Int64(frameCount - done), left, stepSize(pieces[index]))
      try interpolate(&planes, at: done, piece: index, from: place, count: Int(most))
      done += Int(most)
    }
    return planes
  }

  /// Few enough output samples that the stretch of source under them stays small.
  private func stepSize(_ piece: TapePiece) -> Int64 {
    max(1, Int64(65536 / max(1, piece.path.rate)))
  }

  private func interpolate(
    _ planes: inout [[Float]], at offset: Int, piece index: Int, from position: Int64, count: Int
  ) throws {
    let piece = pieces[index]
    var walk = piece.path.walk(at: position - piece.start)
    let last = piece.path.walk(at: position - piece.start + Int64(count - 1)).index
    let start = try window.require(walk.index - reach, last + reach + 1)
    walk.index = reach
    for channel in 0..<channelCount {
      piece.table.interpolate(
        window.plane(channel), from: start, along: walk, into: &planes[channel], at: offset, count)
    }
    let fading = Int(min(Int64(count), piece.start + Self.fade - position))
    guard index > 0, pieces[index - 1].table !== piece.table, fading > 0 else { return }
    for channel in 0..<channelCount {
      var old = [Float](repeating: 0, count: fading)
      pieces[index - 1].table.interpolate(
        window.plane(channel), from: start, along: walk, into: &old, at: 0, fading)
      for (k, value) in old.enumerated() {
        let share = Float(position + Int64(k) - piece.start) / Float(Self.fade)
        planes[channel][offset + k] = value + (planes[channel][offset + k] - value) * share
      }
    }
  }
}
