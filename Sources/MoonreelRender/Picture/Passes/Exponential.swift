// SPDX-License-Identifier: MIT

/// The exponential function by sums and products only, so that every machine agrees to the bit.
enum Exponential {
  /// e to the power `x`; 0 below −700.
  ///
  /// The argument is halved until it is small, its Taylor series summed, and the result squared as
  /// often: relative error below 10⁻¹³ for −50 ≤ x ≤ 0.
  static func value(_ x: Double) -> Double {
    guard x > -700 else { return 0 }
    var reduced = x
    var halvings = 0
    while abs(reduced) > 0.125 {
      reduced /= 2
      halvings += 1
    }
    var (term, sum) = (1.0, 1.0)
    for n in 1...12 {
      term *= reduced / Double(n)
      sum += term
    }
    for _ in 0..<halvings { sum *= sum }
    return sum
  }
}
