// SPDX-License-Identifier: MIT

import MoonreelCore

/// How much the frames of a film differ from those before them, and how bright they are.
public struct PictureChanges: Sendable {
  /// What is measured of one frame.
  struct Frame: Sendable {
    /// When it appears, on the asset's clock.
    var time: Time
    /// How much its luma differs from that of the frame before: the mean over all points, 0…1; 0 in the first.
    var difference: Float
    /// The luma, 0 black to 1 white, that 98 % of its points do not exceed.
    var brightness: Float
  }

  /// The stretch that was measured, on the asset's clock.
  public let range: TimeRange
  let frames: [Frame]

  /// Where scenes begin, the first left out: frames that differ from the one before by `threshold` and more, and do so by as
  /// much more than that one differs from its own predecessor. This is what ffmpeg's `scdet` calls the score, over 100.
  ///
  /// - Parameter duration: how far they lie apart at least.
  public func scenes(above threshold: Double, lasting duration: Time = .zero) -> [Time] {
    var (scenes, before): ([Time], Float) = ([], 0)
    for (index, frame) in frames.enumerated() {
      let score = min(frame.difference, abs(frame.difference - before))
      before = frame.difference
      guard index > 0, Double(score) >= threshold else { continue }
      if frame.time - (scenes.last ?? range.start) >= duration { scenes.append(frame.time) }
    }
    return scenes
  }

  /// The stretches in which 98 % of every frame have a luma of at most `threshold`, 0 black to 1 white.
  ///
  /// - Parameter duration: shorter stretches do not count.
  public func blacks(below threshold: Double, lasting duration: Time) -> [TimeRange] {
    var (ranges, start): ([TimeRange], Time?) = ([], nil)
    func close(at end: Time) {
      if let start, end - start >= duration { ranges.append(TimeRange(start: start, end: end)) }
      start = nil
    }
    for frame in frames {
      if Double(frame.brightness) <= threshold {
        start = start ?? max(frame.time, range.start)
      } else {
        close(at: frame.time)
      }
    }
    close(at: range.end)
    return ranges
  }
}
