// SPDX-License-Identifier: MIT

/// A source range laid over a target range of possibly another length (`CMTimeMapping`).
public struct TimeMapping: Hashable, Sendable {
  /// The stretch of the source.
  public var source: TimeRange
  /// Where it lies on the target.
  public var target: TimeRange

  /// `source` shown over `target`.
  public init(source: TimeRange, target: TimeRange) {
    self.source = source
    self.target = target
  }

  /// Source seconds per target second; 1 where the target has no length.
  public var rate: Rational {
    target.isEmpty ? .one : Rational(source.duration.flicks, target.duration.flicks)
  }

  /// The source time shown at `time` of the target; extrapolates outside the target range.
  public func sourceTime(at time: Time) -> Time {
    guard source.duration != target.duration, !target.isEmpty else {
      return source.start + (time - target.start)
    }
    return source.start
      + (time - target.start).multiplied(
        by: source.duration.flicks, dividedBy: target.duration.flicks)
  }

  /// The target time at which `time` of the source is shown; extrapolates outside the source range.
  public func targetTime(at time: Time) -> Time {
    TimeMapping(source: target, target: source).sourceTime(at: time)
  }
}
