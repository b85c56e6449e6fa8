// SPDX-License-Identifier: MIT

extension Lowering {
  typealias Operand = (parts: [Scalar], type: ValueType)

  mutating func operation(_ expression: Expression) throws -> [Scalar] {
    let line = expression.line
    switch expression.kind {
    case .negated(let value):
      let parts = try evaluate(value)
      guard let basic = value.type.basic, basic.isWhole else {
        return parts.map { calculate.negate($0) }
      }
      return try parts.map { try whole(.subtract, .known(0), $0, basic, line) }
    case .complement(let value):
      let basic = value.type.basic ?? .int
      return try evaluate(value).map { try whole(.exclusiveOr, $0, .known(-1), basic, line) }
    case .not(let value): return try evaluate(value).map { calculate.not($0) }
    case .binary(let operation, let first, let second):
      let (a, b) = (try evaluate(first), try evaluate(second))
      return try apply(operation, (a, first.type), (b, second.type), expression.type, line)
    default: return []
    }
  }

  /// What `operation` makes of two values; `type` is that of the result.
  mutating func apply(
    _ operation: BinaryOperator, _ a: Operand, _ b: Operand, _ type: ValueType, _ line: Int
  ) throws -> [Scalar] {
    switch operation {
    case .equal: return [allEqual(a.parts, b.parts)]
    case .unequal, .differ: return [calculate.not(allEqual(a.parts, b.parts))]
    case .less, .greater, .lessOrEqual, .greaterOrEqual:
      return [compare(operation, a.parts[0], b.parts[0])]
    case .multiply where isLinear(a.type, b.type): return try product(a, b, line)
    case .add, .subtract, .multiply, .divide, .remainder, .and, .or, .exclusiveOr, .shiftLeft,
      .shiftRight:
      let count = max(a.parts.count, b.parts.count)
      let basic = type.basic ?? .float
      return try (0..<count).map { index in
        let first = a.parts[a.parts.count == 1 ? 0 : index]
        let second = b.parts[b.parts.count == 1 ? 0 : index]
        return basic.isWhole
          ? try whole(operation, first, second, basic, line) : plain(operation, first, second)
      }
    }
  }

  func compare(_ operation: BinaryOperator, _ a: Scalar, _ b: Scalar) -> Scalar {
    switch operation {
    case .less: calculate.less(a, b)
    case .greater: calculate.less(b, a)
    case .lessOrEqual: calculate.atLeast(b, a)
    default: calculate.atLeast(a, b)
    }
  }

  private func allEqual(_ a: [Scalar], _ b: [Scalar]) -> Scalar {
    zip(a, b).reduce(.yes) { calculate.both($0, calculate.equal($1.0, $1.1)) }
  }

  private func plain(_ operation: BinaryOperator, _ a: Scalar, _ b: Scalar) -> Scalar {
    switch operation {
    case .add: calculate.add(a, b)
    case .subtract: calculate.subtract(a, b)
    case .multiply: calculate.multiply(a, b)
    default: calculate.divide(a, b)
    }
  }

  // MARK: Matrices

  private func isLinear(_ a: ValueType, _ b: ValueType) -> Bool {
    (a.isMatrix || b.isMatrix) && !a.isScalar && !b.isScalar
  }

  /// A product with a matrix.
  private mutating func product(_ a: Operand, _ b: Operand, _ line: Int) throws -> [Scalar] {
    // A vector before a matrix is a row, one behind it a column.
    var (columns, rows) = (a.parts.count, 1)
    if case .matrix(let width, let height) = a.type { (columns, rows) = (width, height) }
    let results = b.parts.count / columns
    try spend(results * rows * columns, line)
    return Self.grid(results, rows) { column, row in
      calculate.dot(
        (0..<columns).map { a.parts[$0 * rows + row] },
        (0..<columns).map { b.parts[column * columns + $0] })
    }
  }

  // MARK: Whole numbers

  /// An operation on whole numbers: exact where both are known, else as floats.
  func whole(
    _ operation: BinaryOperator, _ a: Scalar, _ b: Scalar, _ basic: Basic, _ line: Int
  ) throws -> Scalar {
    // What changes sides freely has its constant behind.
    if a.number != nil, b.number == nil, [.and, .exclusiveOr].contains(operation) {
      return try whole(operation, b, a, basic, line)
    }
    if let x = a.number, let y = b.number {
      return .known(Self.folded(operation, Int64(x), Int64(y), basic))
    }
    if needsHalves(operation, a, b, basic) { return try wide(operation, a, b, basic, line) }
    switch operation {
    case .add: return calculate.add(a, b)
    case .subtract: return calculate.subtract(a, b)
    case .multiply: return calculate.multiply(a, b)
    case .divide: return calculate.truncated(calculate.divideOrZero(a, b))
    case .remainder:
      let times = calculate.truncated(calculate.divideOrZero(a, b))
      return calculate.subtract(a, calculate.multiply(b, times))
    case .shiftRight:
      return calculate.floor(calculate.multiply(a, .known(Self.power(-(b.number ?? 0)))))
    case .shiftLeft: return calculate.multiply(a, .known(Self.power(b.number ?? 0)))
    case .and: return calculate.lowest(a, (b.number ?? 0) + 1)
    default: return calculate.subtract(.known(-1), a)
    }
  }

