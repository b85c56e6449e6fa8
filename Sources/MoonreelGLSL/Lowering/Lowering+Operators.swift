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
    if let x = a.number, let y = b.number {
      return .known(Self.folded(operation, Int64(x), Int64(y), basic))
    }
    if basic == .uint, operation != .divide, operation != .remainder, operation != .shiftRight,
      operation != .and
    {
      throw ShaderFailure(
        line,
        "'\(operation.rawValue)' of unsigned numbers that are not constant is not supported; use int "
          + "or float.")
    }
    switch operation {
    case .add: return calculate.add(a, b)
    case .subtract: return calculate.subtract(a, b)
    case .multiply: return calculate.multiply(a, b)
    case .divide: return calculate.truncated(calculate.divideOrZero(a, b))
    case .remainder:
      let times = calculate.truncated(calculate.divideOrZero(a, b))
      return calculate.subtract(a, calculate.multiply(b, times))
    default: return try bits(operation, a, b, line)
    }
  }

  /// What can be done with bits by floats: shifts by a constant, masks of the lowest bits, and the complement.
  private func bits(
    _ operation: BinaryOperator, _ a: Scalar, _ b: Scalar, _ line: Int
  ) throws -> Scalar {
    switch (operation, a.number, b.number) {
    case (.shiftRight, _, let count?) where (0..<32).contains(count):
      return calculate.floor(calculate.multiply(a, .known(Self.power(-count))))
    case (.shiftLeft, _, let count?) where (0..<24).contains(count):
      return calculate.multiply(a, .known(Self.power(count)))
    case (.and, _, let mask?) where Self.isMask(mask): return lowest(a, mask + 1)
    case (.and, let mask?, _) where Self.isMask(mask): return lowest(b, mask + 1)
    case (.exclusiveOr, _, -1): return calculate.subtract(.known(-1), a)
    default:
      throw ShaderFailure(
        line,
        "'\(operation.rawValue)' of numbers that are not constant is not supported; use arithmetic."
      )
    }
  }

  private static func power(_ exponent: Double) -> Double {
    exponent < 0 ? 1 / Double(1 << Int(-exponent)) : Double(1 << Int(exponent))
  }

  private static func isMask(_ mask: Double) -> Bool {
    mask >= 0 && mask < 0x1p24 && Int(mask) & (Int(mask) + 1) == 0
  }

  /// What is left of `value` above a multiple of `size`.
  private func lowest(_ value: Scalar, _ size: Double) -> Scalar {
    let times = calculate.floor(calculate.multiply(value, .known(1 / size)))
    return calculate.subtract(value, calculate.multiply(times, .known(size)))
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
