// SPDX-License-Identifier: MIT

/// Sine and cosine computed with sums and products only, so that every machine agrees to the bit.
///
/// The C library's versions differ in the last place between releases and CPUs; a frame must not.
public enum Trigonometry {
  /// The sine and cosine of an angle in degrees; exact at multiples of 90 degrees, elsewhere within
  /// 2 units in the last place.
  ///
  /// The angle is reduced in degrees, where the reduction is exact, to ±45° and evaluated by the
  /// Taylor series to x¹⁷ (error below 10⁻¹⁸).
  public static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
    guard degrees.isFinite else { return (.nan, .nan) }
    let turn = degrees.truncatingRemainder(dividingBy: 360)
    let quarter = (turn / 90).rounded()
    let radians = (turn - quarter * 90) * (Double.pi / 180)
    let (sine, cosine) = (Self.sine(small: radians), Self.cosine(small: radians))
    switch (Int(quarter) % 4 + 4) % 4 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  private static func sine(small x: Double) -> Double {
    let square = x * x
    var (term, sum) = (x, x)
    var n = 2.0
    while n < 18 {
      term = -term * square / (n * (n + 1))
      sum += term
      n += 2
    }
    return sum
  }

  private static func cosine(small x: Double) -> Double {
    let square = x * x
    var (term, sum) = (1.0, 1.0)
    var n = 1.0
    while n < 18 {
      term = -term * square / (n * (n + 1))
      sum += term
      n += 2
    }
    return sum
  }
}
