// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// Measures how the pictures of a file change; see ``PictureChanges``.
///
/// Every frame is decoded once; of each about 160 × 90 points are looked at. What was measured is kept in the process, up to
/// 32 MB of the latest, and found again for a file that was not changed since.
public struct PictureChangeReader: Sendable {
  /// The most frames that are looked at: more than ten hours at 60 a second.
  public static let mostFrames = 2_200_000

  private let gate: FileGate
  private let warnings: WarningLog?

  /// A reader that opens files through `gate`, and stops when its flag is set.
  public init(gate: FileGate, warnings: WarningLog? = nil) {
    (self.gate, self.warnings) = (gate, warnings)
  }

  private static let known = MeasuredFiles<PictureChanges>(limit: 32 << 20) {
    $0.frames.count * MemoryLayout<PictureChanges.Frame>.stride
  }

  /// What is measured of `range` of a track of pictures (`nil`: all of it).
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` for a range that has no frames, `limitExceeded` for more than
  ///   ``mostFrames``, `cancelled`; what reading throws.
  public func changes(of track: AssetTrack, range: TimeRange? = nil) throws -> PictureChanges {
    let range = range?.intersection(track.timeRange) ?? track.timeRange
    return try Self.known.value(of: track, range, gate: gate) { try measure(track, range) }
  }

  private func measure(_ track: AssetTrack, _ range: TimeRange) throws -> PictureChanges {
    let times = try track.frames(
      try track.frameTimes(gate: gate).times.filter { range.contains($0) }, in: range,
      atMost: Self.mostFrames, toDo: "find scenes")
    let reader = try VideoReader(track: track, gate: gate, warnings: warnings)
    var (frames, before): ([PictureChanges.Frame], LumaPoints?) = ([], nil)
    frames.reserveCapacity(times.count)
    for (index, time) in times.enumerated() {
      try gate.cancellation.check()
      let next = index + 1 < times.count ? times[index + 1] : nil
      let points = LumaPoints(try reader.frame(at: time, next: next).buffer)
      frames.append(
        .init(
          time: time, difference: before.map { points.difference(from: $0) } ?? 0,
          brightness: points.brightness))
      before = points
    }
    return PictureChanges(range: range, frames: frames)
  }
}
