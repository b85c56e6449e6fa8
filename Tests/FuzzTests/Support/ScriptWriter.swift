// SPDX-License-Identifier: MIT

/// Writes a script from the decisions of an input: calls of documented functions, with arguments of the
/// documented types most of the time, and with hostile ones now and then.
struct ScriptWriter {
  private var source: ByteSource
  private let stubs = Stubs.all
  /// What the script has made so far: the type of `v[1]`, `v[2]` …
  private var made: [String] = []
  private var lines: [String] = []

  private static let mostCalls = 40
  private static let opening = """
    local mr = require "moonreel"
    local fx, tr = require "moonreel.effects", require "moonreel.transitions"
    local titles, templates = require "moonreel.titles", require "moonreel.templates"
    local charts = require "moonreel.charts"
    local v = {}
    local function try(number, body)
      local worked, value = pcall(body)
      if worked then v[number] = value end
    end
    """
  private static let closing = """
    for index = 1, #kinds do
      if v[index] ~= nil then print(kinds[index]) end
    end
    for index = #kinds, 1, -1 do
      local kind = kinds[index]
      if v[index] and (kind == "Export" or kind == "Composition" or kind == "Timeline") then
        return v[index]
      end
    end
    """
  private static let numbers = [
    "0", "1", "2", "0.5", "10", "25", "0.1", "32", "0.25", "3", "-1", "100", "45", "0.9",
  ]
  private static let hostile = [
    "0/0", "1/0", "-1/0", "math.mininteger", "math.maxinteger", "2^53", "-2^63", "1e308", "5e-324",
    "-0.0", "1e9", "65537", "\"\"", "\"\\0\\xff\"", "(\"x\"):rep(70000)", "{}", "{ {} }", "true",
    "nil", "mr", "{ [0] = 1, 2 }", "{ 1, nil, 3 }", "function() error(\"no\") end", "print",
    "setmetatable({}, { __index = error })",
    "(function() local t = {} t[1] = t return t end)()", "\"50%\"", "\"00:00:01:00\"",
    "mr.frames(3)",
  ]
  private static let words = [
    "\"a\"", "\"Hello\"", "\"#ff8000\"", "\"red\"", "\"50%\"", "\"moonreel:samples/blocks\"",
    "\"M0 0 L9 9 Z\"", "\"ease_in_out\"", "\"<b>x</b>\"", "\"linear\"",
  ]
  /// What every script begins with, and the types of that.
  private static let beginnings = [
    ("mr.timeline { fps = 25 }", "moonreel.Timeline"),
    ("mr.composition { size = { 32, 18 }, fps = 25, duration = 1 }", "moonreel.Composition"),
    ("mr.color \"red\"", "moonreel.Image"),
    ("mr.asset \"moonreel:samples/blocks\"", "moonreel.Asset"),
  ]

  init(_ input: [UInt8]) { source = ByteSource(input) }

  /// The whole script. It prints what it has made.
  mutating func script() -> String {
    for (call, type) in Self.beginnings { add(call, type) }
    while !source.isEmpty, lines.count < Self.mostCalls { step() }
    let kinds = made.map { "\"\($0.split(separator: ".").last ?? "")\"" }.joined(separator: ", ")
    return ([Self.opening] + lines + ["local kinds = { \(kinds) }", Self.closing])
      .joined(separator: "\n")
  }

  private mutating func add(_ call: String, _ type: String) {
    made.append(type)
    lines.append("try(\(made.count), function() return \(call) end)")
  }

  private mutating func step() {
    let index = source.number(below: made.count)
    let methods = stubs.methods(of: made[index])
    let fields = stubs.fields(of: made[index])
    switch source.number(below: 8) {
    case 0...3 where !methods.isEmpty:
      let method = source.pick(methods)
      call("v[\(index + 1)]:\(method.name)", method)
    case 4 where !fields.isEmpty:
      let field = source.pick(fields)
      add("v[\(index + 1)].\(field.name)", className(field.type) ?? "")
    case 5 where !fields.isEmpty:
      let field = source.pick(fields)
      lines.append("pcall(function() v[\(index + 1)].\(field.name) = \(value(field.type, 0)) end)")
    default:
      let function = source.pick(stubs.functions.filter { $0.owner == nil })
      call(function.name, function)
    }
  }

  private mutating func call(_ name: String, _ function: Stubs.Function) {
    var arguments: [String] = []
    for parameter in function.parameters {
      if parameter.isOptional, source.byte() & 1 == 0 { break }
      arguments.append(value(parameter.type, 0))
    }
    add("\(name)(\(arguments.joined(separator: ", ")))", function.result.flatMap(className) ?? "")
  }

  private func className(_ type: StubType) -> String? {
    switch type {
    case .named(let name): name
    case .union(let types): types.lazy.compactMap { className($0) }.first
    case .literal, .list, .map, .fields, .function: nil
    }
  }

  // MARK: Values

  private mutating func value(_ type: StubType, _ depth: Int) -> String {
    guard source.byte() % 16 != 0, depth < 5 else { return source.pick(Self.hostile) }
    switch type {
    case .literal(let text): return text
    case .union(let types): return value(source.pick(types), depth)
    case .list(let element):
      let items = (0..<source.number(below: 4)).map { _ in value(element, depth + 1) }
      return "{ \(items.joined(separator: ", ")) }"
    case .map(let key, let element):
      return "{ [\(value(key, depth + 1))] = \(value(element, depth + 1)) }"
    case .fields(let fields): return table(fields, depth)
    case .function(let result):
      return "function() return \(result.map { value($0, depth + 1) } ?? "nil") end"
    case .named(let name): return value(named: name, depth)
    }
  }

  private mutating func value(named name: String, _ depth: Int) -> String {
    switch name {
    case "number", "integer": return source.pick(Self.numbers)
    case "string": return source.pick(Self.words)
    case "boolean": return source.byte() & 1 == 0 ? "true" : "false"
    case "any": return source.pick(Self.numbers + Self.words)
    case "nil": return "nil"
    case "moonreel.Effect": return object { $0 == "library.fx" }
    case "moonreel.Transition": return object { $0 == "library.tr" }
    default: break
    }
    if let alias = stubs.aliases[name] { return value(alias, depth) }
    let ready = made.indices.filter { made[$0] == name }
    if !ready.isEmpty { return "v[\(source.pick(ready) + 1)]" }
    return table(stubs.fields(of: name), depth)
  }

  private mutating func object(_ isWanted: (String) -> Bool) -> String {
    let ready = made.indices.filter { isWanted(made[$0]) }
    return ready.isEmpty ? "fx.vignette {}" : "v[\(source.pick(ready) + 1)]"
  }

  private mutating func table(_ fields: [Stubs.Field], _ depth: Int) -> String {
    var items: [String] = []
    for field in fields.prefix(60) {
      guard !field.isOptional || source.byte() % 5 == 0 else { continue }
      let text = value(field.type, depth + 1)
      items.append(field.name.hasPrefix("[") ? text : "\(field.name) = \(text)")
    }
    return "{ \(items.joined(separator: ", ")) }"
  }
}
