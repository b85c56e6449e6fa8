// SPDX-License-Identifier: MIT

import MoonreelCore

/// When each picture of a file is shown, where that is no constant rate.
///
/// For example, a frame of a second and one of half a second:
///
///     try FrameSchedule([.zero, Time(wholeSeconds: 1)], end: Time(seconds: 1.5))
public struct FrameSchedule: Hashable, Sendable {
  /// One unit in seconds: the coarsest in which all times are whole, or 1/900,000 where that would be
  /// finer than a microsecond.
  public let timeBase: Rational
  /// When each frame begins, in units after the first: ascending, from 0.
  public let starts: [Int64]
  /// When the last frame ends, in units.
  public let end: Int64

  /// Frames that begin at `times`, the last of them ending at `end`. The first is the file's first
  /// moment, whatever its time.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) unless the times ascend, each at least 2 µs.
  public init(_ times: [Time], end: Time) throws {
    let first = times.first ?? end
    let flicks = (times + [end]).map { ($0 - first).flicks }
    let unit = Self.unit(of: flicks)
    let values = flicks.map { ($0 + unit / 2) / unit }
    for (index, pair) in zip(values, values.dropFirst()).enumerated() where pair.0 >= pair.1 {
      throw MoonreelError(
        .invalidArgument,
        "Cannot show frame \(index) from \(times[index]) on: the time after it is not later.")
    }
    timeBase = Rational(unit, Time.flicksPerSecond)
    (starts, self.end) = (Array(values.dropLast()), values[values.count - 1])
  }

  /// The frames `part` of `whole`, in the same units.
  init(_ whole: FrameSchedule, part: Range<Int64>) {
    let first = whole.start(ofFrame: part.lowerBound)
    timeBase = whole.timeBase
    starts = part.map { whole.start(ofFrame: $0) - first }
    end = whole.start(ofFrame: part.upperBound) - first
  }

  /// The unit in flicks.
  private static func unit(of flicks: [Int64]) -> Int64 {
    var divisor: Int64 = 0
    for value in flicks {
      var (a, b) = (divisor, abs(value))
      while b != 0 { (a, b) = (b, a % b) }
      divisor = a
    }
    guard divisor > 0 else { return Time.flicksPerSecond }
    let units = Rational(divisor, Time.flicksPerSecond)
    return units.denominator <= 1_000_000 ? divisor : Time.flicksPerSecond / 900_000
  }

  /// How many frames there are.
  public var count: Int64 { Int64(starts.count) }

  /// When frame `index` begins, in units; the end, for ``count`` and beyond.
  public func start(ofFrame index: Int64) -> Int64 { index < count ? starts[Int(index)] : end }

  /// The frame that begins at `start` units, or is on screen then.
  public func frame(at start: Int64) -> Int64 {
    Int64(max(starts.partitioningIndex { $0 > start } - 1, 0))
  }

  /// When frame `index` begins, after the first; the end, for ``count`` and beyond.
  public func time(ofFrame index: Int64) -> Time {
    Time(flicks: Time.flicksPerSecond)
      .multiplied(
        by: start(ofFrame: index) * timeBase.numerator, dividedBy: timeBase.denominator)
  }

  /// Frames a second on average, to six decimals; `nil` beyond what a rate can be.
  public var averageRate: FrameRate? {
    let seconds = time(ofFrame: count).seconds
    return seconds > 0 ? try? FrameRate(Double(count) / seconds) : nil
  }

  /// The two frames that would fall into the same of `units` a second, as a file counts them; `nil`
  /// where none do.
  func collision(unitsPerSecond units: Int64) -> Int64? {
    var last: Int64?
    for index in 0..<count {
      let value = time(ofFrame: index).value(timescale: units)
      if value == last { return index }
      last = value
    }
    return nil
  }
}
