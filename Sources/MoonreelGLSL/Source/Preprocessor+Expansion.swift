// SPDX-License-Identifier: MIT

/// Putting macros in, by the algorithm of D. Prosser for C: each token remembers which macros it came from, and these
/// are not applied to it again, so that it ends.
extension Preprocessor {
  /// `tokens` with all macros put in.
  mutating func expand(_ tokens: [Token], depth: Int = 0) throws -> [Token] {
    var pending = Array(tokens.reversed())
    var result: [Token] = []
    while var token = pending.popLast() {
      if token.text == "__LINE__" {
        let line = Double(token.line) + lineShift
        token = Token(
          kind: .integer, text: "\(Int(line))", value: line, line: token.line,
          offset: token.offset, startsLine: false, isSpaced: true)
      }
      guard token.kind == .word, let macro = macros[token.text],
        token.origin?.contains(token.text) != true
      else {
        result.append(token)
        continue
      }
      guard let parameters = macro.parameters else {
        try put(macro.body, for: token, [:], &pending)
        continue
      }
      guard pending.last?.text == "(" else {
        result.append(token)
        continue
      }
      let arguments = try arguments(&pending, parameters, of: token, depth)
      try put(macro.body, for: token, arguments, &pending)
    }
    return result
  }

  private mutating func put(
    _ body: [Token], for use: Token, _ arguments: [String: [Token]], _ pending: inout [Token]
  ) throws {
    let origin = MacroOrigin(use.text, in: use.origin)
    guard origin.depth <= ShaderLimits.macros else {
      throw ShaderFailure(tooMuch: "Macros are nested too deeply here.", use.line)
    }
    for token in body.reversed() {
      if token.kind == .word, let argument = arguments[token.text] {
        expanded += argument.count
        guard expanded <= ShaderLimits.expansion else { throw tooMuch(use.line) }
        pending += argument.reversed()
        continue
      }
      var copy = token
      copy.line = use.line
      copy.origin = origin
      pending.append(copy)
    }
    expanded += body.count
    guard expanded <= ShaderLimits.expansion else { throw tooMuch(use.line) }
  }

  /// What stands in the parentheses that come next, by parameter, with macros put in.
  private mutating func arguments(
    _ pending: inout [Token], _ parameters: [String], of use: Token, _ depth: Int
  ) throws -> [String: [Token]] {
    guard depth < ShaderLimits.nesting else {
      throw ShaderFailure(tooMuch: "Macros are nested too deeply here.", use.line)
    }
    var lists: [[Token]] = [[]]
    var open = 0
    pending.removeLast()
    while let token = pending.popLast() {
      if token.text == ")", open == 0 {
        if lists.count == 1, lists[0].isEmpty, parameters.isEmpty { return [:] }
        guard lists.count == parameters.count else {
          throw ShaderFailure(
            use.line,
            "The macro '\(use.text)' wants \(parameters.count) arguments, not \(lists.count).")
        }
        var result: [String: [Token]] = [:]
        for (name, list) in zip(parameters, lists) {
          result[name] = try expand(list, depth: depth + 1)
        }
        return result
      }
      if token.text == ",", open == 0 {
        lists.append([])
      } else {
        open += token.text == "(" ? 1 : token.text == ")" ? -1 : 0
        lists[lists.count - 1].append(token)
      }
    }
    throw ShaderFailure(use.line, "The arguments of the macro '\(use.text)' do not end; add ')'.")
  }

  /// Whether the expression of an `#if` is true.
  mutating func truth(of tokens: [Token], _ line: Int) throws -> Bool {
    var resolved: [Token] = []
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      index += 1
      guard token.text == "defined" else {
        resolved.append(token)
        continue
      }
      let isOpen = index < tokens.count && tokens[index].text == "("
      let place = index + (isOpen ? 1 : 0)
      guard place < tokens.count, tokens[place].kind == .word else {
        throw ShaderFailure(line, "'defined' names no macro.")
      }
      let value = macros[tokens[place].text] == nil ? 0.0 : 1
      resolved.append(
        Token(
          kind: .integer, text: "\(Int(value))", value: value, line: line, offset: token.offset,
          startsLine: false, isSpaced: true))
      index = place + (isOpen ? 2 : 1)
    }
    var condition = ConditionParser(tokens: try expand(resolved), line: line)
    return try condition.value() != 0
  }
}

/// Computes the expression of an `#if`.
private struct ConditionParser {
  let tokens: [Token]
  let line: Int
  var position = 0
  var depth = 0

  private static let levels = [
    ["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!="], ["<", ">", "<=", ">="], ["<<", ">>"],
    ["+", "-"], ["*", "/", "%"],
  ]

  init(tokens: [Token], line: Int) { (self.tokens, self.line) = (tokens, line) }

  private var next: String { position < tokens.count ? tokens[position].text : "" }

  private var failure: ShaderFailure {
    ShaderFailure(line, "The condition of '#if' is not one of whole numbers and 'defined'.")
  }

  mutating func value() throws -> Int {
    let value = try level(0)
    guard position == tokens.count else { throw failure }
    return value
  }

  private mutating func level(_ index: Int) throws -> Int {
    guard index < Self.levels.count else { return try unary() }
    var value = try level(index + 1)
    while Self.levels[index].contains(next) {
      let sign = next
      position += 1
      value = try apply(sign, value, try level(index + 1))
    }
    return value
  }

  private mutating func unary() throws -> Int {
    depth += 1
    defer { depth -= 1 }
    guard depth < ShaderLimits.nesting, position < tokens.count else { throw failure }
    let token = tokens[position]
    position += 1
    switch token.text {
    case "!": return try unary() == 0 ? 1 : 0
    case "-": return 0 &- (try unary())
    case "+": return try unary()
    case "~": return ~(try unary())
    case "(":
      let value = try level(0)
      guard next == ")" else { throw failure }
      position += 1
      return value
    default:
      if token.kind == .word { return 0 }
      guard token.kind == .integer || token.kind == .unsigned else { throw failure }
      return Int(token.value)
    }
  }

  private func apply(_ sign: String, _ a: Int, _ b: Int) throws -> Int {
    switch sign {
    case "||": return a != 0 || b != 0 ? 1 : 0
    case "&&": return a != 0 && b != 0 ? 1 : 0
    case "|": return a | b
    case "^": return a ^ b
    case "&": return a & b
    case "==": return a == b ? 1 : 0
    case "!=": return a != b ? 1 : 0
    case "<": return a < b ? 1 : 0
    case ">": return a > b ? 1 : 0
    case "<=": return a <= b ? 1 : 0
    case ">=": return a >= b ? 1 : 0
    case "<<": return a << b
    case ">>": return a >> b
    case "+": return a &+ b
    case "-": return a &- b
    case "*": return a &* b
    default:
      guard b != 0, !(a == .min && b == -1) else { throw failure }
      return sign == "/" ? a / b : a % b
    }
  }
}
