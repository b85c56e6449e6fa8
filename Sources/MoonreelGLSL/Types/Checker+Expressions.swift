// SPDX-License-Identifier: MIT

extension Checker {
  /// What `expression` means.
  mutating func check(_ expression: Syntax.Expression) throws -> Expression {
    let line = expression.line
    func made(_ type: ValueType, _ kind: Expression.Kind) -> Expression {
      Expression(type: type, line: line, kind: kind)
    }
    switch expression.kind {
    case .number(let value, let basic): return made(.vector(basic, 1), .literal([value]))
    case .name(let name):
      guard let index = variable(name) else {
        let isFunction = functions[name] != nil || Builtin(rawValue: name) != nil
        throw ShaderFailure(
          line, isFunction ? "The function '\(name)' is not called." : "'\(name)' is not declared.")
      }
      return made(program.variables[index].type, .variable(index))
    case .call(let callee, let arguments): return try call(callee, arguments)
    case .index(let base, let index): return try element(try check(base), try check(index), line)
    case .member(let base, let name): return try member(try check(base), name, line)
    case .prefix(let sign, let value): return try prefix(sign, try check(value), line)
    case .postfix(let sign, let value): return try stepped(sign, try check(value), true, line)
    case .binary(let sign, let first, let second):
      return try binary(sign, try check(first), try check(second), line)
    case .assign(let sign, let target, let value):
      return try assigned(sign, try check(target), try check(value), line)
    case .ternary(let condition, let yes, let no):
      return try chosen(try check(condition), try check(yes), try check(no), line)
    case .sequence(let first, let second):
      let (first, second) = (try check(first), try check(second))
      return made(second.type, .sequence(first, second))
    }
  }

  /// A condition.
  mutating func condition(_ expression: Syntax.Expression) throws -> Expression {
    try convert(try check(expression), to: .bool, "as a condition")
  }

  // MARK: Parts

  private func element(_ base: Expression, _ index: Expression, _ line: Int) throws -> Expression {
    let (type, length): (ValueType, Int)
    switch base.type {
    case .array(let element, let count): (type, length) = (element, count)
    case .vector(let basic, let count) where count > 1: (type, length) = (.vector(basic, 1), count)
    case .matrix(let columns, let rows): (type, length) = (.vector(.float, rows), columns)
    default: throw ShaderFailure(line, "\(base.type.capitalNoun) has no elements.")
    }
    guard index.type.isScalar, index.type.basic?.isWhole == true else {
      throw ShaderFailure(line, "An index is a whole number, not \(index.type.noun).")
    }
    guard let number = whole(index) else {
      return Expression(type: type, line: line, kind: .element(base, index: index))
    }
    guard (0..<length).contains(number) else {
      throw ShaderFailure(
        line, "There is no element \(number) in \(base.type.noun); the last is \(length - 1).")
    }
    let first = number * type.count
    return Expression(
      type: type, line: line, kind: .picked(base, Array(first..<first + type.count)))
  }

  private static let swizzles = ["xyzw", "rgba", "stpq"].map(Array.init)

  private func member(_ base: Expression, _ name: String, _ line: Int) throws -> Expression {
    switch base.type {
    case .structure(let structure):
      guard let field = structure.fields.first(where: { $0.name == name }) else {
        throw ShaderFailure(line, "'\(structure.name)' has no field '\(name)'.")
      }
      return Expression(
        type: field.type, line: line,
        kind: .picked(base, Array(field.start..<field.start + field.type.count)))
    case .array(_, let length) where name == "length":
      return Expression(type: .int, line: line, kind: .literal([Double(length)]))
    case .vector(let basic, let count):
      let letters = Array(name)
      guard letters.count <= 4,
        let set = Self.swizzles.first(where: { set in letters.allSatisfy { set.contains($0) } })
      else { break }
      let parts = letters.compactMap { set.firstIndex(of: $0) }
      guard parts.allSatisfy({ $0 < count }) else {
        throw ShaderFailure(line, "\(base.type.capitalNoun) has no '.\(name)'.")
      }
      return Expression(
        type: .vector(basic, parts.count), line: line, kind: .picked(base, parts))
    default: break
    }
    throw ShaderFailure(line, "\(base.type.capitalNoun) has no '.\(name)'.")
  }

  // MARK: Operators

  private func prefix(_ sign: String, _ value: Expression, _ line: Int) throws -> Expression {
    func made(_ kind: Expression.Kind) -> Expression {
      Expression(type: value.type, line: line, kind: kind)
    }
    switch (sign, value.type.basic) {
    case ("++", _), ("--", _): return try stepped(sign, value, false, line)
    case ("!", .bool) where value.type.isScalar: return made(.not(value))
    case ("~", .int), ("~", .uint): return made(.complement(value))
    case ("+", .float), ("+", .int), ("+", .uint): return value
    case ("-", .float), ("-", .int), ("-", .uint):
      if case .literal(let values) = value.kind, value.type.basic != .uint {
        return made(.literal(values.map { 0 - $0 }))
      }
      return made(.negated(value))
    default: throw ShaderFailure(line, "'\(sign)' cannot be applied to \(value.type.noun).")
    }
  }

