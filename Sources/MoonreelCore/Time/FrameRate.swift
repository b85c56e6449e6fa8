// SPDX-License-Identifier: MIT

/// An exact number of frames per second.
///
/// The time of frame *n* is computed from *n*, never summed, so nothing drifts.
public struct FrameRate: Hashable, Sendable {
  /// Frames per second as a fraction, such as 30000/1001.
  public let framesPerSecond: Rational

  /// `numerator / denominator` frames per second.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) unless the rate lies in 1/3600 … 1,000,000.
  public init(_ numerator: Int64, _ denominator: Int64 = 1) throws {
    guard numerator > 0, denominator > 0 else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot use \(numerator)/\(denominator) as a frame rate: it must be positive.")
    }
    let rate = Rational(numerator, denominator)
    guard rate.doubleValue >= 1.0 / 3600, rate.doubleValue <= 1_000_000, rate.numerator <= 1 << 31,
      rate.denominator <= 1 << 31
    else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot use \(rate) as a frame rate: it must lie between one frame an hour and 1,000,000 a second."
      )
    }
    framesPerSecond = rate
  }

  /// The rate that `number` stands for: `29.97` is 30000/1001 (23.976, 23.98, 59.94 … likewise, from 24
  /// up); other numbers are taken to six decimals, so that 12.5 and 0.1 are exact.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) when not finite or out of range.
  public init(_ number: Double) throws {
    guard number.isFinite, number > 0, number <= 1_000_000 else {
      let written = Int64(exactly: number).map { "\($0)" } ?? "\(number)"
      throw MoonreelError(
        .invalidArgument,
        "Cannot use \(written) as a frame rate: give a positive number of frames a second.")
    }
    let nominal = number.rounded(.up)
    let isNTSC = number != nominal && abs(number - nominal / 1.001) < 0.006 && nominal >= 24
    if isNTSC {
      try self.init(Int64(nominal) * 1000, 1001)
    } else {
      try self.init(Int64(limiting: (number * 1_000_000).rounded()), 1_000_000)
    }
  }

  /// A rate written as `"30000/1001"`, `"25"` or `"29.97"`.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) when the text is not a rate.
  public init(text: String) throws {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2, let numerator = Int64(parts[0]), let denominator = Int64(parts[1]) {
      try self.init(numerator, denominator)
    } else if parts.count == 1, let number = Double(text) {
      try self.init(number)
    } else {
      throw MoonreelError(
        .invalidArgument, "Cannot read '\(text)' as a frame rate: write 25, 29.97 or 30000/1001.")
    }
  }

  /// The duration of one frame, rounded to the nearest flick.
  public var frameDuration: Time { time(ofFrame: 1) }

  /// When frame `index` begins, rounded to the nearest flick: exact for every rate whose period is whole
  /// in flicks. Limited to ±100 years.
  public func time(ofFrame index: Int64) -> Time {
    let (numerator, denominator) = (framesPerSecond.numerator, framesPerSecond.denominator)
    // Three factors of 64, 31 and 30 bits: the product fits in 128.
    let period = Int128(denominator) * Int128(Time.flicksPerSecond)
    let dividend = Int128(index) * period
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: Int128(numerator))
    let step: Int128 =
      remainder.magnitude * 2 >= numerator.magnitude ? (dividend < 0 ? -1 : 1) : 0
    let limit = Int128(Time.distantFuture.flicks)
    return Time(flicks: Int64(min(max(quotient + step, -limit), limit)))
  }

  /// The index of the frame on screen at `time`: the last that begins at or before it.
  public func frame(at time: Time) -> Int64 {
    let (numerator, denominator) = (framesPerSecond.numerator, framesPerSecond.denominator)
    let estimate =
      Wide.divide(
        time.flicks, numerator, wide: Wide.product(Time.flicksPerSecond, denominator), .down) ?? 0
    return self.time(ofFrame: estimate + 1) <= time ? estimate + 1 : estimate
  }

  /// How many frames begin within `duration`, counted from its start: the frames of a file that long.
  public func frameCount(in duration: Time) -> Int64 {
    guard duration > .zero else { return 0 }
    let last = frame(at: duration)
    return time(ofFrame: last) < duration ? last + 1 : last
  }
}

extension FrameRate: CustomStringConvertible {
  /// `"30000/1001"` or `"25"`.
  public var description: String { framesPerSecond.description }
}
