// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore

/// Where in its source a retimed segment is at each of its samples: exact, for any number of samples.
struct SourcePath {
  /// Source samples per sample of the track.
  let rate: Double

  private let start: Int64
  private let part: UInt64
  private let whole: Int64
  private let rest: UInt64
  private let unit: UInt64

  /// The path of `mapping` at exactly `rate` source seconds per second, its sample 0 being sample `first` of
  /// the track.
  ///
  /// - Precondition: `rate` is positive.
  init(mapping: TimeMapping, rate exactRate: Rational, first: Int64, sampleRate: Int) {
    let (speed, unit) = Self.widened(exactRate)
    self.unit = unit
    (whole, rest) = (Int64(speed / UInt128(unit)), UInt64(speed % UInt128(unit)))
    rate = exactRate.doubleValue
    let origin = Self.origin(of: mapping, rate: rate, first: first, sampleRate: Int64(sampleRate))
    start = origin.sample
    let share = (origin.fraction * Double(unit)).rounded(.down)
    part = min(unit - 1, UInt64(max(0, share)))
  }

  /// The path whose sample *n* is the source's *n* times `rate`, which is positive.
  init(rate exactRate: Rational) {
    let (speed, unit) = Self.widened(exactRate)
    self.unit = unit
    (whole, rest) = (Int64(speed / UInt128(unit)), UInt64(speed % UInt128(unit)))
    rate = exactRate.doubleValue
    (start, part) = (0, 0)
  }

  /// The walk that begins at sample `position` of the segment.
  func walk(at position: Int64) -> mr_sample_walk {
    let behind = Int128(part) + Int128(position) * Int128(rest)
    var (carry, left) = behind.quotientAndRemainder(dividingBy: Int128(unit))
    if left < 0 { (carry, left) = (carry - 1, left + Int128(unit)) }
    return mr_sample_walk(
      index: start + position * whole + Int64(carry), part: UInt64(left), whole: whole, rest: rest,
      unit: unit)
  }

  /// The rate as numerator and denominator, both multiplied so that the denominator is fine enough to
  /// hold any starting fraction.
  private static func widened(_ rate: Rational) -> (numerator: UInt128, denominator: UInt64) {
    let shift = UInt64(rate.denominator).leadingZeroBitCount - 2
    return (UInt128(rate.numerator) << UInt128(shift), UInt64(rate.denominator) << UInt64(shift))
  }

  /// The source position of the path's first sample: whole samples and the fraction behind them.
  private static func origin(
    of mapping: TimeMapping, rate: Double, first: Int64, sampleRate: Int64
  ) -> (sample: Int64, fraction: Double) {
    // How far the first sample lies behind the target's exact start, in samples, times flicks a second.
    let late =
      Int128(first) * Int128(Time.flicksPerSecond)
      - Int128(mapping.target.start.flicks) * Int128(sampleRate)
    let source = Int128(mapping.source.start.flicks) * Int128(sampleRate)
    let second = Int128(Time.flicksPerSecond)
    var (sample, left) = source.quotientAndRemainder(dividingBy: second)
    if left < 0 { (sample, left) = (sample - 1, left + second) }
    let offset = (Double(left) + Double(late) * rate) / Double(second)
    let carry = offset.rounded(.down)
    return (Int64(sample) + Int64(carry), offset - carry)
  }
}
