// SPDX-License-Identifier: MIT

extension PortableMath {
  /// The sine of `x` radians; NaN where not finite.
  public static func sin(_ x: Double) -> Double {
    guard x.isFinite else { return .nan }
    guard x.magnitude > 1e-9 else { return x }
    let (quarter, rest) = AngleReduction.reduce(x)
    return turned(quarter, rest).rounded
  }

  /// The cosine of `x` radians; NaN where not finite.
  public static func cos(_ x: Double) -> Double {
    guard x.isFinite else { return .nan }
    let (quarter, rest) = AngleReduction.reduce(x)
    return turned(quarter + 1, rest).rounded
  }

  /// The angle of the point (`x`, `y`) from the positive x axis, −π…π.
  public static func atan2(_ y: Double, _ x: Double) -> Double {
    if x.isNaN || y.isNaN { return .nan }
    let angle = firstQuadrantAngle(y.magnitude, x.magnitude)
    let folded = x.sign == .minus ? DoubleDouble.pi - angle : angle
    return y.sign == .minus ? -folded.rounded : folded.rounded
  }

  /// The sine of `rest` radians, within ±π/4, and `quarter` right angles.
  static func turned(_ quarter: Int, _ rest: DoubleDouble) -> DoubleDouble {
    switch quarter & 3 {
    case 0: sine(rest)
    case 1: cosine(rest)
    case 2: -sine(rest)
    default: -cosine(rest)
    }
  }

  /// The Taylor series of the sine, for |x| ≤ π/4.
  private static func sine(_ x: DoubleDouble) -> DoubleDouble {
    x * alternatingSeries(x * x, from: 1)
  }

  /// The Taylor series of the cosine, for |x| ≤ π/4.
  private static func cosine(_ x: DoubleDouble) -> DoubleDouble {
    alternatingSeries(x * x, from: 0)
  }

  /// 1/first! − square/(first + 2)! + square²/(first + 4)! − …
  private static func alternatingSeries(_ square: DoubleDouble, from first: Int) -> DoubleDouble {
    let factors = DoubleDouble.inverseFactorials
    // From 18 on terms are below 2⁻⁵⁸, so the 53 bits of a double are enough for them.
    var rest = 0.0
    for n in stride(from: first + 26, through: first + 18, by: -2) {
      rest = factors[n].high - square.high * rest
    }
    var sum = DoubleDouble(rest)
    for n in stride(from: first + 16, through: first, by: -2) { sum = factors[n] - square * sum }
    return sum
  }

  /// atan2 of two numbers that are not negative.
  private static func firstQuadrantAngle(_ y: Double, _ x: Double) -> DoubleDouble {
    if y == 0 { return DoubleDouble(0) }
    if y.isInfinite || x.isInfinite {
      if y.isInfinite { return x.isInfinite ? half(DoubleDouble.halfPi) : DoubleDouble.halfPi }
      return DoubleDouble(0)
    }
    return y <= x
      ? octantAngle(y, x) : DoubleDouble.halfPi - (x == 0 ? DoubleDouble(0) : octantAngle(x, y))
  }

  /// The arc tangent of `small` / `large`, 0 < small ≤ large: a rough guess, turned back by and
  /// corrected with the angle that is left.
  private static func octantAngle(_ small: Double, _ large: Double) -> DoubleDouble {
    let distance = Int(small.exponent) - Int(large.exponent)
    guard distance > -60 else { return DoubleDouble(small / large) }
    let y = Double(sign: .plus, exponent: distance, significand: small.significand)
    let x = large.significand
    let ratio = y / x
    let guess = ratio * (0.785_398_163_397_448_3 + 0.273 * (1 - ratio))
    let (s, c) = (sine(DoubleDouble(guess)), cosine(DoubleDouble(guess)))
    let (dy, dx) = (DoubleDouble(y), DoubleDouble(x))
    let rest = (dy * c - dx * s) / (dx * c + dy * s)
    let square = rest.high * rest.high
    let correction = rest.high * square * (-1.0 / 3 + square * (0.2 - square / 7))
    return DoubleDouble(guess) + (rest + DoubleDouble(correction))
  }

  private static func half(_ x: DoubleDouble) -> DoubleDouble {
    DoubleDouble(x.high / 2, x.low / 2)
  }
}

extension PortableMath {
  /// The sine of `x` radians, computed in double precision and rounded.
  public static func sin(_ x: Float) -> Float { Float(sin(Double(x))) }
  /// The cosine of `x` radians, computed in double precision and rounded.
  public static func cos(_ x: Float) -> Float { Float(cos(Double(x))) }
  /// The angle of the point (`x`, `y`), computed in double precision and rounded.
  public static func atan2(_ y: Float, _ x: Float) -> Float { Float(atan2(Double(y), Double(x))) }
  /// 2 to the power of `x`, computed in double precision and rounded.
  public static func exp2(_ x: Float) -> Float { Float(exp2(Double(x))) }
  /// e to the power of `x`, computed in double precision and rounded.
  public static func exp(_ x: Float) -> Float { Float(exp(Double(x))) }
  /// The logarithm of `x` to base 2, computed in double precision and rounded.
  public static func log2(_ x: Float) -> Float { Float(log2(Double(x))) }
  /// The natural logarithm of `x`, computed in double precision and rounded.
  public static func log(_ x: Float) -> Float { Float(log(Double(x))) }
  /// `base` to the power of `exponent`, computed in double precision and rounded.
  public static func pow(_ base: Float, _ exponent: Float) -> Float {
    Float(pow(Double(base), Double(exponent)))
  }
}
