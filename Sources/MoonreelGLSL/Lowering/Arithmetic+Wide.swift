// SPDX-License-Identifier: MIT

import MoonreelModel

/// Whole numbers of 32 bits, as two halves of 16, each a float: what is computed of them stays below 2²⁴ and exact.
extension Arithmetic {
  typealias Halves = (high: Scalar, low: Scalar)

  private static let size = 65_536.0

  /// `value` above a multiple of `size`.
  func lowest(_ value: Scalar, _ size: Double) -> Scalar {
    if let number = value.number { return .known(number - (number / size).rounded(.down) * size) }
    return less(value, times(size, in: value), of: size)
  }

  /// `value` without `count` times `size`.
  private func less(_ value: Scalar, _ count: Scalar, of size: Double) -> Scalar {
    multiplyAdd(count, .known(-size), value)
  }

  private func half(_ value: Scalar) -> Scalar { lowest(value, Self.size) }

  /// How often `size` goes into `value`.
  func times(_ size: Double, in value: Scalar) -> Scalar {
    floor(multiply(value, .known(1 / size)))
  }

  /// The halves of a whole number, negative ones as their complement.
  func halves(_ value: Scalar) -> Halves {
    switch value {
    case .wide(let high, let low, _): return (high, low)
    case .undefined: return (.no, .no)
    case .known(let number):
      let bits = UInt32(truncatingIfNeeded: Int64(number))
      return (.known(Double(bits >> 16)), .known(Double(bits & 0xffff)))
    case .term, .test:
      let above = times(Self.size, in: value)
      return (half(above), less(value, above, of: Self.size))
    }
  }

  /// The whole number with these halves; one without an upper half is a float again.
  func wide(_ halves: Halves, isSigned: Bool) -> Scalar {
    if let high = halves.high.number, let low = halves.low.number {
      let bits = UInt32(high) << 16 | UInt32(low)
      return .known(isSigned ? Double(Int32(bitPattern: bits)) : Double(bits))
    }
    if halves.high.number == 0 { return halves.low }
    return .wide(high: halves.high, low: halves.low, isSigned: isSigned)
  }

  /// The upper half with its sign.
  func signed(_ high: Scalar) -> Scalar {
    subtract(high, multiply(atLeast(high, .known(32_768)), .known(Self.size)))
  }

  /// The nearest float to a whole number.
  func narrowed(_ value: Scalar) -> Scalar {
    guard case .wide(let high, let low, let isSigned) = value else { return value }
    return multiplyAdd(isSigned ? signed(high) : high, .known(Self.size), low)
  }

  func selectWide(_ condition: Scalar, _ yes: Scalar, _ no: Scalar) -> Scalar {
    let (first, second) = (halves(yes), halves(no))
    return .wide(
      high: select(condition, first.high, second.high),
      low: select(condition, first.low, second.low), isSigned: isSigned(yes, no))
  }

  /// Whether two numbers of one type are signed. A known one tells only where it is above all that are.
  private func isSigned(_ a: Scalar, _ b: Scalar) -> Bool {
    ![a, b].contains { value in
      if case .wide(_, _, let isSigned) = value { return !isSigned }
      return value.number.map { $0 > Double(Int32.max) } == true
    }
  }

  func wideAtLeast(_ a: Scalar, _ b: Scalar) -> Scalar {
    var (first, second) = (halves(a), halves(b))
    if isSigned(a, b) { (first.high, second.high) = (signed(first.high), signed(second.high)) }
    let isAbove = select(
      atLeast(second.high, first.high), atLeast(first.low, second.low), .yes)
    return select(atLeast(first.high, second.high), isAbove, .no)
  }

  // MARK: Sums and products

  func addWide(_ a: Halves, _ b: Halves, and one: Double = 0) -> Halves {
    let low = add(add(a.low, b.low), .known(one))
    let carry = atLeast(low, .known(Self.size))
    return (
      half(add(add(a.high, b.high), carry)), subtract(low, multiply(carry, .known(Self.size)))
    )
  }

  func complement(_ a: Halves) -> Halves {
    (subtract(.known(65_535), a.high), subtract(.known(65_535), a.low))
  }

  func subtractWide(_ a: Halves, _ b: Halves) -> Halves { addWide(a, complement(b), and: 1) }

  /// The product: one factor is cut into bytes, so that each part stays below 2²⁴.
  func multiplyWide(_ a: Halves, _ b: Halves) -> Halves {
    func bytes(_ half: Scalar) -> (high: Scalar, low: Scalar) {
      let high = times(256, in: half)
      return (high, less(half, high, of: 256))
    }
    /// The product of two halves, without what is above a half.
    func product(_ x: Scalar, _ y: Scalar) -> Scalar {
      let part = bytes(y)
      let upper = multiply(lowest(multiply(x, part.high), 256), .known(256))
      return half(multiplyAdd(x, part.low, upper))
    }
    let part = bytes(b.low)
    let upper = multiply(a.low, part.high)
    let above = times(256, in: upper)
    let rest = multiply(less(upper, above, of: 256), .known(256))
    let low = multiplyAdd(a.low, part.low, rest)
    let carry = times(Self.size, in: low)
    let crossed = add(product(a.high, b.low), product(a.low, b.high))
    return (
      half(add(add(above, carry), crossed)), less(low, carry, of: Self.size)
    )
  }

