// SPDX-License-Identifier: MIT

import MoonreelCore

/// An item's time as a straight line through the player's clock.
struct Timebase: Hashable, Sendable {
  /// A moment on the player's clock.
  var host: Time
  /// The item's time then.
  var time: Time
  /// Item seconds a second; 0 while it stands.
  var rate: Rational

  /// The item's time at `host`.
  func time(at host: Time) -> Time {
    time
      + (host - self.host).multiplied(
        by: rate.numerator, dividedBy: rate.denominator, rounding: .down)
  }

  /// The first moment at which the item has reached `time`.
  ///
  /// - Precondition: the rate is not zero.
  func host(at time: Time) -> Time {
    host
      + (time - self.time).multiplied(
        by: rate.denominator, dividedBy: rate.numerator, rounding: .up)
  }

  var isBackwards: Bool { rate.numerator < 0 }
}

extension Rational {
  static let stopped = Rational(0, 1)
}
