// SPDX-License-Identifier: MIT

import MoonreelCore

/// The speed of an event as an `M2` line says it: the frames of the reel that are played in a second, to a tenth.
///
/// At 29.97 some programs write 60.0 and some 59.9 for twice the speed, and neither is exact. The speed is the plainest
/// fraction that both the line and the lengths of the event allow: `2`, not `59.9 / 29.97`.
enum EDLSpeed {
  /// The denominators that are tried, those of the usual speeds first: whole per cents, and thirds.
  private static let denominators: [Int64] = {
    let usual: [Int64] = [1, 2, 3, 4, 5, 6, 8, 10, 12, 20, 25, 50, 100]
    return usual + (1...120).filter { !usual.contains($0) }
  }()

  /// The speed that `text` says of an event that shows `source` frames of its reel in `record` frames at `rate`; `nil`
  /// where it is no number.
  static func speed(_ text: Substring, source: Int64, record: Int64, rate: FrameRate) -> Rational? {
    guard let number = Double(text), number.isFinite, abs(number) <= 100_000 else { return nil }
    guard number != 0 else { return Rational(0, 1) }
    let decimals = text.split(separator: ".", omittingEmptySubsequences: false).dropFirst().first
    var half = 0.500_001
    for _ in (decimals ?? "").prefix(6) { half /= 10 }
    let nominal = Double(rate.nominalCount)
    let said = [nominal, rate.framesPerSecond.doubleValue].map { base in
      // holds: the number is finite, and the half is above 0.
      (max(0, abs(number) - half) / base)...((abs(number) + half) / base)
    }
    let speed =
      plainest(in: said) { record == 0 || frames(record, $0) == source }
      ?? plainest(in: said) { _ in true }
      ?? Rational(Int64(limiting: (abs(number) * 1000).rounded()), Int64(nominal) * 1000)
    return number < 0 ? Rational(-speed.numerator, speed.denominator) : speed
  }

  /// The speed that `factor` is: scripts round speeds to a millionth, so a third is one again.
  static func speed(_ factor: Double) -> Rational {
    let plain = denominators.lazy.compactMap { denominator -> Rational? in
      let numerator = (factor * Double(denominator)).rounded()
      let isNear = abs(factor - numerator / Double(denominator)) < 0.6e-6
      return isNear && numerator != 0
        ? Rational(Int64(limiting: numerator), denominator) : nil
    }
    return plain.first ?? Rational(Int64(limiting: (factor * 1_000_000).rounded()), 1_000_000)
  }

  /// The first fraction above zero in one of `ranges` that `isAllowed`, by the order of the denominators.
  private static func plainest(
    in ranges: [ClosedRange<Double>], where isAllowed: (Rational) -> Bool
  ) -> Rational? {
    for denominator in denominators {
      for range in ranges {
        var numerator = max(
          1, Int64(limiting: (range.lowerBound * Double(denominator)).rounded(.up)))
        while Double(numerator) <= range.upperBound * Double(denominator) {
          let speed = Rational(numerator, denominator)
          if isAllowed(speed) { return speed }
          numerator += 1
        }
      }
    }
    return nil
  }

  /// The frames of a reel that `count` frames take at `speed`, whatever its direction, to the nearest; half a frame
  /// counts as one.
  static func frames(_ count: Int64, _ speed: Rational) -> Int64 {
    let (numerator, denominator) = (Int128(speed.numerator.magnitude), Int128(speed.denominator))
    return Int64((Int128(count) * numerator * 2 + denominator) / (denominator * 2))
  }

  /// `speed` as an `M2` line writes it: `060.0`.
  static func text(_ speed: Rational, rate: FrameRate) -> String {
    let number = abs(speed.doubleValue) * rate.framesPerSecond.doubleValue
    let tenths = Int64(limiting: (number * 10).rounded())
    let whole = "\(tenths / 10)"
    let digits = String(repeating: "0", count: max(0, 3 - whole.count)) + whole
    return (speed.numerator < 0 ? "-" : "") + digits + ".\(tenths % 10)"
  }
}
