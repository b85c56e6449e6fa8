// SPDX-License-Identifier: MIT

/// Follows the directives of a shader and puts its macros in.
struct Preprocessor {
  struct Macro {
    /// `nil` for one that is not called.
    let parameters: [String]?
    let body: [Token]
  }

  /// One `#if`, up to its `#endif`.
  private struct Condition {
    let line: Int
    /// Whether what stands around it counts.
    let isReached: Bool
    /// Whether a branch has been taken.
    var isDone: Bool
    var isTaken: Bool
    var hasElse = false
  }

  var macros: [String: Macro]
  /// How many tokens macros have put in.
  var expanded = 0
  /// What `#line` adds to the numbers of lines in `__LINE__`; sentences name the file's own.
  private(set) var lineShift = 0.0
  private var conditions: [Condition] = []
  private var output: [Token] = []

  /// The tokens that are left of `tokens`, and an end.
  static func run(_ tokens: [Token]) throws -> [Token] {
    var preprocessor = Preprocessor()
    return try preprocessor.process(tokens)
  }

  private init() {
    func number(_ value: Double) -> Macro {
      let token = Token(
        kind: .integer, text: "\(Int(value))", value: value, line: 0, offset: 0, startsLine: false,
        isSpaced: true)
      return Macro(parameters: nil, body: [token])
    }
    macros = [
      "GL_ES": number(1), "GL_FRAGMENT_PRECISION_HIGH": number(1), "HW_PERFORMANCE": number(1),
      "__VERSION__": number(300), "__FILE__": number(0),
    ]
  }

  /// Extensions whose words are known anyway.
  private static let extensions: Set<String> = [
    "all", "GL_OES_standard_derivatives", "GL_EXT_shader_texture_lod",
  ]

  private var isTaken: Bool { conditions.last?.isTaken ?? true }

  private mutating func process(_ tokens: [Token]) throws -> [Token] {
    var index = 0
    while index < tokens.count {
      let isDirective = tokens[index].startsLine && tokens[index].text == "#"
      var end = index + 1
      while end < tokens.count,
        !(isDirective ? tokens[end].startsLine : tokens[end].startsLine && tokens[end].text == "#")
      {
        end += 1
      }
      // holds: the end went on from the index.
      let part = Array(tokens[index..<end])
      if isDirective {
        try follow(part)
      } else if isTaken {
        output += try expand(part)
        guard output.count <= ShaderLimits.tokens else { throw tooMuch(part[0].line) }
      }
      index = end
    }
    if let open = conditions.last {
      throw ShaderFailure(open.line, "The condition that begins here does not end; add '#endif'.")
    }
    output.append(
      Token(
        kind: .end, text: "", line: tokens.last?.line ?? 1, offset: .max, startsLine: true,
        isSpaced: true))
    return output
  }

  func tooMuch(_ line: Int) -> ShaderFailure {
    ShaderFailure(
      tooMuch: "Macros make more than \(ShaderLimits.expansion) tokens here; write less.", line)
  }

  // MARK: Directives