  /// The quotient and what is left, byte by byte; `divisor` is below 65,536.
  func divideWide(_ a: Halves, by divisor: Scalar) -> (quotient: Halves, rest: Scalar) {
    var rest = Scalar.no
    var digits: [Scalar] = []
    for half in [a.high, a.low] {
      let high = times(256, in: half)
      for byte in [high, less(half, high, of: 256)] {
        let value = multiplyAdd(rest, .known(256), byte)
        let digit = floor(divideOrZero(value, divisor))
        rest = multiplyAdd(digit, negate(divisor), value)
        digits.append(digit)
      }
    }
    let halves = [0, 2].map { multiplyAdd(digits[$0], .known(256), digits[$0 + 1]) }
    return ((halves[0], halves[1]), rest)
  }

  // MARK: Bits

  /// 2 to the power of a whole number.
  func power(_ exponent: Scalar) -> Scalar {
    unary(.exp2, exponent) { Double(sign: .plus, exponent: Int($0), significand: 1) }
  }

  func shiftLeftWide(_ a: Halves, by count: Scalar) -> Halves {
    let isFar = atLeast(count, .known(16))
    let near = power(count)
    let low = multiply(a.low, near)
    let far = power(subtract(count, .known(16)))
    return (
      select(
        isFar, half(multiply(a.low, far)),
        add(half(multiply(a.high, near)), times(Self.size, in: low))),
      select(isFar, .no, half(low))
    )
  }

  func shiftRightWide(_ a: Halves, by count: Scalar, isSigned: Bool) -> Halves {
    let isFar = atLeast(count, .known(16))
    let high = isSigned ? signed(a.high) : a.high
    let near = power(negate(count))
    let far = floor(multiply(high, power(subtract(.known(16), count))))
    let above = floor(multiply(high, near))
    let below = multiply(
      subtract(high, multiply(above, power(count))), power(subtract(.known(16), count)))
    return (
      half(select(isFar, times(Self.size, in: far), above)),
      select(isFar, half(far), add(floor(multiply(a.low, near)), below))
    )
  }

  /// `and`, `or` and `exclusiveOr` of two halves.
  func bits(_ operation: BinaryOperator, _ a: Scalar, _ b: Scalar) -> Scalar {
    if let x = a.number, let y = b.number {
      let (x, y) = (Int(x), Int(y))
      return .known(Double(operation == .and ? x & y : operation == .or ? x | y : x ^ y))
    }
    let common = common(a, b)
    if operation == .and { return common }
    let twice = operation == .or ? common : multiply(.known(2), common)
    return subtract(add(a, b), twice)
  }

  /// The bits that both have.
  private func common(_ a: Scalar, _ b: Scalar) -> Scalar {
    guard let mask = b.number else {
      return a.number == nil ? .term(term(a).applying(.bitwiseAnd, to: term(b))) : common(b, a)
    }
    if Int(mask) & (Int(mask) + 1) == 0 { return mask == 65_535 ? a : lowest(a, mask + 1) }
    return .term(term(a).applying(.bitwiseAnd, to: term(b)))
  }

  func bitsWide(_ operation: BinaryOperator, _ a: Halves, _ b: Halves) -> Halves {
    (bits(operation, a.high, b.high), bits(operation, a.low, b.low))
  }

  // MARK: The bits of floats

  /// The bits that hold a float32; 0 for what is smaller than its normal numbers.
  func bits(ofFloat value: Scalar) -> Halves {
    if let number = value.number { return halves(.known(Double(Float(number).bitPattern))) }
    let size = absolute(value)
    let guess = floor(unary(.log2, size) { $0 })
    // The logarithm may be off where it is nearly whole.
    let scaled = multiply(size, power(negate(guess)))
    let up = select(
      atLeast(scaled, .known(2)), .known(1), select(atLeast(scaled, .known(1)), .no, .known(-1)))
    let exponent = add(guess, up)
    let fraction = multiply(
      subtract(multiply(scaled, power(negate(up))), .known(1)), .known(0x1p23))
    let above = times(Self.size, in: fraction)
    let sign = multiply(less(value, .no), .known(32_768))
    let high = add(add(sign, multiply(add(exponent, .known(127)), .known(128))), above)
    let isNormal = atLeast(size, .known(0x1p-126))
    return (
      select(isNormal, high, sign),
      select(isNormal, subtract(fraction, multiply(above, .known(Self.size))), .no)
    )
  }

  /// The float32 that bits hold; 0 for what is smaller than its normal numbers.
  func float(ofBits halves: Halves) -> Scalar {
    if let value = wide(halves, isSigned: false).number {
      let float = Float(bitPattern: UInt32(value))
      return .known(float.isNaN ? 0 : Double(float))
    }
    let isNegative = atLeast(halves.high, .known(32_768))
    let size = lowest(halves.high, 32_768)
    let exponent = times(128, in: size)
    let fraction = add(
      multiply(subtract(size, multiply(exponent, .known(128))), .known(Self.size)), halves.low)
    let value = multiply(
      add(.known(1), multiply(fraction, .known(0x1p-23))), power(subtract(exponent, .known(127))))
    let normal = select(atLeast(exponent, .known(1)), value, .no)
    return select(isNegative, negate(normal), normal)
  }
}
