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
  /// times of files read lately are kept).
  ///
  /// - Throws: `MoonreelError`: `accessDenied`, `fileAccess` or `unsupportedFormat`.
  public func frameTimes(gate: FileGate) throws -> FrameTimes {
    let (_, index) = try FormatContext.openForReading(self, gate: gate)
    return FrameTimes(times: index.slots.map(\.time), tolerance: index.halfUnit)
  }
}
