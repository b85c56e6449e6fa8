// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

extension StillGenerator {
  /// A time within the tolerances at which the topmost clip has a key frame, so that one picture is
  /// decoded instead of all from the key frame on; `nil` where there is none.
  func cheaperTime(near time: Time) -> Time? {
    guard toleranceBefore > .zero || toleranceAfter > .zero else { return nil }
    for track in timeline.tracks(.video).reversed() where track.isEnabled {
      guard let segment = track.segment(at: time), !segment.isEmpty else { continue }
      guard case .asset(let asset)? = segment.source, asset.video?.isStillImage != true,
        !segment.isReversed
      else { return nil }
      return keyTime(of: asset, segment, near: time)
    }
    return nil
  }

  private func keyTime(of asset: AssetTrack, _ segment: Segment, near time: Time) -> Time? {
    guard let packets = try? PacketReader(track: asset, gate: gate) else { return nil }
    let limits = TimeRange(
      start: max(segment.targetRange.start, time - toleranceBefore),
      end: max(time, min(segment.targetRange.end - Time(flicks: 1), time + toleranceAfter)))
    // The key frame before the time, else the one before the end of the tolerance.
    for wanted in [time, limits.end] {
      guard (try? packets.seek(to: segment.sourceTime(at: wanted))) != nil,
        let key = (try? packets.next())?.presentationTime,
        let shown = segment.targetTime(at: key)
      else { continue }
      if shown >= limits.start, shown <= limits.end { return shown }
    }
    return nil
  }
}
