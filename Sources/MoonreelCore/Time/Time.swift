// SPDX-License-Identifier: MIT

/// A point in time or a duration: an exact count of flicks.
///
/// One flick is 1/705,600,000 s (2⁹·3²·5⁵·7² to the second), in which every common frame and sample
/// rate has a whole period. Sums are integer arithmetic and so associative; products use 128 bits.
///
/// AVFoundation's special times have plainer forms here: *invalid* and *indefinite* are `nil`,
/// *±infinity* are ``distantFuture`` and ``distantPast``. Values from outside enter through the
/// throwing initialisers, which refuse anything beyond ±100 years; sums of such values cannot overflow.
public struct Time: Hashable, Sendable {
  /// The count of flicks.
  public var flicks: Int64

  /// Flicks in one second.
  public static let flicksPerSecond: Int64 = 705_600_000
  /// The beginning of every timeline.
  public static let zero = Time(flicks: 0)
  /// +100 years (of 365.25 days): the last time accepted from outside.
  public static let distantFuture = Time(flicks: 3_155_760_000 * flicksPerSecond)
  /// −100 years: the first time accepted from outside.
  public static let distantPast = Time(flicks: -3_155_760_000 * flicksPerSecond)

  /// A time of exactly `flicks` flicks; unchecked, for values that are already times.
  public init(flicks: Int64) {
    self.flicks = flicks
  }

  /// A whole number of seconds, for constants in source code.
  ///
  /// - Precondition: `seconds` is within ±100 years.
  public init(wholeSeconds seconds: Int64) {
    precondition(abs(seconds) <= 3_155_760_000, "time beyond ±100 years")
    flicks = seconds * Self.flicksPerSecond
  }

  /// `value / timescale` seconds, rounded once.
  ///
  /// For example: `try Time(value: 1001, timescale: 30000)` is one frame of NTSC video.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) when `timescale` is not positive or the result
  ///   lies beyond ±100 years.
  public init(value: Int64, timescale: Int64, rounding: TimeRounding = .nearest) throws {
    guard timescale > 0 else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot make a time from \(value)/\(timescale): the timescale must be positive.")
    }
    self = try Time.scaled(value, Self.flicksPerSecond, timescale, rounding)
  }

  /// The flick nearest to `seconds`.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) when `seconds` is not finite or beyond ±100 years.
  public init(seconds: Double) throws {
    guard seconds.isFinite else {
      throw MoonreelError(
        .invalidArgument, "Cannot use \(seconds) as a time: give a finite number of seconds.")
    }
    guard abs(seconds) <= 3_155_760_000 else {
      throw MoonreelError(
        .invalidArgument, "Cannot use \(seconds) s as a time: times lie within ±100 years.")
    }
    let whole = seconds.rounded(.towardZero)
    let fraction = ((seconds - whole) * Double(Self.flicksPerSecond)).rounded(
      .toNearestOrAwayFromZero)
    flicks = Int64(whole) * Self.flicksPerSecond + Int64(fraction)
  }

  /// The nearest `Double` number of seconds; for display and for handing to scripts.
  public var seconds: Double {
    let (whole, rest) = flicks.quotientAndRemainder(dividingBy: Self.flicksPerSecond)
    return Double(whole) + Double(rest) / Double(Self.flicksPerSecond)
  }

  /// This time counted in units of 1/`timescale` s.
  ///
  /// - Precondition: `timescale` is positive.
  public func value(timescale: Int64, rounding: TimeRounding = .nearest) -> Int64 {
    precondition(timescale > 0, "timescale must be positive")
    return Wide.divide(flicks, timescale, Self.flicksPerSecond, rounding)
      ?? (flicks < 0 ? .min : .max)
  }

  /// This time counted in units of `timeBase` seconds (a stream's time base).
  ///
  /// - Precondition: `timeBase` is positive.
  public func value(timeBase: Rational, rounding: TimeRounding = .nearest) -> Int64 {
    precondition(timeBase.numerator > 0 && timeBase.denominator > 0, "time base must be positive")
    let product = Wide.product(Self.flicksPerSecond, timeBase.numerator)
    return Wide.divide(flicks, timeBase.denominator, wide: product, rounding)
      ?? (flicks < 0 ? .min : .max)
  }

  /// `value` units of `timeBase` seconds, rounded once to the nearest flick.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) beyond ±100 years or for a time base that is not
  ///   positive.
  public init(value: Int64, timeBase: Rational) throws {
    guard timeBase.numerator > 0, timeBase.denominator > 0 else {
      throw MoonreelError(
        .invalidArgument, "Cannot use \(timeBase) as a time base: it must be positive.")
    }
    let unit = Wide.product(Self.flicksPerSecond, timeBase.numerator)
    guard let narrow = Int64(exactly: unit) else {
      throw MoonreelError(
        .invalidArgument, "Cannot use \(timeBase) as a time base: it is too long.")
    }
    self = try Time.scaled(value, narrow, timeBase.denominator, .nearest)
  }

  /// This time multiplied by `ratio`, rounded once; saturates at ±100 years.
  public func scaled(by ratio: Rational, rounding: TimeRounding = .nearest) -> Time {
    multiplied(by: ratio.numerator, dividedBy: ratio.denominator, rounding: rounding)
  }

  /// `self * numerator / denominator` in 128 bits, rounded once; saturates at ±100 years.
  ///
  /// - Precondition: `denominator` is not zero.
  public func multiplied(
    by numerator: Int64, dividedBy denominator: Int64, rounding: TimeRounding = .nearest
  ) -> Time {
    precondition(denominator != 0, "division by zero")
    let positive = (flicks < 0) == ((numerator < 0) != (denominator < 0))
    guard let product = Wide.divide(flicks, numerator, denominator, rounding) else {
      return positive ? .distantFuture : .distantPast
    }
    return Time(flicks: product).clamped(to: .distantPast ... .distantFuture)
  }

  /// This time limited to `limits`.
  public func clamped(to limits: ClosedRange<Time>) -> Time {
    min(max(self, limits.lowerBound), limits.upperBound)
  }

  private static func scaled(
    _ value: Int64, _ numerator: Int64, _ denominator: Int64, _ rounding: TimeRounding
  ) throws -> Time {
    guard let flicks = Wide.divide(value, numerator, denominator, rounding),
      flicks >= distantPast.flicks, flicks <= distantFuture.flicks
    else {
      let seconds =
        Double(value) * Double(numerator) / Double(denominator)
        / Double(Self.flicksPerSecond)
      throw MoonreelError(
        .invalidArgument, "Cannot use \(seconds) s as a time: times lie within ±100 years.")
    }
    return Time(flicks: flicks)
  }
}

