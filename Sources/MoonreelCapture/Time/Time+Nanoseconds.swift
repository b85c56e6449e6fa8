// SPDX-License-Identifier: MIT

import MoonreelCore

/// Times of a capture are those of the machine's clock, `CLOCK_MONOTONIC`: what ``CaptureClock/now`` gives.
extension Time {
  /// `nanoseconds` of a clock, rounded down to a flick; limited to ±100 years.
  public init(nanoseconds: Int64) {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let limited = min(max(seconds, -3_155_759_999), 3_155_759_999)
    self.init(
      flicks: limited * Self.flicksPerSecond + rest * Self.flicksPerSecond / 1_000_000_000)
  }

  /// The same in nanoseconds.
  public var nanoseconds: Int64 { value(timescale: 1_000_000_000) }
}
