// SPDX-License-Identifier: MIT

/// A half-open stretch of time: `start` is inside, `end` is not (`CMTimeRange`).
public struct TimeRange: Hashable, Sendable {
  /// The first time inside.
  public var start: Time
  /// How long it lasts; never negative.
  public var duration: Time

  /// The range of no length at zero.
  public static let zero = TimeRange(start: .zero, duration: .zero)
  /// All of representable time.
  public static let all = TimeRange(start: .distantPast, end: .distantFuture)

  /// The range of length `duration` from `start`.
  ///
  /// - Precondition: `duration` is not negative.
  public init(start: Time, duration: Time) {
    precondition(duration >= .zero, "a range's duration is not negative")
    self.start = start
    self.duration = duration
  }

  /// The range from `start` up to, not including, `end`.
  ///
  /// - Precondition: `end` is not before `start`.
  public init(start: Time, end: Time) {
    self.init(start: start, duration: end - start)
  }

  /// The range from `startSeconds` to `endSeconds`, values from outside.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) for times out of range or an end before the start.
  public init(seconds startSeconds: Double, _ endSeconds: Double) throws {
    let (start, end) = (try Time(seconds: startSeconds), try Time(seconds: endSeconds))
    guard start <= end else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot use \(start) to \(end) as a range: the end lies before the start.")
    }
    self.init(start: start, end: end)
  }

  /// The first time after the range.
  public var end: Time { start + duration }
  /// Whether the range has no length.
  public var isEmpty: Bool { duration == .zero }

  /// Whether `time` lies inside.
  public func contains(_ time: Time) -> Bool { start <= time && time < end }
  /// Whether all of `other` lies inside.
  public func contains(_ other: TimeRange) -> Bool { start <= other.start && other.end <= end }
  /// Whether the two share some time.
  public func overlaps(_ other: TimeRange) -> Bool {
    max(start, other.start) < min(end, other.end)
  }

  /// The time that both share; of no length at the later start where they share none.
  public func intersection(_ other: TimeRange) -> TimeRange {
    let from = max(start, other.start)
    return TimeRange(start: from, end: max(from, min(end, other.end)))
  }

  /// What is left of it without `others`, in order; they may come in any order, and overlap.
  public func excluding(_ others: [TimeRange]) -> [TimeRange] {
    var (left, start): ([TimeRange], Time) = ([], start)
    for other in others.sorted(by: { $0.start < $1.start }) where other.end > start {
      if other.start >= end { break }
      if other.start > start { left.append(TimeRange(start: start, end: other.start)) }
      start = other.end
    }
    if start < end { left.append(TimeRange(start: start, end: end)) }
    return left
  }

  /// The shortest range that holds both.
  public func union(_ other: TimeRange) -> TimeRange {
    TimeRange(start: min(start, other.start), end: max(end, other.end))
  }

  /// This range moved later by `offset` (earlier where negative).
  public func shifted(by offset: Time) -> TimeRange {
    TimeRange(start: start + offset, duration: duration)
  }
}

extension TimeRange: CustomStringConvertible {
  /// `"[1.000 s, 2.500 s)"`.
  public var description: String { "[\(start), \(end))" }
}
