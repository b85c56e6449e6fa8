// SPDX-License-Identifier: MIT

import MoonreelCore

/// A stretch of a track: a source range shown over a target range, or nothing
/// (`AVCompositionTrackSegment`).
public struct Segment: Sendable {
  /// Where the media comes from; `nil` for an empty segment.
  public internal(set) var source: SegmentSource?
  /// Where it lies on the track.
  public internal(set) var targetRange: TimeRange
  /// Source time for target time, without rounding.
  public internal(set) var timing: ExactMapping
  /// Whether the source runs backwards: each target time shows the last frame *before* its
  /// ``sourceTime(at:)``.
  public internal(set) var isReversed: Bool
  /// Which insertion it came from; pieces of one insertion that meet again become one segment.
  var insertion: Int?
  /// What lies inside the source.
  let nesting: Nesting

  /// A segment that shows `source` as `mapping` says, backwards where `isReversed`.
  ///
  /// For example: `Segment(source: .asset(clip), mapping: TimeMapping(source: range, target: range))`.
  public init(source: SegmentSource?, mapping: TimeMapping, isReversed: Bool = false) {
    self.source = source
    nesting = Nesting(source)
    targetRange = mapping.target
    timing = ExactMapping(
      source == nil ? TimeMapping(source: mapping.target, target: mapping.target) : mapping,
      isReversed: source != nil && isReversed)
    self.isReversed = source != nil && isReversed
  }

  /// An empty segment over `targetRange`.
  public init(empty targetRange: TimeRange) {
    self.init(source: nil, mapping: TimeMapping(source: targetRange, target: targetRange))
  }

  /// Whether nothing is shown.
  public var isEmpty: Bool { source == nil }

  /// The stretch of the source, its ends rounded to the nearest flick.
  public var sourceRange: TimeRange {
    let (first, last) = (sourceTime(at: targetRange.start), sourceTime(at: targetRange.end))
    return TimeRange(start: min(first, last), end: max(first, last))
  }

  /// Source range and target range; equal for an empty segment.
  public var mapping: TimeMapping { TimeMapping(source: sourceRange, target: targetRange) }

  /// Source seconds per target second: 2 is twice as fast. Never negative; see ``isReversed``.
  public var rate: Rational {
    let rate = timing.rate
    return rate.numerator < 0 ? Rational(-rate.numerator, rate.denominator) : rate
  }

  /// The source time that belongs to `time` of the track; mirrored where the segment is reversed.
  /// Extrapolates outside the target range.
  public func sourceTime(at time: Time) -> Time { timing.sourceTime(at: time) }
}

extension Segment {
  /// This segment `offset` later on its track.
  func shifted(by offset: Time) -> Segment {
    var segment = self
    segment.targetRange = targetRange.shifted(by: offset)
    segment.timing = timing.shifted(by: offset)
    return segment
  }

  /// The part of this segment over `range` of the track.
  ///
  /// - Precondition: `range` lies inside the target range.
  func part(_ range: TimeRange) -> Segment {
    precondition(targetRange.contains(range), "a part lies inside its segment")
    var segment = self
    segment.targetRange = range
    return segment
  }

  /// This segment and `next` as one, where `next` goes on exactly where this one ends.
  func joined(with next: Segment) -> Segment? {
    guard targetRange.end == next.targetRange.start else { return nil }
    let continues: Bool
    if isEmpty || next.isEmpty {
      continues = isEmpty && next.isEmpty
    } else {
      continues =
        insertion != nil && insertion == next.insertion && isReversed == next.isReversed
        && timing.isSameLine(as: next.timing)
    }
    guard continues else { return nil }
    var segment = self
    segment.targetRange = targetRange.union(next.targetRange)
    return segment
  }
}
