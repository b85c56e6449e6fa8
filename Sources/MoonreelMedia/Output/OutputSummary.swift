// SPDX-License-Identifier: MIT

import MoonreelCore

/// What was written.
public struct OutputSummary: Hashable, Sendable {
  /// The file, after symbolic links were followed; `-` for standard output; for a sequence its
  /// pattern.
  public var path: String
  /// Pictures in the file.
  public var frames: Int64
  /// Samples a channel in the file.
  public var samples: Int64
  /// Bytes written.
  public var bytes: Int64
  /// The longer of the pictures' and the sound's duration.
  public var duration: Time
  /// The largest magnitude among the samples, before integers were saturated; full scale is 1.
  public var peak: Float
  /// How many samples were beyond full scale and so were saturated (integer codecs only).
  public var clippedSamples: Int64
  /// How loud the tracks of sound are, before they were encoded; none where there is none, and where packets were copied.
  public var loudnesses: [Loudness] = []
  /// The files that were written beside it, each by itself; in the order of the request.
  public var additional: [OutputSummary] = []
  /// What was rendered of the export's spans; `nil` where it was not exported by spans.
  public var spans: SpanSummary?
  /// Whether the file was cut at `OutputSettings.fileLengthLimit`.
  public var reachedLengthLimit: Bool

  /// A summary with every property given.
  public init(
    path: String, frames: Int64, samples: Int64, bytes: Int64, duration: Time, peak: Float = 0,
    clippedSamples: Int64 = 0, reachedLengthLimit: Bool = false
  ) {
    (self.path, self.frames, self.samples, self.bytes) = (path, frames, samples, bytes)
    (self.duration, self.peak, self.clippedSamples) = (duration, peak, clippedSamples)
    self.reachedLengthLimit = reachedLengthLimit
  }
}

/// How much of an export by spans was known.
public struct SpanSummary: Hashable, Sendable {
  /// How many spans there are.
  public var spans: Int
  /// How many of them came from the cache.
  public var reused: Int
  /// How many frames these have.
  public var framesReused: Int64

  /// A summary with every property given.
  public init(spans: Int, reused: Int, framesReused: Int64) {
    (self.spans, self.reused, self.framesReused) = (spans, reused, framesReused)
  }
}
