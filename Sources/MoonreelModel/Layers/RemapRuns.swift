// SPDX-License-Identifier: MIT

import MoonreelCore

/// Gathers the straight pieces of a remapped source into runs of one direction, for the layer's sound.
///
/// What cannot be heard is left out and parts the runs: a source that stands still, runs slower than 1/32 or
/// faster than 32 times, or is beyond its ends. Pieces in one line become one.
struct RemapRuns {
  typealias Point = TimeCurve.Point

  /// Each at least two points, in order of the target's time.
  private(set) var runs: [[Point]] = []
  private let limits: ClosedRange<Time>
  /// The slopes of lines from the run's last but one point that pass all points left out since.
  private var slopes = -Double.infinity...Double.infinity

  /// How many times slower or faster sound is still played.
  private static let audible: Int128 = 32
  /// How far in flicks a point may lie off a line that is to pass it. Every point is rounded, those before a
  /// jump are a flick early; eight flicks are 11 ns.
  private static let tolerance = 8.0

  /// Runs within `limits` of the source.
  init(within limits: ClosedRange<Time>) { self.limits = limits }

  /// Adds the piece from `start` to `end`, which begins where the last one ended or later.
  mutating func add(_ start: Point, _ end: Point) {
    guard Self.isAudible(start, end), let (start, end) = clipped(start, end) else { return }
    guard continues(start, end) else { return begin(start, end) }
    let (run, last) = (runs.count - 1, runs[runs.count - 1].count - 1)
    let anchor = runs[run][last - 1]
    if slopes.contains(Self.slope(anchor, end)) {
      runs[run][last] = end
      narrow(anchor, end)
    } else {
      runs[run].append(end)
      slopes = -Double.infinity...Double.infinity
      narrow(start, end)
    }
  }

  /// Whether the piece goes on where the last run ends, in its direction. The run is looked at in place: a
  /// copy kept here would make every point that is added copy all before it.
  private func continues(_ start: Point, _ end: Point) -> Bool {
    guard !runs.isEmpty, runs[runs.count - 1].last == start else { return false }
    let (first, second) = (runs[runs.count - 1][0], runs[runs.count - 1][1])
    return (second.source > first.source) == (end.source > start.source)
  }

  private mutating func begin(_ start: Point, _ end: Point) {
    runs.append([start, end])
    slopes = -Double.infinity...Double.infinity
    narrow(start, end)
  }

  /// Keeps the slopes of those lines from `anchor` that pass `point`.
  private mutating func narrow(_ anchor: Point, _ point: Point) {
    let slope = Self.slope(anchor, point)
    let slack = Self.tolerance / Double((point.target - anchor.target).flicks)
    let low = max(slopes.lowerBound, slope - slack)
    slopes = low...max(low, min(slopes.upperBound, slope + slack))
  }

  private static func slope(_ start: Point, _ end: Point) -> Double {
    Double((end.source - start.source).flicks) / Double((end.target - start.target).flicks)
  }

  private static func isAudible(_ start: Point, _ end: Point) -> Bool {
    let length = Int128((end.target - start.target).flicks)
    let moved = Int128((end.source - start.source).flicks.magnitude)
    return moved > 0 && length <= moved * audible && moved <= length * audible
  }

  /// The part of the piece that lies within the limits.
  private func clipped(_ start: Point, _ end: Point) -> (Point, Point)? {
    func at(_ source: Time) -> Point {
      let passed = (source - start.source)
        .multiplied(
          by: (end.target - start.target).flicks, dividedBy: (end.source - start.source).flicks)
      return Point(target: start.target + passed, source: source)
    }
    let (first, last) = (start.source.clamped(to: limits), end.source.clamped(to: limits))
    guard first != last else { return nil }
    let part = (first == start.source ? start : at(first), last == end.source ? end : at(last))
    return part.0.target < part.1.target ? part : nil
  }
}

extension Layer {
  /// The segments that play the sound of a remapped source within `whole`, in order; it is silent between
  /// them.
  ///
  /// - Throws: what an expression throws.
  func remappedSound(
    _ source: SegmentSource, _ remap: Animated<Double>, in whole: TimeRange
  ) throws -> [Segment] {
    let target = timeRange.intersection(whole)
    let available = source.availableRange
    var runs = RemapRuns(within: (available?.start ?? .zero)...(available?.end ?? .distantFuture))
    let times = breakTimes(of: remap, in: target).union([target.start, target.end]).sorted()
    for (start, end) in zip(times, times.dropFirst()) {
      runs.add(
        TimeCurve.Point(target: start, source: try sourceTime(remap, at: start)),
        TimeCurve.Point(target: end, source: try sourceTime(remap, upTo: end)))
    }
    return try runs.runs.map { try Self.segment(source, $0) }
  }

  private static func segment(_ source: SegmentSource, _ run: [TimeCurve.Point]) throws -> Segment {
    let curve = try TimeCurve(run)
    let segment = Segment(source: source, curve: curve)
    guard run.count == 2 else { return segment }
    return Segment(source: source, mapping: segment.mapping, isReversed: segment.isReversed)
  }

  private func sourceTime(_ remap: Animated<Double>, at time: Time) throws -> Time {
    try Time(seconds: try remap.value(at: localTime(time)))
  }

  /// The source time that is reached at `time`, even where it jumps there.
  private func sourceTime(_ remap: Animated<Double>, upTo time: Time) throws -> Time {
    let there = try sourceTime(remap, at: time)
    let before = try sourceTime(remap, at: time - Time(flicks: 1))
    let isJump = abs((there - before).flicks) > Time.flicksPerSecond / 1_000_000
    return isJump ? before : there
  }
}
