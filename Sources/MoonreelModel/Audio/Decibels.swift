// SPDX-License-Identifier: MIT

import MoonreelCore

/// Gains on the scale that people hear by.
public enum Decibels {
  /// `gain`, a factor of amplitude, in decibels: 2 is about 6.02, 1 is 0, 0 is negative infinity.
  public static func of(gain: Double) -> Double { PortableMath.log2(gain) * 6.020599913279624 }

  /// The gain, a factor of amplitude, of `decibels`: 0 gives 1, 6.02 about 2.
  public static func gain(of decibels: Double) -> Double {
    PortableMath.exp2(decibels / 6.020599913279624)
  }
}
