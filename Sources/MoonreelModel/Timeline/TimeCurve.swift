// SPDX-License-Identifier: MIT

import MoonreelCore

/// Source time for target time where the speed changes: points, and straight lines between them.
///
///     source  ·                _,·'     slow, then fast: the line through the points is what is
///             ·         __,.-·'         played, its slope the speed
///             ·__..--··
///             '-----------------> target
///
/// The source runs in one direction all along, forwards or backwards. Before the first point and after the
/// last the outermost lines go on.
public struct TimeCurve: Hashable, Sendable {
  /// A source time and the target time at which it is shown.
  public struct Point: Hashable, Sendable {
    /// On the target's clock.
    public var target: Time
    /// On the source's clock.
    public var source: Time

    /// `source` shown at `target`.
    public init(target: Time, source: Time) { (self.target, self.source) = (target, source) }
  }

  /// The points in order of the target's time; at least two.
  public let points: [Point]

  /// The curve through `points`.
  ///
  /// For example, two seconds at half the speed, then one at double:
  ///
  ///     let ends: [(Int64, Int64)] = [(0, 0), (2, 1), (3, 3)]
  ///     let curve = try TimeCurve(ends.map { target, source in
  ///       TimeCurve.Point(target: Time(wholeSeconds: target), source: Time(wholeSeconds: source))
  ///     })
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) for fewer than two points, or where target times do not
  ///   rise or source times do not all rise or all fall.
  public init(_ points: [Point]) throws {
    guard let first = points.first, let last = points.last, points.count > 1 else {
      throw MoonreelError(
        .invalidTimeline, "Cannot make a time curve of \(points.count) points: give two or more.")
    }
    let falls = last.source < first.source
    for (index, (a, b)) in zip(points, points.dropFirst()).enumerated() {
      guard a.target < b.target, falls ? a.source > b.source : a.source < b.source else {
        throw MoonreelError(
          .invalidTimeline,
          "Cannot make a time curve: point \(index + 2) shows \(b.source.text) at \(b.target.text) "
            + "after \(a.source.text) at \(a.target.text). Target times must rise, source times "
            + "must all rise or all fall.")
      }
    }
    self.points = points
  }

  /// A curve whose points are known to be right.
  private init(known points: [Point]) { self.points = points }

  /// From the first point's target time to the last's.
  public var targetRange: TimeRange {
    TimeRange(start: points[0].target, end: points[points.count - 1].target)
  }

  /// Whether the source runs backwards.
  public var isReversed: Bool { points[points.count - 1].source < points[0].source }

  /// The lines, each from one point to the next.
  public var pieces: Zip2Sequence<[Point], ArraySlice<Point>> { zip(points, points.dropFirst()) }

  /// The slowest and the fastest speed, in source seconds a second, never negative. O(n).
  public var speeds: ClosedRange<Double> {
    let all = pieces.map { a, b in
      abs(Double((b.source - a.source).flicks)) / Double((b.target - a.target).flicks)
    }
    return (all.min() ?? 1)...(all.max() ?? 1)
  }

  /// The source time shown at `time`, rounded to the nearest flick. O(log n).
  public func sourceTime(at time: Time) -> Time {
    let (a, b) = piece { $0.target <= time }
    return a.source
      + (time - a.target).multiplied(
        by: (b.source - a.source).flicks, dividedBy: (b.target - a.target).flicks)
  }

  /// The target time at which `time` of the source is shown, rounded to the nearest flick. O(log n).
  public func targetTime(at time: Time) -> Time {
    let falls = isReversed
    let (a, b) = piece { falls ? $0.source >= time : $0.source <= time }
    return a.target
      + (time - a.source).multiplied(
        by: (b.target - a.target).flicks, dividedBy: (b.source - a.source).flicks)
  }

  /// The line that begins at the last point for which `isBefore` holds, or the outermost.
  private func piece(_ isBefore: (Point) -> Bool) -> (Point, Point) {
    let after = points.partitioningIndex { !isBefore($0) }
    let index = min(max(after - 1, 0), points.count - 2)
    return (points[index], points[index + 1])
  }
}

extension TimeCurve {
  /// The same curve `offset` later. O(n).
  func shifted(by offset: Time) -> TimeCurve {
    TimeCurve(known: points.map { Point(target: $0.target + offset, source: $0.source) })
  }

  /// The curve after the target stretch `range` was stretched or squeezed to `duration`, its start staying
  /// in place. Points that fall together become one. O(n).
  func retimed(_ range: TimeRange, to duration: Time) -> TimeCurve {
    let moved = points.map { point in
      let distance = (point.target - range.start)
        .multiplied(by: duration.flicks, dividedBy: range.duration.flicks)
      return Point(target: range.start + distance, source: point.source)
    }
    var kept: [Point] = []
    for point in moved {
      guard kept.last?.target == point.target else {
        kept.append(point)
        continue
      }
      if kept.count > 1 { kept[kept.count - 1] = point }
    }
    return TimeCurve(known: kept)
  }

  /// The curve after the target stretch `range` was turned round. O(n).
  func mirrored(in range: TimeRange) -> TimeCurve {
    TimeCurve(
      known: points.reversed().map {
        Point(target: range.start + (range.end - $0.target), source: $0.source)
      })
  }

  /// The curve of the same source played backwards about the middle of `range`: what fell rises. O(n).
  public func mirroredSource(in range: TimeRange) -> TimeCurve {
    TimeCurve(
      known: points.map {
        Point(target: $0.target, source: range.start + (range.end - $0.source))
      })
  }
}
