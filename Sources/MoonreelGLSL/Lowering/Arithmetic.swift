// SPDX-License-Identifier: MIT

import MoonreelModel

/// Writes operations down in a kernel, or computes them where all operands are known.
struct Arithmetic {
  let recorder: KernelRecorder

  func term(_ value: Scalar) -> KernelTerm {
    switch value {
    case .undefined: recorder.literal(0)
    case .known(let number): recorder.literal(number)
    case .term(let term): term
    case .test(let a, let b, let isMet):
      a.atLeast(
        b, recorder.literal(isMet ? 1 : 0), else: recorder.literal(isMet ? 0 : 1))
    case .wide: term(narrowed(value))
    }
  }

  /// The nearest float32; 0 for what is no number.
  static func rounded(_ value: Double) -> Double { value.isNaN ? 0 : Double(Float(value)) }

  private func computed(_ operation: ScalarOperation, _ operands: Scalar...) -> Scalar {
    .term(term(operands[0]).applying(operation, to: operands.dropFirst().map(term)))
  }

  // MARK: Sums and products

  func add(_ a: Scalar, _ b: Scalar) -> Scalar {
    if let x = a.number, let y = b.number { return .known(Self.rounded(x + y)) }
    if a.number == 0 { return b }
    if b.number == 0 { return a }
    return computed(.add, a, b)
  }

  func subtract(_ a: Scalar, _ b: Scalar) -> Scalar {
    if let x = a.number, let y = b.number { return .known(Self.rounded(x - y)) }
    if b.number == 0 { return a }
    if a.number == 1, case .test = b { return not(b) }
    return computed(.subtract, a, b)
  }

  func negate(_ a: Scalar) -> Scalar { subtract(.known(0), a) }

  /// The product; a factor that is true or false chooses.
  func multiply(_ a: Scalar, _ b: Scalar) -> Scalar {
    if let x = a.number, let y = b.number { return .known(Self.rounded(x * y)) }
    if a.number == 0 || b.number == 0 { return .known(0) }
    if a.number == 1 { return b }
    if b.number == 1 { return a }
    if a.number == -1 { return negate(b) }
    if b.number == -1 { return negate(a) }
    if case .test = a { return select(a, b, .known(0)) }
    if case .test = b { return select(b, a, .known(0)) }
    return computed(.multiply, a, b)
  }

  /// The quotient of floats, infinite where `b` is 0.
  func divide(_ a: Scalar, _ b: Scalar) -> Scalar {
    if let x = a.number, let y = b.number { return .known(Self.rounded(x / y)) }
    if a.number == 0 { return .known(0) }
    if b.number == 1 { return a }
    if let y = b.number, y != 0 { return computed(.divide, a, b) }
    return computed(.quotient, a, b)
  }

  /// The quotient, 0 where `b` is 0.
  func divideOrZero(_ a: Scalar, _ b: Scalar) -> Scalar {
    if b.number == 0 { return .known(0) }
    if a.number != nil, b.number != nil || a.number == 0 { return divide(a, b) }
    return b.number == 1 ? a : computed(.divide, a, b)
  }

  /// Whether a product with it has to be computed.
  private func isPlainFactor(_ factor: Scalar) -> Bool {
    if case .term = factor { return true }
    return factor.number.map { abs($0) != 1 && $0 != 0 } ?? false
  }

  /// `a · b + c · d`.
  func blend(_ a: Scalar, _ b: Scalar, _ c: Scalar, _ d: Scalar) -> Scalar {
    let parts = [a, b, c, d]
    guard parts.allSatisfy(isPlainFactor), parts.filter({ $0.number == nil }).count > 2 else {
      return add(multiply(a, b), multiply(c, d))
    }
    return computed(.blend, a, b, c, d)
  }

  /// `a · b + c`, where no rounding depends on the two steps being one.
  func multiplyAdd(_ a: Scalar, _ b: Scalar, _ c: Scalar) -> Scalar {
    guard isPlainFactor(a), isPlainFactor(b), c.number != 0, a.number == nil || b.number == nil
    else {
      return add(multiply(a, b), c)
    }
    return computed(.multiplyAdd, a, b, c)
  }

  func dot(_ a: [Scalar], _ b: [Scalar]) -> Scalar {
    let products = zip(a, b).map { multiply($0, $1) }
    return products.dropFirst().reduce(products[0]) { add($0, $1) }
  }

  // MARK: Functions

  func minimum(_ a: Scalar, _ b: Scalar) -> Scalar {
    if let x = a.number, let y = b.number { return .known(x < y ? x : y) }
    return a.isSame(as: b) ? a : computed(.minimum, a, b)
  }

