// SPDX-License-Identifier: MIT

/// An exact fraction in lowest terms with a positive denominator: time bases, pixel aspects, ratios.
public struct Rational: Hashable, Sendable {
  /// The part above the line; carries the sign.
  public let numerator: Int64
  /// The part below the line; always positive.
  public let denominator: Int64

  /// The number one.
  public static let one = Rational(1, 1)

  /// `numerator / denominator`, reduced; a part that does not fit when its sign is moved is limited.
  ///
  /// - Precondition: `denominator` is not zero.
  public init(_ numerator: Int64, _ denominator: Int64) {
    precondition(denominator != 0, "a fraction's denominator is not zero")
    let divisor = Self.greatestCommonDivisor(numerator.magnitude, denominator.magnitude)
    let sign: Int128 = denominator < 0 ? -1 : 1
    let limits = Int128(Int64.min)...Int128(Int64.max)
    func limited(_ part: Int64) -> Int64 {
      let value = sign * (Int128(part) / Int128(divisor))
      return Int64(min(max(value, limits.lowerBound), limits.upperBound))
    }
    self.numerator = limited(numerator)
    self.denominator = limited(denominator)
  }

  /// The nearest `Double`.
  public var doubleValue: Double { Double(numerator) / Double(denominator) }

  private static func greatestCommonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return max(a, 1)
  }
}

extension Rational: CustomStringConvertible {
  /// `"30000/1001"`, or `"25"` when whole.
  public var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}
