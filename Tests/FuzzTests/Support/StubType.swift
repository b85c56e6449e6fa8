// SPDX-License-Identifier: MIT

/// A type as the stubs write it (LuaCATS).
indirect enum StubType: Sendable {
  case named(String)
  case literal(String)
  case list(StubType)
  case map(StubType, StubType)
  case fields([Stubs.Field])
  case function(result: StubType?)
  case union([StubType])

  /// Reads the type at the beginning of `text`, such as `number|moonreel.Length[]`; what follows it is a
  /// remark.
  init(_ text: some StringProtocol) {
    var reader = StubTypeReader(rest: Substring(text))
    self = reader.union()
  }
}

private struct StubTypeReader {
  var rest: Substring

  mutating func union() -> StubType {
    var types = [postfix()]
    while take("|") { types.append(postfix()) }
    return types.count == 1 ? types[0] : .union(types)
  }

  private mutating func postfix() -> StubType {
    var type = single()
    while true {
      if take("[]") { type = .list(type) } else if !take("?") { return type }
    }
  }

  private mutating func single() -> StubType {
    if take("(") {
      let type = union()
      _ = take(")")
      return type
    }
    if take("\"") {
      let text = rest.prefix { $0 != "\"" }
      rest = rest.dropFirst(text.count + 1)
      return .literal("\"\(text)\"")
    }
    if take("{") { return .fields(fields()) }
    if take("fun(") { return function() }
    skipSpace()
    let name = rest.prefix { $0.isLetter || $0.isNumber || "._".contains($0) }
    rest = rest.dropFirst(name.count)
    guard name == "table", take("<") else { return .named(String(name)) }
    let key = union()
    _ = take(",")
    let value = union()
    _ = take(">")
    return .map(key, value)
  }

  private mutating func fields() -> [Stubs.Field] {
    var fields: [Stubs.Field] = []
    while !rest.isEmpty, !take("}") {
      skipSpace()
      let name = rest.prefix { !":?}".contains($0) }
      rest = rest.dropFirst(name.count)
      let isOptional = take("?")
      guard take(":") else { break }
      fields.append(
        Stubs.Field(name: name.trimmed, isOptional: isOptional, type: union()))
      _ = take(",")
    }
    return fields
  }

  private mutating func function() -> StubType {
    var depth = 1
    while depth > 0, let first = rest.popFirst() {
      depth += first == "(" ? 1 : first == ")" ? -1 : 0
    }
    return .function(result: take(":") ? union() : nil)
  }

  private mutating func skipSpace() { rest = rest.drop { $0 == " " } }

  /// Whether `text` comes next, which is then gone. Blanks may stand before all but what continues a type:
  /// behind one of those a remark begins.
  private mutating func take(_ text: String) -> Bool {
    let continues = ["|", "[]", "?", "<"].contains(text)
    let candidate = continues ? rest : rest.drop { $0 == " " }
    guard candidate.hasPrefix(text) else { return false }
    rest = candidate.dropFirst(text.count)
    return true
  }
}

extension Substring {
  /// Without blanks around it.
  fileprivate var trimmed: String {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