  func maximum(_ a: Scalar, _ b: Scalar) -> Scalar {
    if let x = a.number, let y = b.number { return .known(x > y ? x : y) }
    return a.isSame(as: b) ? a : computed(.maximum, a, b)
  }

  func clamp(_ a: Scalar, _ low: Scalar, _ high: Scalar) -> Scalar {
    if low.number == 0, high.number == 1 {
      if case .test = a { return a }
      if a.number == nil { return computed(.clamp, a) }
    }
    return minimum(maximum(a, low), high)
  }

  func unary(_ operation: ScalarOperation, _ a: Scalar, _ fold: (Double) -> Double) -> Scalar {
    a.number.map { .known(Self.rounded(fold($0))) } ?? computed(operation, a)
  }

  func absolute(_ a: Scalar) -> Scalar {
    a.number.map { .known(abs($0)) } ?? computed(.absolute, a)
  }

  func floor(_ a: Scalar) -> Scalar {
    a.number.map { .known($0.rounded(.down)) } ?? computed(.floor, a)
  }

  func squareRoot(_ a: Scalar) -> Scalar { unary(.squareRoot, a) { $0 > 0 ? $0.squareRoot() : 0 } }

  /// Without what stands behind the point.
  func truncated(_ a: Scalar) -> Scalar {
    if let number = a.number { return .known(number.rounded(.towardZero)) }
    if case .test = a { return a }
    return select(
      .test(term(a), recorder.literal(0), isMet: true), floor(a), negate(floor(negate(a))))
  }

  /// The nearest whole number, the even one of two.
  func nearest(_ a: Scalar) -> Scalar {
    if let number = a.number { return .known(number.rounded(.toNearestOrEven)) }
    let below = floor(a)
    let rest = subtract(a, below)
    let even = multiply(
      .known(2), floor(multiply(add(below, .known(1)), .known(0.5))))
    let isHalf = equal(rest, .known(0.5))
    let near = select(atLeast(rest, .known(0.5)), add(below, .known(1)), below)
    return select(isHalf, even, near)
  }

  func binary(
    _ operation: ScalarOperation, _ a: Scalar, _ b: Scalar, _ fold: (Double, Double) -> Double
  ) -> Scalar {
    if let x = a.number, let y = b.number { return .known(Self.rounded(fold(x, y))) }
    return computed(operation, a, b)
  }

  // MARK: Truth

  func atLeast(_ a: Scalar, _ b: Scalar) -> Scalar {
    if let x = a.number, let y = b.number { return x >= y ? .yes : .no }
    if a.isWide || b.isWide { return wideAtLeast(a, b) }
    return .test(term(a), term(b), isMet: true)
  }

  func less(_ a: Scalar, _ b: Scalar) -> Scalar { not(atLeast(a, b)) }

  func equal(_ a: Scalar, _ b: Scalar) -> Scalar {
    if let x = a.number, let y = b.number { return x == y ? .yes : .no }
    if a.isWide || b.isWide {
      let (first, second) = (halves(a), halves(b))
      return both(equal(first.high, second.high), equal(first.low, second.low))
    }
    return .test(recorder.literal(0), term(absolute(subtract(a, b))), isMet: true)
  }

  func not(_ a: Scalar) -> Scalar {
    switch a {
    case .undefined: .yes
    case .known(let number): number == 0 ? .yes : .no
    case .term(let term): .test(term, recorder.literal(0.5), isMet: false)
    case .test(let a, let b, let isMet): .test(a, b, isMet: !isMet)
    case .wide: equal(a, .no)
    }
  }

  func both(_ a: Scalar, _ b: Scalar) -> Scalar {
    a.isSame(as: b) ? a : select(a, b, .no)
  }

  func either(_ a: Scalar, _ b: Scalar) -> Scalar {
    a.isSame(as: b) ? a : select(a, .yes, b)
  }

  /// `yes` where `condition` is true, else `no`.
  func select(_ condition: Scalar, _ yes: Scalar, _ no: Scalar) -> Scalar {
    if let truth = condition.truth { return truth ? yes : no }
    if case .undefined = yes { return no }
    if case .undefined = no { return yes }
    if yes.isSame(as: no) { return yes }
    if yes.needsHalves || no.needsHalves { return selectWide(condition, yes, no) }
    let (a, b, isMet) = parts(condition)
    if let first = yes.number, let second = no.number, first + second == 1, first * second == 0 {
      return .test(a, b, isMet: isMet == (first == 1))
    }
    let (first, second) = isMet ? (yes, no) : (no, yes)
    return .term(a.atLeast(b, term(first), else: term(second)))
  }

  private func parts(_ condition: Scalar) -> (KernelTerm, KernelTerm, Bool) {
    if case .test(let a, let b, let isMet) = condition { return (a, b, isMet) }
    return (term(condition), recorder.literal(0.5), true)
  }
}
