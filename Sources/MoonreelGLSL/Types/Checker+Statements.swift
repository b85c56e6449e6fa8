// SPDX-License-Identifier: MIT

extension Checker {
  /// What `statement` means; the names in it are gone after it.
  mutating func check(_ statement: Syntax.Statement) throws -> Statement {
    try scoped { try $0.inScope(statement) }
  }

  /// What `statement` means, where a declaration in it goes on to count.
  private mutating func inScope(_ statement: Syntax.Statement) throws -> Statement {
    let line = statement.line
    func made(_ kind: Statement.Kind) -> Statement { Statement(line: line, kind: kind) }
    switch statement.kind {
    case .empty: return made(.block([]))
    case .block(let statements): return made(.block(try list(statements)))
    case .structure(let structure):
      try declare(structure)
      return made(.block([]))
    case .declaration(let declaration): return made(.block(try variables(declaration)))
    case .expression(let value): return made(.expression(try check(value)))
    case .choice(let test, let yes, let no):
      return made(
        .choice(try condition(test), try check(yes), otherwise: try no.map { try check($0) }))
    case .loop(let loop): return made(.loop(try check(loop, line)))
    case .selection(let value, let cases):
      return made(try selection(try check(value), cases, line))
    case .giveBack(let value): return made(.giveBack(try givenBack(value, line)))
    case .leave:
      guard surroundings.loops + surroundings.selections > 0 else {
        throw ShaderFailure(line, "'break' stands in no loop.")
      }
      return made(.leave)
    case .goOn:
      guard surroundings.loops > 0 else {
        throw ShaderFailure(line, "'continue' stands in no loop.")
      }
      return made(.goOn)
    case .discard: return made(.discard)
    }
  }

  private mutating func list(_ statements: [Syntax.Statement]) throws -> [Statement] {
    try statements.map { statement in
      switch statement.kind {
      // These go on to count for what follows.
      case .declaration, .structure: return try inScope(statement)
      case .block(let parts) where parts.first.map(\.isStructure) ?? false:
        return Statement(line: statement.line, kind: .block(try list(parts)))
      default: return try check(statement)
      }
    }
  }

  private mutating func givenBack(_ value: Syntax.Expression?, _ line: Int) throws -> Expression? {
    let wanted = surroundings.result ?? .nothing
    guard let value else {
      guard wanted == .nothing else {
        throw ShaderFailure(line, "'return' must give \(wanted.noun).")
      }
      return nil
    }
    let checked = try check(value)
    guard wanted != .nothing else {
      throw ShaderFailure(line, "'return' gives a value, but the function is void.")
    }
    return try convert(checked, to: wanted, "after 'return'")
  }

  private mutating func check(_ loop: Syntax.Loop, _ line: Int) throws -> Loop {
    try scoped { checker in
      let start = try loop.start.map { try checker.inScope($0) }
      var declared: Int?
      var condition: Expression?
      switch loop.condition {
      case nil: break
      case .expression(let test): condition = try checker.condition(test)
      case .declaration(let declaration):
        guard declaration.declarators.count == 1,
          case .declaration(let variable, let value?)? =
            try checker.variables(declaration).first?.kind
        else { throw ShaderFailure(line, "The condition of the loop has no value.") }
        declared = variable
        condition = try checker.convert(value, to: .bool, "as a condition")
      }
      let step = try loop.step.map { try checker.check($0) }
      checker.surroundings.loops += 1
      defer { checker.surroundings.loops -= 1 }
      checker.loopCount += 1
      return Loop(
        number: checker.loopCount, start: start, declared: declared, condition: condition,
        step: step, body: try checker.check(loop.body), testsAfter: loop.testsAfter)
    }
  }

  private mutating func selection(
    _ value: Expression, _ cases: [Syntax.Case], _ line: Int
  ) throws -> Statement.Kind {
    guard value.type.isScalar, value.type.basic?.isWhole == true else {
      throw ShaderFailure(line, "'switch' wants a whole number, not \(value.type.noun).")
    }
    surroundings.selections += 1
    defer { surroundings.selections -= 1 }
    let checked = try scoped { checker in
      try cases.map { part in
        let labels = try part.labels.map { label in
          try label.map {
            try checker.convert(try checker.check($0), to: value.type, "after 'case'")
          }
        }
        return Case(labels: labels, body: try checker.list(part.body))
      }
    }
    guard checked.flatMap(\.labels).filter({ $0 == nil }).count < 2 else {
      throw ShaderFailure(line, "The 'switch' has two defaults.")
    }
    return .selection(value, checked)
  }
}

extension Syntax.Statement {
  fileprivate var isStructure: Bool { if case .structure = kind { true } else { false } }
}
