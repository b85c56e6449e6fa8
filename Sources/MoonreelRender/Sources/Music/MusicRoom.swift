// SPDX-License-Identifier: MIT

import CKernels

/// The room the band plays in: some hundred echoes a channel at scattered times, with signs at random and
/// strengths that fall to a thousandth within 1.8 seconds ("velvet noise").
enum MusicRoom {
  /// One reflection.
  struct Echo: Sendable {
    /// Samples after the direct sound; less than two seconds.
    var delay: Int
    /// Its strength and sign.
    var gain: Float
  }

  private static let count = 420
  private static let longest = 1.8

  /// The echoes of the left and of the right channel.
  static func echoes(sampleRate: Int) -> [[Echo]] {
    (0..<2).map { channel in
      (0..<count).map { index in
        let draw = mr_synth_hash(UInt64(channel) + 77, UInt64(index))
        let jitter = Double(draw >> 40) / Double(1 << 24)
        // Denser at first: times grow with the square of the share.
        let share = (Double(index) + jitter) / Double(count)
        let seconds = 0.012 + (longest - 0.012) * (0.35 * share + 0.65 * share * share)
        let rest = 1 - seconds / longest
        let strength = 0.11 * rest * rest * rest
        return Echo(
          delay: Int(seconds * Double(sampleRate)),
          gain: Float(draw & 1 == 0 ? strength : -strength))
      }
    }
  }
}
