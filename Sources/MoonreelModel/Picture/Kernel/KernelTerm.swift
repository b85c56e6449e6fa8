// SPDX-License-Identifier: MIT

/// One symbolic number of a kernel while it is recorded.
public struct KernelTerm {
  /// Who wrote it down; only terms of one recorder go together.
  public let recorder: KernelRecorder
  let step: Int

  /// What `operation` makes of this, its first operand, and of `others`.
  ///
  /// - Precondition: they are as many as the operation has.
  public func applying(_ operation: ScalarOperation, to others: KernelTerm...) -> KernelTerm {
    applying(operation, to: others)
  }

  /// What `operation` makes of this, its first operand, and of `others`.
  ///
  /// - Precondition: they are as many as the operation has.
  public func applying(_ operation: ScalarOperation, to others: [KernelTerm]) -> KernelTerm {
    precondition(
      others.count + 1 == operation.operandCount,
      "'\(operation.name)' has \(operation.operandCount) operands, not \(others.count + 1)")
    return recorder.record(.computed(operation), [self] + others)
  }

  private func term(_ number: Float) -> KernelTerm { recorder.literal(Double(number)) }

  /// The sum.
  public static func + (a: KernelTerm, b: KernelTerm) -> KernelTerm { a.applying(.add, to: b) }
  /// The sum.
  public static func + (a: KernelTerm, b: Float) -> KernelTerm { a.applying(.add, to: a.term(b)) }
  /// The difference.
  public static func - (a: KernelTerm, b: KernelTerm) -> KernelTerm { a.applying(.subtract, to: b) }
  /// The difference.
  public static func - (a: KernelTerm, b: Float) -> KernelTerm {
    a.applying(.subtract, to: a.term(b))
  }
  /// The difference.
  public static func - (a: Float, b: KernelTerm) -> KernelTerm {
    b.term(a).applying(.subtract, to: b)
  }
  /// The product.
  public static func * (a: KernelTerm, b: KernelTerm) -> KernelTerm { a.applying(.multiply, to: b) }
  /// The product.
  public static func * (a: KernelTerm, b: Float) -> KernelTerm {
    a.applying(.multiply, to: a.term(b))
  }
  /// The quotient; 0 where `b` is 0.
  public static func / (a: KernelTerm, b: KernelTerm) -> KernelTerm { a.applying(.divide, to: b) }
  /// The quotient; 0 where `b` is 0.
  public static func / (a: Float, b: KernelTerm) -> KernelTerm {
    b.term(a).applying(.divide, to: b)
  }

  /// The value with the other sign.
  public static prefix func - (a: KernelTerm) -> KernelTerm { 0 - a }

  /// The smaller of this and `other`.
  public func minimum(_ other: KernelTerm) -> KernelTerm { applying(.minimum, to: other) }
  /// The smaller of this and `other`.
  public func minimum(_ other: Float) -> KernelTerm { applying(.minimum, to: term(other)) }
  /// The larger of this and `other`.
  public func maximum(_ other: KernelTerm) -> KernelTerm { applying(.maximum, to: other) }
  /// The larger of this and `other`.
  public func maximum(_ other: Float) -> KernelTerm { applying(.maximum, to: term(other)) }
  /// This limited to `low`…`high`.
  public func clamped(_ low: Float = 0, _ high: Float = 1) -> KernelTerm {
    maximum(low).minimum(high)
  }

  /// Without its sign.
  public var absolute: KernelTerm { applying(.absolute) }
  /// The largest whole number that is not above it.
  public var floor: KernelTerm { applying(.floor) }
  /// What is left above ``floor``.
  public var fraction: KernelTerm { self - floor }
  /// Its square root; 0 below 0.
  public var squareRoot: KernelTerm { applying(.squareRoot) }
  /// 2 to the power of it.
  public var exp2: KernelTerm { applying(.exp2) }
  /// Its binary logarithm; below 2⁻¹²⁶, −126.
  public var log2: KernelTerm { applying(.log2) }
  /// The sine of it as an angle in radians.
  public var sine: KernelTerm { applying(.sine) }
  /// The cosine of it as an angle in radians.
  public var cosine: KernelTerm { applying(.cosine) }
  /// To the power of `exponent` where it is above 0; itself elsewhere.
  public func power(_ exponent: KernelTerm) -> KernelTerm { applying(.power, to: exponent) }
  /// To the power of `exponent` where it is above 0; itself elsewhere.
  public func power(_ exponent: Float) -> KernelTerm { applying(.power, to: term(exponent)) }
  /// The angle in radians, −π…π, of the point (`x`, this); 0 at the origin.
  public func arcTangent(over x: KernelTerm) -> KernelTerm { applying(.arcTangent2, to: x) }

  /// `yes` where this is at least `edge`, else `no`.
  public func atLeast(_ edge: KernelTerm, _ yes: KernelTerm, else no: KernelTerm) -> KernelTerm {
    applying(.select, to: edge, yes, no)
  }

  /// `yes` where this is at least `edge`, else `no`.
  public func atLeast(_ edge: Float, _ yes: KernelTerm, else no: KernelTerm) -> KernelTerm {
    atLeast(term(edge), yes, else: no)
  }

  /// This at 0, `other` at 1, linear between and beyond.
  public func mixed(with other: KernelTerm, by share: KernelTerm) -> KernelTerm {
    self + (other - self) * share
  }

  /// 3t² − 2t³ with t = (this − low) / (high − low) limited to 0…1, as GLSL's smoothstep: 0 up to `low`, 1 from
  /// `high`; the mirror image, 1 up to `high`, 0 from `low`, where `low` is the greater. Where both are equal
  /// it is 1 from there on.
  public func smoothstep(_ low: KernelTerm, _ high: KernelTerm) -> KernelTerm {
    let width = high - low
    let share = ((self - low) / width).clamped()
    let smooth = share * share * (3 - share * 2)
    return term(0).atLeast(width.absolute, atLeast(high, term(1), else: term(0)), else: smooth)
  }
}

extension KernelTerm: Equatable {
  /// Whether both are the same number, not merely alike.
  public static func == (first: KernelTerm, second: KernelTerm) -> Bool {
    first.recorder === second.recorder && first.step == second.step
  }
}