  private func stepped(
    _ sign: String, _ target: Expression, _ givesOld: Bool, _ line: Int
  ) throws -> Expression {
    try requireTarget(target)
    guard let basic = target.type.basic, basic != .bool else {
      throw ShaderFailure(line, "'\(sign)' cannot be applied to \(target.type.noun).")
    }
    return Expression(
      type: target.type, line: line,
      kind: .stepped(target, by: sign == "++" ? 1 : -1, givesOld: givesOld))
  }

  func binary(
    _ sign: String, _ first: Expression, _ second: Expression, _ line: Int, shown: String? = nil
  ) throws -> Expression {
    let mismatch = ShaderFailure(
      line, "'\(shown ?? sign)' cannot be applied to \(first.type.noun) and \(second.type.noun).")
    func made(_ type: ValueType, _ kind: Expression.Kind) -> Expression {
      Expression(type: type, line: line, kind: kind)
    }
    if sign == "&&" || sign == "||" {
      guard first.type == .bool, second.type == .bool else { throw mismatch }
      return made(.bool, sign == "&&" ? .both(first, second) : .either(first, second))
    }
    guard let operation = BinaryOperator(rawValue: sign) else { throw mismatch }
    let (a, b) = harmonized(first, second)
    switch operation {
    case .differ:
      guard a.type == .bool, b.type == .bool else { throw mismatch }
      return made(.bool, .binary(.differ, a, b))
    case .equal, .unequal:
      guard a.type == b.type, a.type != .nothing, !a.type.hasSampler else { throw mismatch }
      return made(.bool, .binary(operation, a, b))
    case .less, .greater, .lessOrEqual, .greaterOrEqual:
      guard a.type == b.type, a.type.isScalar, a.type != .bool else { throw mismatch }
      return made(.bool, .binary(operation, a, b))
    case .add, .subtract, .multiply, .divide, .remainder, .and, .or, .exclusiveOr, .shiftLeft,
      .shiftRight:
      guard let type = Self.result(operation, a.type, b.type) else { throw mismatch }
      return made(type, .binary(operation, a, b))
    }
  }

  /// Both with the same basic type, where one holds whole numbers and the other floats.
  private func harmonized(_ a: Expression, _ b: Expression) -> (Expression, Expression) {
    guard let first = a.type.basic, let second = b.type.basic, first != second else {
      return (a, b)
    }
    if first.isWhole, second == .float { return (cast(a, to: a.type.with(.float)), b) }
    if second.isWhole, first == .float { return (a, cast(b, to: b.type.with(.float))) }
    if first == .int, second == .uint { return (cast(a, to: a.type.with(.uint)), b) }
    if first == .uint, second == .int { return (a, cast(b, to: b.type.with(.uint))) }
    return (a, b)
  }

  private static func result(
    _ operation: BinaryOperator, _ a: ValueType, _ b: ValueType
  ) -> ValueType? {
    guard let basic = a.basic, basic == b.basic, basic != .bool else { return nil }
    if operation == .remainder || operation.isBitwise, !basic.isWhole { return nil }
    if operation == .multiply {
      switch (a, b) {
      case (.matrix(let columns, let rows), .matrix(let others, let height)):
        return columns == height ? .matrix(columns: others, rows: rows) : nil
      case (.matrix(let columns, let rows), .vector(_, let count)) where count > 1:
        return columns == count ? .vector(.float, rows) : nil
      case (.vector(_, let count), .matrix(let columns, let rows)) where count > 1:
        return rows == count ? .vector(.float, columns) : nil
      default: break
      }
    }
    if a == b || b.isScalar { return a }
    return a.isScalar ? b : nil
  }

  private func assigned(
    _ sign: String, _ target: Expression, _ value: Expression, _ line: Int
  ) throws -> Expression {
    try requireTarget(target)
    guard sign != "=" else {
      let value = try convert(value, to: target.type, "here")
      return Expression(type: target.type, line: line, kind: .assigned(target, nil, value))
    }
    let result = try binary(String(sign.dropLast()), target, value, line, shown: sign)
    guard case .binary(let operation, let first, let second) = result.kind,
      result.type == target.type, first.type == target.type
    else {
      throw ShaderFailure(
        line, "'\(sign)' cannot be applied to \(target.type.noun) and \(value.type.noun).")
    }
    return Expression(type: target.type, line: line, kind: .assigned(target, operation, second))
  }

  private func chosen(
    _ condition: Expression, _ yes: Expression, _ no: Expression, _ line: Int
  ) throws -> Expression {
    let condition = try convert(condition, to: .bool, "before '?'")
    let (yes, no) = harmonized(yes, no)
    guard yes.type == no.type, !yes.type.hasSampler else {
      throw ShaderFailure(
        line, "Both values after '?' must have one type, not \(yes.type.name) and \(no.type.name).")
    }
    return Expression(type: yes.type, line: line, kind: .chosen(condition, yes, no))
  }

  /// Sees to it that something may be assigned to `target`.
  func requireTarget(_ target: Expression) throws {
    switch target.kind {
    case .variable(let index):
      let variable = program.variables[index]
      guard !variable.isConstant, !variable.type.hasSampler else {
        throw ShaderFailure(target.line, "'\(variable.name)' cannot be changed.")
      }
    case .picked(let base, let parts):
      guard Set(parts).count == parts.count else {
        throw ShaderFailure(target.line, "A component is assigned twice.")
      }
      try requireTarget(base)
    case .element(let base, _): try requireTarget(base)
    default: throw ShaderFailure(target.line, "Only a variable or a part of one can be assigned.")
    }
  }
}