  private mutating func follow(_ directive: [Token]) throws {
    guard directive.count > 1 else { return }
    let (line, rest) = (directive[0].line, Array(directive.dropFirst(2)))
    switch directive[1].text {
    case "if": try begin(line) { try $0.truth(of: rest, line) }
    case "ifdef": try begin(line) { $0.macros[try Self.name(rest, line)] != nil }
    case "ifndef": try begin(line) { $0.macros[try Self.name(rest, line)] == nil }
    case "elif":
      let isTaken = try turn(line)
      if isTaken {
        let isTrue = try truth(of: rest, line)
        conditions[conditions.count - 1].isTaken = isTrue
        conditions[conditions.count - 1].isDone = isTrue
      }
    case "else": _ = try turn(line, isElse: true)
    case "endif":
      guard conditions.popLast() != nil else { throw unopened(directive[1]) }
    case _ where !isTaken: break
    case "define": try define(rest, line)
    case "undef": macros[try Self.name(rest, line)] = nil
    case "error":
      let words = rest.map(\.text).joined(separator: " ")
      throw ShaderFailure(line, "The shader itself says: \(words).")
    case "include":
      throw ShaderFailure(
        line, "'#include' is refused; a shader is one file, so put the other one's text here.")
    case "version":
      let words = rest.map(\.text)
      guard words == ["100"] || words == ["300", "es"], let number = rest.first else {
        throw ShaderFailure(
          line,
          "The version '\(words.joined(separator: " "))' is not one of GLSL ES; 100 and 300 es are read."
        )
      }
      macros["__VERSION__"] = Macro(parameters: nil, body: [number])
    case "extension":
      if rest.last?.text == "require", !Self.extensions.contains(rest[0].text) {
        throw ShaderFailure(
          line, "The extension '\(rest[0].text)' is required, and there is none of that name.")
      }
    case "line":
      // The line behind it has the number.
      if let number = rest.first, number.kind == .integer, abs(number.value) < 1e9 {
        lineShift = number.value - Double(line + 1)
      }
    case "pragma": break
    default:
      throw ShaderFailure(line, "'#\(directive[1].text)' is not a directive of GLSL.")
    }
  }

  private func unopened(_ token: Token) -> ShaderFailure {
    ShaderFailure(token.line, "'#\(token.text)' has no '#if' before it.")
  }

  private static func name(_ tokens: [Token], _ line: Int) throws -> String {
    guard let first = tokens.first, first.kind == .word else {
      throw ShaderFailure(line, "The directive names no macro.")
    }
    return first.text
  }

  private mutating func begin(_ line: Int, _ test: (inout Preprocessor) throws -> Bool) throws {
    guard conditions.count < ShaderLimits.nesting else {
      throw ShaderFailure(tooMuch: "Conditions are nested too deeply here.", line)
    }
    let isReached = isTaken
    let isTrue = try isReached && test(&self)
    conditions.append(
      Condition(line: line, isReached: isReached, isDone: isTrue, isTaken: isTrue))
  }

  /// Goes on to the next branch; whether it may be taken.
  private mutating func turn(_ line: Int, isElse: Bool = false) throws -> Bool {
    guard var condition = conditions.popLast() else {
      throw ShaderFailure(line, "'#\(isElse ? "else" : "elif")' has no '#if' before it.")
    }
    guard !condition.hasElse else {
      throw ShaderFailure(line, "There is an '#else' before this already.")
    }
    condition.isTaken = condition.isReached && !condition.isDone
    condition.hasElse = isElse
    conditions.append(condition)
    return condition.isTaken
  }

  private mutating func define(_ tokens: [Token], _ line: Int) throws {
    let name = try Self.name(tokens, line)
    guard name != "defined", !name.hasPrefix("GL_") else {
      throw ShaderFailure(line, "'\(name)' cannot be defined.")
    }
    var body = tokens.dropFirst()
    var parameters: [String]?
    if let first = body.first, first.text == "(", !first.isSpaced {
      guard let close = body.firstIndex(where: { $0.text == ")" }) else {
        throw ShaderFailure(line, "The parameters of '\(name)' do not end; add ')'.")
      }
      // holds: the bracket that closes lies behind the one that opens.
      let list = body[(body.startIndex + 1)..<close]
      let names = list.filter { $0.kind == .word }.map(\.text)
      guard list.count == max(0, 2 * names.count - 1) else {
        throw ShaderFailure(line, "The parameters of '\(name)' are not names with commas between.")
      }
      parameters = names
      body = body[(close + 1)...]
    }
    if body.contains(where: { $0.text == "##" || $0.text == "#" }) {
      throw ShaderFailure(line, "'#' and '##' do not exist in macros of GLSL ES.")
    }
    macros[name] = Macro(parameters: parameters, body: Array(body))
  }
}
