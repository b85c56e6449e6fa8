// SPDX-License-Identifier: MIT

extension TimeRange {
  /// `time` limited to the range; its end counts as inside (`CMTimeClampToRange`).
  public func clamp(_ time: Time) -> Time { time.clamped(to: start...end) }

  /// `time` moved into the range by whole lengths of it, as a loop would play
  /// (`CMTimeFoldIntoRange`); the start where the range has no length.
  public func fold(_ time: Time) -> Time {
    guard !isEmpty else { return start }
    let rest = (time - start).flicks % duration.flicks
    return start + Time(flicks: rest < 0 ? rest + duration.flicks : rest)
  }

  /// `range` mapped from this range to `target`, both ends rounded to the nearest flick
  /// (`CMTimeMapTimeFromRangeToRange`).
  public func map(_ range: TimeRange, to target: TimeRange) -> TimeRange {
    let mapping = TimeMapping(source: target, target: self)
    return TimeRange(
      start: mapping.sourceTime(at: range.start), end: mapping.sourceTime(at: range.end))
  }
}
