// SPDX-License-Identifier: MIT

import MoonreelCore

/// Gains on the scale that people hear by.
public enum Decibels {
  /// `gain`, a factor of amplitude, in decibels: 2 is about 6.02, 1 is 0, 0 is negative infinity.
  public static func of(gain: Double) -> Double { PortableMath.log2(gain) * 6.020599913279624 }

  /// `decibels` as a factor of amplitude: 0 is 1, 6.02 about 2, −120 and less silence.
  public static func gain(of decibels: Double) -> Double {
    decibels <= -120 ? 0 : PortableMath.exp2(decibels / 6.020599913279624)
  }
}
