// SPDX-License-Identifier: MIT

import MoonreelCore

extension AssetTrack {
  /// When the frames of a track begin.
  public struct FrameTimes: Sendable {
    /// Ascending, on the asset's clock.
    public var times: [Time]
    /// How much earlier than its time a frame counts as due: half a unit of the stream's time base.
    public var tolerance: Time
  }

  /// When each frame of this track of pictures begins, found by reading the file's packets (once: the
  /// times of files read lately are kept), and where the file breaks off before the end that it states.
  ///
  /// - Throws: `MoonreelError`: `accessDenied`, `fileAccess` or `unsupportedFormat`.
  public func frameTimes(gate: FileGate) throws -> FrameTimes {
    let (_, index) = try FormatContext.openForReading(self, gate: gate)
    var times = index.slots.map(\.time)
    // Who asks for the place where the file breaks off gets its error or its warning.
    if let brokenAt = index.brokenAt, brokenAt < timeRange.end,
      times.last.map({ $0 < brokenAt }) ?? true
    {
      times.append(brokenAt)
    }
    return FrameTimes(times: times, tolerance: index.halfUnit)
  }
}
