// SPDX-License-Identifier: MIT

import MoonreelCore

/// In what a synthetic source is as bad as real ones are.
public struct SyntheticBehavior: Hashable, Sendable {
  /// What every tenth time stamp is, where not what it should be.
  public enum StampFault: String, Hashable, Sendable, CaseIterable {
    /// Zero.
    case zero
    /// A second too early.
    case early
    /// That of the one before.
    case repeated
  }

  /// By how many millionths the device's clock is faster than the machine's.
  public var driftPPM = 0.0
  /// How far time stamps are from the truth, at most, either way.
  public var jitter = Time.zero
  /// When what was taken is lost without a word, counted from the start.
  public var losses: [TimeRange] = []
  /// When it is unplugged, counted from the start.
  public var absences: [TimeRange] = []
  /// What is wrong with time stamps.
  public var stampFault: StampFault?

  /// A source without faults.
  public init() {}

  /// When step `index` of a device is, whose steps should be `rate` a second, counted from its start.
  func time(ofStep index: Int64, rate: Rational) -> Time {
    let nominal = Time(flicks: Time.flicksPerSecond)
      .multiplied(by: index * rate.denominator, dividedBy: rate.numerator)
    return nominal.multiplied(
      by: 1_000_000_000, dividedBy: Int64(limiting: (1_000_000_000 + driftPPM * 1000).rounded()))
  }

  /// The stamp that number `index` has, which was taken at `time`.
  func stamp(_ index: Int64, at time: Time, before: Time) -> Time {
    if let stampFault, index % 10 == 9 {
      switch stampFault {
      case .zero: return .zero
      case .early: return time - Time(wholeSeconds: 1)
      case .repeated: return before
      }
    }
    guard jitter > .zero else { return time }
    let random = Int64(SplitMix64.mixed(UInt64(index)) >> 33)
    return time + Time(flicks: random % (2 * jitter.flicks + 1) - jitter.flicks)
  }
}
