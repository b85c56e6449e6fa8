// SPDX-License-Identifier: MIT

extension Parser {
  /// What binds tighter stands later.
  private static let levels = [
    ["||"], ["^^"], ["&&"], ["|"], ["^"], ["&"], ["==", "!="], ["<", ">", "<=", ">="],
    ["<<", ">>"], ["+", "-"], ["*", "/", "%"],
  ]

  private static let strength: [String: Int] = Dictionary(
    uniqueKeysWithValues: levels.enumerated().flatMap { level, signs in
      signs.map { ($0, level) }
    })

  private static let assignments: Set<String> = [
    "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=",
  ]

  private typealias Kind = Syntax.Expression.Kind

  private func made(
    _ line: Int, _ kind: Kind, _ parts: [Syntax.Expression] = []
  ) throws -> Syntax.Expression {
    let depth = 1 + (parts.map(\.depth).max() ?? 0)
    guard depth <= 2 * ShaderLimits.nesting else { throw Self.tooDeep(line) }
    return Syntax.Expression(line: line, depth: depth, kind: kind)
  }

  /// Expressions with commas between.
  mutating func expression() throws -> Syntax.Expression {
    var value = try assignment()
    while next.text == "," {
      let line = take().line
      let second = try assignment()
      value = try made(line, .sequence(value, second), [value, second])
    }
    return value
  }

  /// An expression without a comma.
  mutating func assignment() throws -> Syntax.Expression {
    try nested { parser in
      let target = try parser.ternary()
      guard parser.next.kind == .sign, Self.assignments.contains(parser.next.text) else {
        return target
      }
      let sign = parser.take()
      let value = try parser.assignment()
      return try parser.made(sign.line, .assign(sign.text, target, value), [target, value])
    }
  }

  private mutating func ternary() throws -> Syntax.Expression {
    let condition = try binary(0)
    guard next.text == "?" else { return condition }
    let line = take().line
    let yes = try assignment()
    try expect(":", "between the two values after '?'")
    let no = try assignment()
    return try made(line, .ternary(condition, yes, no), [condition, yes, no])
  }

  /// Operators that bind at least as tightly as `level`.
  private mutating func binary(_ level: Int) throws -> Syntax.Expression {
    var first = try prefix()
    while next.kind == .sign, let strength = Self.strength[next.text], strength >= level {
      let sign = take()
      let second = try nested { try $0.binary(strength + 1) }
      first = try made(sign.line, .binary(sign.text, first, second), [first, second])
    }
    return first
  }

  private mutating func prefix() throws -> Syntax.Expression {
    guard next.kind == .sign, ["+", "-", "!", "~", "++", "--"].contains(next.text) else {
      return try postfix()
    }
    let sign = take()
    let value = try nested { try $0.prefix() }
    return try made(sign.line, .prefix(sign.text, value), [value])
  }

  private mutating func postfix() throws -> Syntax.Expression {
    var value = try primary()
    while next.kind == .sign {
      let line = next.line
      switch next.text {
      case "[":
        _ = take()
        let index = try nested { try $0.expression() }
        try expect("]", "after an index")
        value = try made(line, .index(value, index), [value, index])
      case ".":
        _ = take()
        guard next.kind == .word else {
          throw ShaderFailure(next.line, "A field is wanted after '.', not \(next.description).")
        }
        let name = take().text
        if name == "length", takes("(") { try expect(")", "after 'length('") }
        value = try made(line, .member(value, name), [value])
      case "++", "--": value = try made(line, .postfix(take().text, value), [value])
      default: return value
      }
    }
    return value
  }

  private mutating func primary() throws -> Syntax.Expression {
    let token = next
    switch token.kind {
    case .integer, .unsigned, .real:
      _ = take()
      let basic: Basic =
        token.kind == .real ? .float : token.kind == .unsigned ? .uint : .int
      return try made(token.line, .number(token.value, basic))
    case .sign where token.text == "(":
      _ = take()
      let value = try nested { try $0.expression() }
      try expect(")", "after an expression in parentheses")
      return value
    case .word where token.text == "true" || token.text == "false":
      _ = take()
      return try made(token.line, .number(token.text == "true" ? 1 : 0, .bool))
    case .word where isType(token):
      let type = try typeName()
      return try call(type)
    case .word where ahead(1).text == "(" && !Words.reserved.contains(token.text):
      _ = take()
      return try call(Syntax.TypeName(name: token.text, line: token.line))
    case .word where !Words.reserved.contains(token.text):
      _ = take()
      return try made(token.line, .name(token.text))
    default:
      throw ShaderFailure(token.line, "A value is wanted here, not \(token.description).")
    }
  }

  private mutating func call(_ callee: Syntax.TypeName) throws -> Syntax.Expression {
    try expect("(", "after '\(callee.name)'")
    var arguments: [Syntax.Expression] = []
    if next.text == "void", ahead(1).text == ")" { _ = take() }
    while !takes(")") {
      if !arguments.isEmpty { try expect(",", "between arguments") }
      arguments.append(try assignment())
    }
    return try made(callee.line, .call(callee, arguments), arguments)
  }
}
