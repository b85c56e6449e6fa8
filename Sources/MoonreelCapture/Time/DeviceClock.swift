// SPDX-License-Identifier: MIT

import MoonreelCore

/// When the samples of a device were recorded, by the machine's clock: a delay-locked loop over the stamps of its stretches
/// (F. Adriaensen, "Using a DLL to filter time", 2005).
///
/// A device's crystal and the machine's differ by some millionths, and stamps tremble by milliseconds. The loop follows
/// the mean of many stamps; it is quick in the first seconds and slow afterwards. Times are in seconds after an origin.
struct DeviceClock {
  /// Seconds from one sample to the next.
  private(set) var period: Double
  /// When the next sample is expected.
  private(set) var next: Double
  private let nominal: Double
  /// How long it has been followed without a jump.
  private var elapsed = 0.0

  /// Hertz below which the loop follows: after a second, and after long.
  private static let (widest, narrowest) = (0.5, 0.02)
  /// No crystal is further off.
  private static let mostDrift = 0.002

  /// A device of `rate` samples a second, whose first is at `start`.
  init(rate: Int, start: Double) {
    nominal = 1 / Double(rate)
    (period, next) = (nominal, start)
  }

  /// How much faster than it says the device is, in millionths.
  var driftPPM: Double { (nominal / period - 1) * 1_000_000 }

  /// How much later than expected `stamp` is.
  func error(of stamp: Double) -> Double { stamp - next }

  /// Goes on by `count` samples, the first of which is stamped `stamp` (`nil`: nobody knows); when the first was recorded.
  mutating func advance(_ count: Int, stamp: Double?) -> Double {
    let length = Double(count) * period
    let bandwidth = max(Self.narrowest, Self.widest / (1 + elapsed))
    let turn = min(2 * Double.pi * bandwidth * length, 0.5)
    let error = stamp.map(error) ?? 0
    let start = next + 2.squareRoot() * turn * error
    next = start + length
    period += turn * turn * error / Double(max(count, 1))
    period = min(max(period, nominal * (1 - Self.mostDrift)), nominal * (1 + Self.mostDrift))
    elapsed += length
    return start
  }

  /// Notes that `seconds` of sound are missing, or that its times were set back by as much.
  mutating func jump(by seconds: Double) { next += seconds }
}