extension Time: Comparable, AdditiveArithmetic {
  /// Whether `lhs` comes before `rhs`.
  public static func < (lhs: Time, rhs: Time) -> Bool { lhs.flicks < rhs.flicks }
  /// The exact sum.
  public static func + (lhs: Time, rhs: Time) -> Time { Time(flicks: lhs.flicks + rhs.flicks) }
  /// The exact difference.
  public static func - (lhs: Time, rhs: Time) -> Time { Time(flicks: lhs.flicks - rhs.flicks) }
  /// The time as far on the other side of zero.
  public static prefix func - (time: Time) -> Time { Time(flicks: -time.flicks) }
}

extension Time: CustomStringConvertible {
  /// Seconds with three decimals, as messages show times: `"1.600 s"`.
  public var description: String {
    let milliseconds = value(timescale: 1000)
    let magnitude = milliseconds.magnitude
    let fraction = String(magnitude % 1000)
    let padding = String(repeating: "0", count: 3 - fraction.count)
    return "\(milliseconds < 0 ? "-" : "")\(magnitude / 1000).\(padding)\(fraction) s"
  }

  /// Seconds with as many decimals as tell the flick, at least three: `"0.033366667 s"`.
  public var preciseDescription: String {
    let (whole, rest) = flicks.magnitude.quotientAndRemainder(
      dividingBy: Self.flicksPerSecond.magnitude)
    // Nine decimals tell flicks apart; round half up, carrying into the seconds.
    let scaled = (UInt128(rest) * 2_000_000_000 / UInt128(Self.flicksPerSecond) + 1) / 2
    let seconds = whole + UInt64(scaled / 1_000_000_000)
    var digits = String(UInt64(scaled % 1_000_000_000))
    digits = String(repeating: "0", count: 9 - digits.count) + digits
    while digits.count > 3, digits.last == "0" { digits.removeLast() }
    return "\(flicks < 0 ? "-" : "")\(seconds).\(digits) s"
  }
}
