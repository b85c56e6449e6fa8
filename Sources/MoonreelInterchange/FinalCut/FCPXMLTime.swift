// SPDX-License-Identifier: MIT

import MoonreelCore

/// Times as Final Cut Pro writes them: exact fractions of seconds, `1001/30000s`.
enum FCPXMLTime {
  /// `time` in lowest terms.
  static func text(_ time: Time) -> String { "\(Rational(time.flicks, Time.flicksPerSecond))s" }

  /// The time that `text` says, to a flick; `nil` where it is none, or beyond ±100 years.
  static func time(_ text: String) -> Time? {
    guard text.hasSuffix("s") else { return nil }
    let parts = text.dropLast().split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2, let numerator = Int64(parts[0]), let denominator = Int64(parts[1]) {
      return try? Time(value: numerator, timescale: denominator)
    }
    guard parts.count == 1 else { return nil }
    if let whole = Int64(parts[0]) { return try? Time(value: whole, timescale: 1) }
    return Double(parts[0]).flatMap { try? Time(seconds: $0) }
  }
}

/// How the time of a clip, in which its `start` and its keys are counted, becomes time of its media: straight lines
/// between points.
struct TimeMap: Hashable {
  struct Point: Hashable {
    var time: Time
    var value: Time
  }

  /// In order of time, two at least.
  var points: [Point]

  /// Frames of all usual rates and samples of all usual sounds begin at multiples of so many flicks.
  private static let step: Int64 = 40

  /// The moment of the media at `time`, within ±100 years, to 40 flicks: what was divided by a speed is whole again. Before
  /// the first and after the last point it goes on as there.
  func value(at time: Time) -> Time {
    let index = points.indices.dropFirst().first { points[$0].time >= time } ?? points.count - 1
    let (a, b) = (points[index - 1], points[index])
    let value =
      a.value
      + (time - a.time).multiplied(
        by: (b.value - a.value).flicks, dividedBy: (b.time - a.time).flicks)
    let steps = (value.flicks + (value.flicks < 0 ? -Self.step : Self.step) / 2) / Self.step
    return Time(flicks: steps * Self.step).limited
  }

  /// The speed, where it is one all along.
  var constantSpeed: Double? {
    let speeds = zip(points, points.dropFirst()).map { a, b in
      (b.value - a.value).seconds / (b.time - a.time).seconds
    }
    guard let first = speeds.first,
      speeds.allSatisfy({ abs($0 - first) <= 1e-6 * max(1, abs(first)) })
    else { return nil }
    return first
  }
}
