// SPDX-License-Identifier: MIT

/// Sine and cosine of degrees, the same on every machine.
public enum Trigonometry {
  /// The sine and cosine of an angle in degrees; exact at multiples of 90 degrees, elsewhere within 1 unit
  /// in the last place. NaN where not finite.
  ///
  /// The angle is reduced in degrees, where the reduction is exact, to ±45°.
  public static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
    guard degrees.isFinite else { return (.nan, .nan) }
    let turn = degrees.truncatingRemainder(dividingBy: 360)
    let quarter = (turn / 90).rounded()
    let radians = DoubleDouble(turn - quarter * 90) * radiansPerDegree
    return (
      PortableMath.turned(Int(quarter), radians).rounded,
      PortableMath.turned(Int(quarter) + 1, radians).rounded
    )
  }

  private static let radiansPerDegree = DoubleDouble.pi / DoubleDouble(180)
}
