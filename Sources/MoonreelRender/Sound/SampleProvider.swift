// SPDX-License-Identifier: MIT

import MoonreelCore

/// Where the mixer gets a source's samples from: a decoder, a generator, a nested timeline.
///
/// Positions count samples of the mixer's rate on the source's own clock, whose sample 0 is the source's
/// time zero. One thread at a time.
public protocol SampleProvider: AnyObject {
  /// `frameCount` samples from sample `start` on, in the mixer's rate and layout; silence before the
  /// source begins and after it ends.
  ///
  /// Values depend on positions only, never on the order or size of requests. Requests that continue
  /// where the last one ended are the common case and should be cheap; others may seek.
  ///
  /// - Throws: any error; the mix stops with it.
  func read(from start: Int64, frameCount: Int) throws -> SampleBuffer
}
