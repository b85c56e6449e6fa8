// SPDX-License-Identifier: MIT

extension FixedWidthInteger {
  /// The whole part of `number`, brought within what the type holds and within ±2⁶¹; 0 for what is no
  /// number.
  ///
  /// The only way from floating point to whole numbers where a script, a file or a caller has a say in the
  /// number: `Int(number)` ends the process where it does not fit (`scripts/lint` looks for it). Sums and
  /// differences of a few such numbers cannot overflow an `Int`.
  public init(limiting number: Double) {
    guard !number.isNaN else {
      self = 0
      return
    }
    let far = 0x1p61
    let within = Swift.min(far, Swift.max(-far, number.rounded(.towardZero)))
    self = Self(exactly: within) ?? (within < 0 ? .min : .max)
  }

  /// The same for a 32-bit number.
  public init(limiting number: Float) { self.init(limiting: Double(number)) }
}
