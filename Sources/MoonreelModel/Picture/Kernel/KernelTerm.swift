// SPDX-License-Identifier: MIT

/// One symbolic float of a ``PixelKernel`` while it is recorded.
public struct KernelTerm {
  /// Who wrote it down; only terms of one recorder go together.
  public let recorder: KernelRecorder
  let step: Int

  private func apply(_ operation: PixelKernel.Operation) -> KernelTerm {
    recorder.record(operation, self)
  }

  private func apply(_ operation: PixelKernel.Operation, _ other: KernelTerm) -> KernelTerm {
    recorder.record(operation, self, other)
  }

  private func term(_ number: Float) -> KernelTerm { recorder.literal(number) }

  /// The sum.
  public static func + (a: KernelTerm, b: KernelTerm) -> KernelTerm { a.apply(.add, b) }
  /// The sum.
  public static func + (a: KernelTerm, b: Float) -> KernelTerm { a.apply(.add, a.term(b)) }
  /// The difference.
  public static func - (a: KernelTerm, b: KernelTerm) -> KernelTerm { a.apply(.subtract, b) }
  /// The difference.
  public static func - (a: KernelTerm, b: Float) -> KernelTerm { a.apply(.subtract, a.term(b)) }
  /// The difference.
  public static func - (a: Float, b: KernelTerm) -> KernelTerm { b.term(a).apply(.subtract, b) }
  /// The product.
  public static func * (a: KernelTerm, b: KernelTerm) -> KernelTerm { a.apply(.multiply, b) }
  /// The product.
  public static func * (a: KernelTerm, b: Float) -> KernelTerm { a.apply(.multiply, a.term(b)) }
  /// The quotient; 0 where `b` is 0.
  public static func / (a: KernelTerm, b: KernelTerm) -> KernelTerm { a.apply(.divide, b) }
  /// The quotient; 0 where `b` is 0.
  public static func / (a: Float, b: KernelTerm) -> KernelTerm { b.term(a).apply(.divide, b) }

  /// The value with the other sign.
  public static prefix func - (a: KernelTerm) -> KernelTerm { 0 - a }

  /// The smaller of this and `other`.
  public func minimum(_ other: KernelTerm) -> KernelTerm { apply(.minimum, other) }
  /// The smaller of this and `other`.
  public func minimum(_ other: Float) -> KernelTerm { apply(.minimum, term(other)) }
  /// The larger of this and `other`.
  public func maximum(_ other: KernelTerm) -> KernelTerm { apply(.maximum, other) }
  /// The larger of this and `other`.
  public func maximum(_ other: Float) -> KernelTerm { apply(.maximum, term(other)) }
  /// This limited to `low`…`high`.
  public func clamped(_ low: Float = 0, _ high: Float = 1) -> KernelTerm {
    maximum(low).minimum(high)
  }

  /// Without its sign.
  public var absolute: KernelTerm { apply(.absolute) }
  /// The largest whole number that is not above it.
  public var floor: KernelTerm { apply(.floor) }
  /// What is left above ``floor``.
  public var fraction: KernelTerm { self - floor }
  /// Its square root; 0 below 0.
  public var squareRoot: KernelTerm { apply(.squareRoot) }
  /// 2 to the power of it.
  public var exp2: KernelTerm { apply(.exp2) }
  /// Its binary logarithm; below 2⁻¹²⁶, −126.
  public var log2: KernelTerm { apply(.log2) }
  /// The sine of it as an angle in radians.
  public var sine: KernelTerm { apply(.sine) }
  /// The cosine of it as an angle in radians.
  public var cosine: KernelTerm { apply(.cosine) }
  /// To the power of `exponent` where it is above 0; itself elsewhere.
  public func power(_ exponent: KernelTerm) -> KernelTerm { apply(.power, exponent) }
  /// To the power of `exponent` where it is above 0; itself elsewhere.
  public func power(_ exponent: Float) -> KernelTerm { apply(.power, term(exponent)) }
  /// The angle in radians, −π…π, of the point (`x`, this); 0 at the origin.
  public func arcTangent(over x: KernelTerm) -> KernelTerm { apply(.arcTangent2, x) }

  /// `yes` where this is at least `edge`, else `no`.
  public func atLeast(_ edge: KernelTerm, _ yes: KernelTerm, else no: KernelTerm) -> KernelTerm {
    recorder.record(.select, self, edge, yes, no)
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
