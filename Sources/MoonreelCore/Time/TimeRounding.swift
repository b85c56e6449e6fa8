// SPDX-License-Identifier: MIT

/// What happens to the part of a unit that a conversion cannot keep (`CMTimeRoundingMethod`).
public enum TimeRounding: Hashable, Sendable, CaseIterable {
  /// To the nearest unit, halves away from zero.
  case nearest
  /// Towards negative infinity.
  case down
  /// Towards positive infinity.
  case up
  /// Towards zero.
  case towardZero
  /// Away from zero.
  case awayFromZero
}

/// 128-bit products and quotients, so that no intermediate result overflows.
enum Wide {
  static func product(_ a: Int64, _ b: Int64) -> Int128 { Int128(a) * Int128(b) }

  /// `a * b / c` rounded once, or `nil` where the result needs more than 64 bits.
  static func divide(_ a: Int64, _ b: Int64, _ c: Int64, _ rounding: TimeRounding) -> Int64? {
    divide(a, b, wide: Int128(c), rounding)
  }

  /// `a * b / c` with a wide divisor.
  static func divide(_ a: Int64, _ b: Int64, wide c: Int128, _ rounding: TimeRounding) -> Int64? {
    let dividend = c < 0 ? -(Int128(a) * Int128(b)) : Int128(a) * Int128(b)
    let divisor = c < 0 ? -c : c
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    let sign: Int128 = remainder < 0 ? -1 : 1
    let step: Bool
    switch rounding {
    case .nearest: step = remainder.magnitude * 2 >= divisor.magnitude
    case .down: step = remainder < 0
    case .up: step = remainder > 0
    case .towardZero: step = false
    case .awayFromZero: step = remainder != 0
    }
    return Int64(exactly: step ? quotient + sign : quotient)
  }
}
