// SPDX-License-Identifier: MIT

/// Reads tokens as GLSL ES. The rest of it is in the files beside.
struct Parser {
  private let tokens: [Token]
  private var position = 0
  private var depth = 0
  /// The structures that have been declared.
  var structures: Set<String> = []

  /// What the tokens of a file say.
  static func parse(_ tokens: [Token]) throws -> [Syntax.Item] {
    var parser = Parser(tokens: tokens)
    var items: [Syntax.Item] = []
    while parser.next.kind != .end {
      if let item = try parser.item() { items.append(item) }
    }
    return items
  }

  private init(tokens: [Token]) { self.tokens = tokens }

  // MARK: Tokens

  var next: Token { tokens[position] }

  func ahead(_ count: Int) -> Token { tokens[min(position + count, tokens.count - 1)] }

  mutating func take() -> Token {
    let token = tokens[position]
    if position < tokens.count - 1 { position += 1 }
    return token
  }

  /// Whether the next token is `text`, which is then taken.
  mutating func takes(_ text: String) -> Bool {
    guard next.text == text, next.kind != .end else { return false }
    _ = take()
    return true
  }

  mutating func expect(_ text: String, _ place: String) throws {
    guard takes(text) else {
      throw ShaderFailure(next.line, "'\(text)' is wanted \(place), not \(next.description).")
    }
  }

  mutating func name(_ what: String) throws -> String {
    guard next.kind == .word, !Words.reserved.contains(next.text), Words.types[next.text] == nil
    else {
      throw ShaderFailure(next.line, "\(what) is wanted here, not \(next.description).")
    }
    return take().text
  }

  /// Runs `body` one level deeper.
  mutating func nested<Result>(_ body: (inout Parser) throws -> Result) throws -> Result {
    guard depth < ShaderLimits.nesting else { throw Self.tooDeep(next.line) }
    depth += 1
    defer { depth -= 1 }
    return try body(&self)
  }

  static func tooDeep(_ line: Int) -> ShaderFailure {
    ShaderFailure(
      tooMuch: "More than \(ShaderLimits.nesting) things are inside one another here.", line)
  }

  // MARK: Types

  func isType(_ token: Token) -> Bool {
    token.kind == .word && (Words.types[token.text] != nil || structures.contains(token.text))
  }

  mutating func typeName() throws -> Syntax.TypeName {
    guard isType(next) else {
      if Words.refusedTypes.contains(next.text) {
        throw ShaderFailure(next.line, "The type '\(next.text)' is not supported.")
      }
      throw ShaderFailure(next.line, "A type is wanted here, not \(next.description).")
    }
    let token = take()
    return Syntax.TypeName(name: token.text, line: token.line, lengths: try arrayLengths())
  }

  mutating func arrayLengths() throws -> [Syntax.Expression?] {
    var lengths: [Syntax.Expression?] = []
    while takes("[") {
      guard lengths.count < 4 else { throw Self.tooDeep(next.line) }
      lengths.append(next.text == "]" ? nil : try expression())
      try expect("]", "after an array's length")
    }
    return lengths
  }

  /// Takes words that say how something is kept; layouts and precisions are passed over.
  mutating func qualifiers() throws -> Set<String> {
    var found: Set<String> = []
    while next.kind == .word, Words.qualifiers.contains(next.text) {
      let word = take().text
      if word == "layout" {
        try expect("(", "after 'layout'")
        while next.text != ")", next.kind != .end { _ = take() }
        try expect(")", "after a layout")
      }
      found.insert(word)
    }
    return found
  }

  // MARK: Declarations

  private mutating func item() throws -> Syntax.Item? {
    if takes(";") { return nil }
    if next.text == "precision" {
      while next.text != ";", next.kind != .end { _ = take() }
      try expect(";", "after 'precision'")
      return nil
    }
    if next.text == "struct" || ahead(1).text == "struct" {
      return .statement(try structure())
    }
    let start = next
    let qualifiers = try qualifiers()
    let type = try typeName()
    if next.kind == .word, ahead(1).text == "(" {
      return .function(try function(type))
    }
    let declaration = try declarators(qualifiers, type, from: start)
    return .statement(Syntax.Statement(line: start.line, kind: .declaration(declaration)))
  }

  private mutating func function(_ result: Syntax.TypeName) throws -> Syntax.Function {
    let line = next.line
    let name = try name("The name of a function")
    try expect("(", "after the name of a function")
    var parameters: [Syntax.Declaration] = []
    if next.text == "void", ahead(1).text == ")" { _ = take() }
    while !takes(")") {
      if !parameters.isEmpty { try expect(",", "between parameters") }
      parameters.append(try parameter())
    }
    let body = takes(";") ? nil : try block()
    return Syntax.Function(
      name: name, line: line, result: result, parameters: parameters, body: body)
  }

  private mutating func parameter() throws -> Syntax.Declaration {
    let qualifiers = try qualifiers()
    var type = try typeName()
    let line = next.line
    let name = next.text == "," || next.text == ")" ? "" : try name("The name of a parameter")
    type.lengths = try arrayLengths() + type.lengths
    return Syntax.Declaration(
      qualifiers: qualifiers,
      declarators: [Syntax.Declarator(name: name, line: line, type: type)])
  }

  /// A declaration of variables, from their type on, and its semicolon.
  mutating func declaration() throws -> Syntax.Declaration {
    let start = next
    let qualifiers = try qualifiers()
    return try declarators(qualifiers, try typeName(), from: start)
  }

  private mutating func declarators(
    _ qualifiers: Set<String>, _ type: Syntax.TypeName, from start: Token
  ) throws -> Syntax.Declaration {
    var declaration = Syntax.Declaration(qualifiers: qualifiers, declarators: [])
    repeat {
      let line = next.line
      var own = type
      let name = try name("The name of a variable")
      own.lengths = try arrayLengths() + type.lengths
      let initial = takes("=") ? try assignment() : nil
      declaration.declarators.append(
        Syntax.Declarator(name: name, line: line, type: own, initial: initial))
    } while takes(",")
    declaration.lastLine = next.line
    try expect(";", "after a declaration")
    declaration.extent = start.offset..<max(start.offset, next.offset)
    return declaration
  }

  /// A structure, and the variables of its type that follow at once.
  mutating func structure() throws -> Syntax.Statement {
    let start = next
    let qualifiers = try qualifiers()
    try expect("struct", "here")
    let line = next.line
    let name = next.text == "{" ? "structure in line \(line)" : try name("The name of a structure")
    try expect("{", "after the name of a structure")
    var fields: [Syntax.Declarator] = []
    while !takes("}") { fields += try declaration().declarators }
    structures.insert(name)
    let structure = Syntax.Statement(
      line: line, kind: .structure(Syntax.Structure(name: name, line: line, fields: fields)))
    if takes(";") { return structure }
    let type = Syntax.TypeName(name: name, line: line)
    let variables = try declarators(qualifiers, type, from: start)
    return Syntax.Statement(
      line: line,
      kind: .block([structure, Syntax.Statement(line: line, kind: .declaration(variables))]))
  }
}
