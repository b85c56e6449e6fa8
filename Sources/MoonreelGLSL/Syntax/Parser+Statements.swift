// SPDX-License-Identifier: MIT

extension Parser {
  /// Statements in braces.
  mutating func block() throws -> Syntax.Statement {
    let line = next.line
    try expect("{", "before statements")
    var statements: [Syntax.Statement] = []
    while !takes("}") {
      guard next.kind != .end else {
        throw ShaderFailure(line, "The block that begins here does not end; add '}'.")
      }
      statements.append(try statement())
    }
    return Syntax.Statement(line: line, kind: .block(statements))
  }

  mutating func statement() throws -> Syntax.Statement {
    try nested { try $0.plainStatement() }
  }

  private mutating func plainStatement() throws -> Syntax.Statement {
    let line = next.line
    func statement(_ kind: Syntax.Statement.Kind) -> Syntax.Statement {
      Syntax.Statement(line: line, kind: kind)
    }
    switch next.kind == .word || next.kind == .sign ? next.text : "" {
    case ";":
      _ = take()
      return statement(.empty)
    case "{": return try block()
    case "if": return statement(try choice())
    case "for": return statement(.loop(try counted()))
    case "while": return statement(.loop(try whileLoop()))
    case "do": return statement(.loop(try doLoop()))
    case "switch": return statement(try selection())
    case "return":
      _ = take()
      let value = next.text == ";" ? nil : try expression()
      return try ended(statement(.giveBack(value)))
    case "break", "continue", "discard":
      let word = take().text
      return try ended(
        statement(word == "break" ? .leave : word == "continue" ? .goOn : .discard))
    case "precision":
      while next.text != ";", next.kind != .end { _ = take() }
      return try ended(statement(.empty))
    case "struct": return try structure()
    default:
      if isDeclaration { return statement(.declaration(try declaration())) }
      return try ended(statement(.expression(try expression())))
    }
  }

  private mutating func ended(_ statement: Syntax.Statement) throws -> Syntax.Statement {
    try expect(";", "after a statement")
    return statement
  }

  /// Whether a type and a name come next.
  private var isDeclaration: Bool {
    guard next.kind == .word else { return false }
    if Words.qualifiers.contains(next.text) || Words.refusedTypes.contains(next.text) {
      return true
    }
    guard isType(next) else { return false }
    var index = 1
    while ahead(index).text == "[" {
      while ahead(index).text != "]", ahead(index).kind != .end { index += 1 }
      index += 1
    }
    return ahead(index).kind == .word
  }

  // MARK: Choices

  private mutating func condition(_ word: String) throws -> Syntax.Expression {
    try expect("(", "after '\(word)'")
    let value = try expression()
    try expect(")", "after a condition")
    return value
  }

  private mutating func choice() throws -> Syntax.Statement.Kind {
    _ = take()
    let condition = try condition("if")
    let yes = try statement()
    return .choice(condition, yes, otherwise: takes("else") ? try statement() : nil)
  }

  private mutating func selection() throws -> Syntax.Statement.Kind {
    _ = take()
    let value = try condition("switch")
    try expect("{", "after a switch's value")
    var cases: [Syntax.Case] = []
    while !takes("}") {
      if next.text == "case" || next.text == "default" {
        let word = take().text
        let label = word == "case" ? try expression() : nil
        try expect(":", "after '\(word)'")
        if cases.last?.body.isEmpty == true {
          cases[cases.count - 1].labels.append(label)
        } else {
          cases.append(Syntax.Case(labels: [label], body: []))
        }
      } else {
        guard !cases.isEmpty, next.kind != .end else {
          throw ShaderFailure(next.line, "'case' is wanted here, not \(next.description).")
        }
        cases[cases.count - 1].body.append(try statement())
      }
    }
    return .selection(value, cases)
  }

  // MARK: Loops

  private mutating func counted() throws -> Syntax.Loop {
    let line = take().line
    try expect("(", "after 'for'")
    var start: Syntax.Statement?
    if isDeclaration {
      start = Syntax.Statement(line: line, kind: .declaration(try declaration()))
    } else {
      if next.text != ";" {
        start = Syntax.Statement(line: line, kind: .expression(try expression()))
      }
      try expect(";", "after the start of 'for'")
    }
    let condition = next.text == ";" ? nil : try test()
    try expect(";", "after the condition of 'for'")
    let step = next.text == ")" ? nil : try expression()
    try expect(")", "after the head of 'for'")
    return Syntax.Loop(start: start, condition: condition, step: step, body: try statement())
  }

  private mutating func test() throws -> Syntax.Condition {
    guard isDeclaration else { return .expression(try expression()) }
    let type = try typeName()
    let line = next.line
    let name = try name("The name of a variable")
    try expect("=", "after a variable that is a condition")
    let declarator = Syntax.Declarator(
      name: name, line: line, type: type, initial: try assignment())
    return .declaration(Syntax.Declaration(qualifiers: [], declarators: [declarator]))
  }

  private mutating func whileLoop() throws -> Syntax.Loop {
    _ = take()
    try expect("(", "after 'while'")
    let condition = try test()
    try expect(")", "after a condition")
    return Syntax.Loop(condition: condition, body: try statement())
  }

  private mutating func doLoop() throws -> Syntax.Loop {
    _ = take()
    let body = try statement()
    guard next.text == "while" else {
      throw ShaderFailure(next.line, "'while' is wanted after 'do', not \(next.description).")
    }
    _ = take()
    let condition = try condition("while")
    try expect(";", "after 'do'")
    return Syntax.Loop(condition: .expression(condition), body: body, testsAfter: true)
  }
}