  /// Whether an operation must be one of 32 bits: all of unsigned numbers, and those of others that may leave what floats
  /// hold or need their bits. Sums and products of moderate numbers are computed as floats.
  private func needsHalves(
    _ operation: BinaryOperator, _ a: Scalar, _ b: Scalar, _ basic: Basic
  ) -> Bool {
    if basic == .uint || a.isWide || b.isWide { return true }
    let largest = max(abs(a.number ?? 0), abs(b.number ?? 0))
    switch operation {
    case .add, .subtract: return largest >= 0x1p23
    case .multiply: return largest >= 4096
    case .divide, .remainder: return a.needsHalves
    case .shiftLeft: return b.number.map { $0 < 0 || $0 > 8 } ?? true
    case .shiftRight: return b.number.map { $0 < 0 || $0 > 31 } ?? true
    case .and: return b.number.map { !Self.isMask($0) } ?? true
    case .exclusiveOr: return b.number != -1
    case .or: return true
    default: return false
    }
  }

  private func wide(
    _ operation: BinaryOperator, _ a: Scalar, _ b: Scalar, _ basic: Basic, _ line: Int
  ) throws -> Scalar {
    let (c, isSigned) = (calculate, basic == .int)
    let (first, second) = (c.halves(a), c.halves(b))
    switch operation {
    case .add: return c.wide(c.addWide(first, second), isSigned: isSigned)
    case .subtract: return c.wide(c.subtractWide(first, second), isSigned: isSigned)
    case .multiply: return c.wide(c.multiplyWide(first, second), isSigned: isSigned)
    case .divide, .remainder: return try quotient(operation, a, b, isSigned, line)
    case .shiftLeft:
      let count = c.lowest(c.narrowed(b), 32)
      return c.wide(c.shiftLeftWide(first, by: count), isSigned: isSigned)
    case .shiftRight:
      let count = c.lowest(c.narrowed(b), 32)
      return c.wide(c.shiftRightWide(first, by: count, isSigned: isSigned), isSigned: isSigned)
    default: return c.wide(c.bitsWide(operation, first, second), isSigned: isSigned)
    }
  }

  /// The quotient of numbers of 32 bits, or what is left.
  private func quotient(
    _ operation: BinaryOperator, _ a: Scalar, _ b: Scalar, _ isSigned: Bool, _ line: Int
  ) throws -> Scalar {
    guard abs(b.number ?? 0) < 65_536 else {
      throw ShaderFailure(
        line, "A number that is not constant cannot be divided by one above 65535 here.")
    }
    let c = calculate
    let isNegative = isSigned ? c.less(a, .no) : .no
    let size = c.select(
      isNegative, c.wide(c.subtractWide((.no, .no), c.halves(a)), isSigned: false), a)
    let divisor = isSigned ? c.absolute(c.narrowed(b)) : c.narrowed(b)
    let (quotient, rest) = c.divideWide(c.halves(size), by: divisor)
    if operation == .remainder { return c.select(isNegative, c.negate(rest), rest) }
    let isOther = isSigned ? c.less(b, .no) : .no
    let isBelow = c.not(c.equal(isNegative, isOther))
    let opposite = c.wide(c.subtractWide((.no, .no), quotient), isSigned: isSigned)
    return c.select(isBelow, opposite, c.wide(quotient, isSigned: isSigned))
  }

  private static func power(_ exponent: Double) -> Double {
    Double(sign: .plus, exponent: Int(exponent), significand: 1)
  }

  private static func isMask(_ mask: Double) -> Bool {
    mask >= 0 && mask < 0x1p24 && Int(mask) & (Int(mask) + 1) == 0
  }

  private static func folded(
    _ operation: BinaryOperator, _ a: Int64, _ b: Int64, _ basic: Basic
  ) -> Double {
    let result: Int64
    switch operation {
    case .add: result = a &+ b
    case .subtract: result = a &- b
    case .multiply: result = a &* b
    case .divide: result = b == 0 ? 0 : a / b
    case .remainder: result = b == 0 ? 0 : a % b
    case .and: result = a & b
    case .or: result = a | b
    case .exclusiveOr: result = a ^ b
    case .shiftLeft: result = a << (b & 31)
    case .shiftRight: result = a >> (b & 31)
    default: result = 0
    }
    return basic == .uint
      ? Double(UInt32(truncatingIfNeeded: result)) : Double(Int32(truncatingIfNeeded: result))
  }
}
