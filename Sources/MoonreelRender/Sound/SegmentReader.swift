// SPDX-License-Identifier: MIT

import MoonreelCore

/// Delivers the samples of one segment as they are heard on its track, before any gain.
protocol SegmentReader: AnyObject {
  /// `frameCount` samples from `position` on, counted from the segment's first sample on the track; one
  /// plane a channel. Values depend on positions only.
  func read(from position: Int64, frameCount: Int) throws -> [[Float]]
}

/// A segment played at its own speed: samples pass unchanged.
final class DirectReader: SegmentReader {
  private let window: SourceWindow
  private let channelCount: Int
  private let offset: Int64

  /// Plays `window` from source sample `offset` on.
  init(window: SourceWindow, channelCount: Int, offset: Int64) {
    (self.window, self.channelCount, self.offset) = (window, channelCount, offset)
  }

  func read(from position: Int64, frameCount: Int) throws -> [[Float]] {
    let first = offset + position
    let index = try window.require(first, first + Int64(frameCount))
    return (0..<channelCount).map { Array(window.plane($0)[index..<index + frameCount]) }
  }
}

/// What a reader delivers, as a source for another.
final class ReaderProvider: SampleProvider {
  private let reader: any SegmentReader
  private let sampleRate: Int

  /// The samples of `reader`, which are `sampleRate` a second.
  init(reader: any SegmentReader, sampleRate: Int) {
    (self.reader, self.sampleRate) = (reader, sampleRate)
  }

  func read(from start: Int64, frameCount: Int) throws -> SampleBuffer {
    let planes = try reader.read(from: start, frameCount: frameCount)
    return SampleBuffer(sampleRate: sampleRate, channels: planes)
  }
}
