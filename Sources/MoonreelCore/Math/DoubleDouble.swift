// SPDX-License-Identifier: MIT

/// A number as the unevaluated sum of two doubles, about 106 bits: enough to round functions well.
///
/// Only sums, products and quotients that IEEE 754 defines to the bit (Dekker 1971; Knuth, TAOCP 2,
/// 4.2.2), none of them fused.
struct DoubleDouble {
  /// The nearest double.
  var high: Double
  /// What is missing, at most half a unit in the last place of `high`.
  var low: Double

  init(_ high: Double, _ low: Double = 0) { (self.high, self.low) = (high, low) }

  /// The exact sum of two doubles.
  static func sum(_ a: Double, _ b: Double) -> DoubleDouble {
    let sum = a + b
    let part = sum - a
    return DoubleDouble(sum, (a - (sum - part)) + (b - part))
  }

  /// The exact sum of two doubles of which the first is not smaller in magnitude.
  private static func orderedSum(_ a: Double, _ b: Double) -> DoubleDouble {
    let sum = a + b
    return DoubleDouble(sum, b - (sum - a))
  }

  /// The exact product of two doubles below 2⁹⁹⁰.
  static func product(_ a: Double, _ b: Double) -> DoubleDouble {
    let product = a * b
    let ((aHigh, aLow), (bHigh, bLow)) = (halves(a), halves(b))
    let error = ((aHigh * bHigh - product) + aHigh * bLow + aLow * bHigh) + aLow * bLow
    return DoubleDouble(product, error)
  }

  /// `a` as the sum of two numbers of 26 bits, whose products are exact.
  private static func halves(_ a: Double) -> (Double, Double) {
    let shifted = 134_217_729 * a
    let high = shifted - (shifted - a)
    return (high, a - high)
  }

  static func + (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let (high, low) = (sum(a.high, b.high), sum(a.low, b.low))
    let once = orderedSum(high.high, high.low + low.high)
    return orderedSum(once.high, once.low + low.low)
  }

  static func * (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let high = product(a.high, b.high)
    return orderedSum(high.high, high.low + (a.high * b.low + a.low * b.high))
  }

  static func / (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let first = a.high / b.high
    let rest = a - b * DoubleDouble(first)
    let second = rest.high / b.high
    let last = (rest - b * DoubleDouble(second)).high / b.high
    let sum = orderedSum(first, second)
    return orderedSum(sum.high, sum.low + last)
  }

  static prefix func - (a: DoubleDouble) -> DoubleDouble { DoubleDouble(-a.high, -a.low) }
  static func - (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble { a + -b }

  /// The nearest double.
  var rounded: Double { high + low }

  static let pi = DoubleDouble(0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53)
  static let halfPi = DoubleDouble(0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54)
  static let ln2 = DoubleDouble(0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56)
  static let twoOverLn2 = DoubleDouble(0x1.71547652b82fep+1, 0x1.777d0ffda0d24p-55)

  /// 1/n! for n = 0…29.
  static let inverseFactorials: [DoubleDouble] = {
    var list = [DoubleDouble(1)]
    for n in 1..<30 { list.append(list[n - 1] / DoubleDouble(Double(n))) }
    return list
  }()
}
