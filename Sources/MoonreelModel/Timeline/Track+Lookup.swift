// SPDX-License-Identifier: MIT

import MoonreelCore

extension Track {
  /// The segment in force at `time`; `nil` before zero and from the end on. O(log n).
  public func segment(at time: Time) -> Segment? {
    segmentIndex(at: time).map { segments[$0] }
  }

  /// The index of the segment in force at `time`, or `nil` outside the track. O(log n).
  public func segmentIndex(at time: Time) -> Int? {
    guard time >= .zero else { return nil }
    let index = segments.partitioningIndex { $0.targetRange.end > time }
    return index < segments.count && segments[index].targetRange.contains(time) ? index : nil
  }

  /// The segments that share some time with `range`.
  public func segments(in range: TimeRange) -> ArraySlice<Segment> {
    let from = segments.partitioningIndex { $0.targetRange.end > range.start }
    let to = segments.partitioningIndex { $0.targetRange.start >= range.end }
    return segments[from..<max(from, to)]
  }

  /// The frame (or sample) of a source to be shown at `time`; `nil` in a gap and outside the track.
  public func wanted(at time: Time) -> WantedMedia? {
    guard let segment = segment(at: time), let source = segment.source else { return nil }
    return WantedMedia(
      trackID: id, source: source, time: segment.sourceTime(at: time),
      isBefore: segment.isReversed, segment: segment)
  }
}
