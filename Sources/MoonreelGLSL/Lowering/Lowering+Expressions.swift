// SPDX-License-Identifier: MIT

extension Lowering {
  /// The components of `expression`.
  mutating func evaluate(_ expression: Expression) throws -> [Scalar] {
    try spend(expression.type.count, expression.line)
    return try nested(expression.line) { try $0.evaluateNested(expression) }
  }

  private mutating func evaluateNested(_ expression: Expression) throws -> [Scalar] {
    switch expression.kind {
    case .literal(let values): return values.map { .known($0) }
    case .variable(let index): return value(of: index)
    case .converted(let value): return try converted(value, to: expression.type)
    case .constructed(let parts): return try constructed(parts, expression.type)
    case .picked(let base, let parts):
      let values = try evaluate(base)
      return parts.map { values[$0] }
    case .element(let base, let index):
      return try element(base, try evaluate(index)[0], expression.type.count, expression.line)
    case .negated, .complement, .not, .binary: return try operation(expression)
    case .both(let first, let second):
      return try choose(try evaluate(first)[0], expression.line) {
        try $0.evaluate(second)
      } else: { _ in
        [.no]
      }
    case .either(let first, let second):
      return try choose(try evaluate(first)[0], expression.line) { _ in
        [.yes]
      } else: {
        try $0.evaluate(second)
      }
    case .chosen(let condition, let yes, let no):
      return try choose(try evaluate(condition)[0], expression.line) {
        try $0.evaluate(yes)
      } else: {
        try $0.evaluate(no)
      }
    case .sequence(let first, let second):
      _ = try evaluate(first)
      return try evaluate(second)
    case .assigned(let target, let operation, let value):
      return try assign(target, operation, value, expression.line)
    case .stepped(let target, let amount, let givesOld):
      return try step(target, by: amount, givesOld: givesOld, expression.line)
    case .builtin(let function, let arguments):
      return try builtin(function, arguments, expression)
    case .call(let function, let arguments): return try call(function, arguments, expression.line)
    }
  }

  // MARK: Conversions

  private mutating func converted(_ value: Expression, to type: ValueType) throws -> [Scalar] {
    let parts = try evaluate(value)
    guard let from = value.type.basic, let basic = type.basic else { return parts }
    return parts.map { convert($0, from, to: basic) }
  }

  /// `part` as another basic type.
  private func convert(_ part: Scalar, _ from: Basic, to basic: Basic) -> Scalar {
    switch basic {
    case .bool: return from == .bool ? part : calculate.not(calculate.equal(part, .no))
    case .float:
      return part.number.map { .known(Arithmetic.rounded($0)) } ?? calculate.narrowed(part)
    case .int, .uint:
      if case .wide(let high, let low, _) = part {
        return .wide(high: high, low: low, isSigned: basic == .int)
      }
      // What is negative as the one is large as the other.
      if from.isWhole, from != basic, part.number == nil {
        return calculate.wide(calculate.halves(part), isSigned: basic == .int)
      }
      let whole = from == .float ? calculate.truncated(part) : part
      return whole.number.map { .known(Self.wrapped($0, basic)) } ?? whole
    }
  }

  /// A whole number as 32 bits hold it.
  static func wrapped(_ value: Double, _ basic: Basic) -> Double {
    guard value.isFinite, abs(value) < 0x1p62 else { return 0 }
    let bits = Int64(value)
    return basic == .uint
      ? Double(UInt32(truncatingIfNeeded: bits)) : Double(Int32(truncatingIfNeeded: bits))
  }

  // MARK: Constructors

  private mutating func constructed(_ parts: [Expression], _ type: ValueType) throws -> [Scalar] {
    if case .matrix(let columns, let rows) = type, parts.count == 1 {
      let values = try evaluate(parts[0])
      if case .matrix(_, let height) = parts[0].type {
        return Self.grid(columns, rows) { column, row in
          let place = column * height + row
          let isInside = row < height && place < values.count
          return isInside ? values[place] : .known(column == row ? 1 : 0)
        }
      }
      if values.count == 1 {
        return Self.grid(columns, rows) { $0 == $1 ? values[0] : .known(0) }
      }
      return Array(values.prefix(columns * rows))
    }
    let values = try parts.map { try evaluate($0) }.flatMap { $0 }
    if case .vector(_, let count) = type, values.count == 1 {
      return Array(repeating: values[0], count: count)
    }
    return Array(values.prefix(type.count))
  }

  /// The components of a matrix, column by column.
  static func grid(
    _ columns: Int, _ rows: Int, _ component: (_ column: Int, _ row: Int) throws -> Scalar
  ) rethrows -> [Scalar] {
    try (0..<columns * rows).map { try component($0 / rows, $0 % rows) }
  }

  // MARK: Elements

  /// The element of `base` at `index`, of `size` components; beyond the ends, the one there.
  private mutating func element(
    _ base: Expression, _ index: Scalar, _ size: Int, _ line: Int
  ) throws -> [Scalar] {
    let values = try evaluate(base)
    let count = values.count / max(size, 1)
    if let number = index.number {
      let first = Int(max(0, min(number, Double(count - 1)))) * size
      return Array(values[first..<first + size])
    }
    try requireIndexable(count, line)
    try spend(values.count, line)
    var result = Array(values.prefix(size))
    for place in 1..<max(count, 2) where place < count {
      let isThere = calculate.atLeast(index, .known(Double(place)))
      for part in 0..<size {
        result[part] = calculate.select(isThere, values[place * size + part], result[part])
      }
    }
    return result
  }

  func requireIndexable(_ count: Int, _ line: Int) throws {
    guard count <= ShaderLimits.indexed else {
      throw ShaderFailure(
        tooMuch:
          "An array of \(count) elements is too long for an index that is not known beforehand; "
          + "\(ShaderLimits.indexed) are the most.", line)
    }
  }
}
