// SPDX-License-Identifier: MIT

import MoonreelCore

/// A stretch of a track: a source range shown over a target range, or nothing
/// (`AVCompositionTrackSegment`).
public struct Segment: Sendable {
  /// Where the media comes from; `nil` for an empty segment.
  public internal(set) var source: SegmentSource?
  /// Where it lies on the track.
  public internal(set) var targetRange: TimeRange
  /// Source time for target time, without rounding; where there is a ``curve``, the straight line between
  /// its ends.
  public internal(set) var timing: ExactMapping
  /// Source time for target time where the speed changes; `nil` where it does not.
  public internal(set) var curve: TimeCurve?
  /// Whether the source runs backwards: each target time shows the last frame *before* its
  /// ``sourceTime(at:)``.
  public internal(set) var isReversed: Bool
  /// Where the script put it on its track, `"promo.lua:12"`, for messages; `nil`: unknown.
  public var place: String?
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

  /// A segment that shows `source` over the target range of `curve`, as it says.
  public init(source: SegmentSource, curve: TimeCurve) {
    let (first, last) = (curve.points[0].source, curve.points[curve.points.count - 1].source)
    let range = TimeRange(start: min(first, last), end: max(first, last))
    self.init(
      source: source, mapping: TimeMapping(source: range, target: curve.targetRange),
      isReversed: curve.isReversed)
    self.curve = curve
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

  /// Source seconds per target second: 2 is twice as fast. Never negative; see ``isReversed``. Where there is
  /// a ``curve``, the mean over the target range.
  public var rate: Rational {
    guard curve == nil else {
      return Rational(sourceRange.duration.flicks, targetRange.duration.flicks)
    }
    let rate = timing.rate
    return rate.numerator < 0 ? Rational(-rate.numerator, rate.denominator) : rate
  }

  /// The source time that belongs to `time` of the track; mirrored where the segment is reversed.
  /// Extrapolates outside the target range.
  public func sourceTime(at time: Time) -> Time {
    curve?.sourceTime(at: time) ?? timing.sourceTime(at: time)
  }

  /// The time of the track at which `sourceTime` is shown, rounded to the nearest flick; `nil` where the
  /// source stands still. Extrapolates outside the source range.
  public func targetTime(at sourceTime: Time) -> Time? {
    curve?.targetTime(at: sourceTime) ?? timing.targetTime(at: sourceTime)
  }
}

extension Segment {
  /// This segment `offset` later on its track.
  func shifted(by offset: Time) -> Segment {
    var segment = self
    segment.targetRange = targetRange.shifted(by: offset)
    segment.timing = timing.shifted(by: offset)
    segment.curve = curve?.shifted(by: offset)
    return segment
  }

  /// This segment, moved to `target`, after `range` of its track was stretched or squeezed to `duration`.
  func retimed(_ range: TimeRange, to duration: Time, over target: TimeRange) -> Segment {
    guard !isEmpty else { return Segment(empty: target) }
    var segment = self
    segment.targetRange = target
    segment.timing = timing.retimed(range, to: duration)
    segment.curve = curve?.retimed(range, to: duration)
    return segment
  }

  /// This segment after `range` of its track was turned round.
  func mirrored(in range: TimeRange) -> Segment {
    let target = TimeRange(
      start: range.start + (range.end - targetRange.end), duration: targetRange.duration)
    guard !isEmpty else { return Segment(empty: target) }
    var segment = self
    segment.targetRange = target
    segment.timing = timing.mirrored(in: range)
    segment.curve = curve?.mirrored(in: range)
    segment.isReversed.toggle()
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
        && timing.isSameLine(as: next.timing) && curve == next.curve
    }
    guard continues else { return nil }
    var segment = self
    segment.targetRange = targetRange.union(next.targetRange)
    return segment
  }
}

extension Segment {
  /// Whether `next` goes on with what is seen or heard exactly where this one ends.
  public func goesOn(in next: Segment) -> Bool {
    if joined(with: next) != nil { return true }
    guard targetRange.end == next.targetRange.start, let source, let other = next.source else {
      return false
    }
    return source.isSame(as: other) && curve == next.curve
      && isReversed == next.isReversed && timing.isSameLine(as: next.timing)
  }

  /// Its speed as plans write it: `"2"`, `"1/3"`, or `"0.25 to 4"` where it changes.
  public var speedText: String {
    guard let speeds = curve?.speeds else { return rate.description }
    func rounded(_ speed: Double) -> String {
      JSONValue.number((speed * 1000).rounded() / 1000).compactText
    }
    return "\(rounded(speeds.lowerBound)) to \(rounded(speeds.upperBound))"
  }
}
