// SPDX-License-Identifier: MIT

/// Transcendental functions that give the same bits on every machine.
///
/// The C library's versions differ in the last place between releases and CPUs; a rendered frame must
/// not. These use only sums, products, quotients and comparisons of doubles, carried to about 100 bits
/// and rounded once: within 1 unit in the last place, nearly always the nearest number. They take a
/// fraction of a microsecond, so they are for values per frame, not per pixel. Special values follow
/// IEEE 754 (C99 Annex F).
public enum PortableMath {
  /// 2 to the power of `x`.
  public static func exp2(_ x: Double) -> Double {
    guard x > -1080 else { return x.isNaN ? x : 0 }
    guard x < 1024 else { return .infinity }
    return exp2(DoubleDouble(x))
  }

  /// e to the power of `x`.
  public static func exp(_ x: Double) -> Double {
    guard x > -750 else { return x.isNaN ? x : 0 }
    guard x < 710 else { return .infinity }
    return exp2(DoubleDouble(x) / DoubleDouble.ln2)
  }

  /// The logarithm of `x` to base 2; −∞ at zero, NaN below.
  public static func log2(_ x: Double) -> Double {
    if let special = specialLogarithm(x) { return special }
    return logarithm(x).rounded
  }

  /// The natural logarithm of `x`; −∞ at zero, NaN below.
  public static func log(_ x: Double) -> Double {
    if let special = specialLogarithm(x) { return special }
    return (logarithm(x) * DoubleDouble.ln2).rounded
  }

  /// `base` to the power of `exponent`; NaN for a negative base and a fractional exponent.
  public static func pow(_ base: Double, _ exponent: Double) -> Double {
    if exponent == 0 || base == 1 { return 1 }
    if base.isNaN || exponent.isNaN { return .nan }
    let isInteger = exponent.isInfinite || exponent == exponent.rounded(.towardZero)
    let isOdd =
      exponent.isFinite && isInteger && exponent.truncatingRemainder(dividingBy: 2) != 0
    let sign: Double = base.sign == .minus && isOdd ? -1 : 1
    if base == 0 || base.isInfinite {
      return sign * ((base == 0) == (exponent > 0) ? 0 : .infinity)
    }
    if base < 0, !isInteger { return .nan }
    if base == -1 { return sign }
    let power = logarithm(base.magnitude)
    let size = power.high * exponent
    guard size.magnitude < 1100 else { return sign * (size > 0 ? .infinity : 0) }
    return sign * exp2(power * DoubleDouble(exponent))
  }

  /// 2 to the power of `x`, |x| below 1100.
  private static func exp2(_ x: DoubleDouble) -> Double {
    let whole = x.high.rounded()
    let part = (x - DoubleDouble(whole)) * DoubleDouble.ln2
    var sum = DoubleDouble(0)
    for coefficient in DoubleDouble.inverseFactorials[0...22].reversed() {
      sum = sum * part + coefficient
    }
    // Scaling in two steps keeps both factors finite; the second one rounds at most once.
    let first = Int(whole) / 2
    let scaled = Double(sign: .plus, exponent: first, significand: sum.rounded)
    return scaled * Double(sign: .plus, exponent: Int(whole) - first, significand: 1)
  }

  private static func specialLogarithm(_ x: Double) -> Double? {
    if x == 0 { return -.infinity }
    if x.isNaN || x < 0 { return .nan }
    return x == .infinity ? x : nil
  }

  /// log2 of a positive, finite number: its exponent, and atanh of (m − 1)/(m + 1) for the rest.
  private static func logarithm(_ x: Double) -> DoubleDouble {
    var (mantissa, exponent) = (x.significand, Int(x.exponent))
    if mantissa > 1.414_213_562_373_095_1 { (mantissa, exponent) = (mantissa / 2, exponent + 1) }
    let ratio = DoubleDouble(mantissa - 1) / DoubleDouble.sum(mantissa, 1)
    let square = ratio * ratio
    var sum = DoubleDouble(0)
    for term in oddReciprocals.reversed() { sum = sum * square + term }
    return DoubleDouble(Double(exponent)) + ratio * sum * DoubleDouble.twoOverLn2
  }

  /// 1, 1/3, 1/5 …: the series of atanh x / x.
  private static let oddReciprocals: [DoubleDouble] = (0..<24).map {
    DoubleDouble(1) / DoubleDouble(Double(2 * $0 + 1))
  }
}
