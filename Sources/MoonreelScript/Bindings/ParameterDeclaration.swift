// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// What a script says about one parameter, and the reading of its value.
struct ParameterDeclaration {
  let name: String
  let kind: ScriptParameter.Kind
  let isRequired: Bool
  let doc: String?
  private let range: ClosedRange<Double>
  private let choices: [String]

  init(name: String, options: Options) throws {
    self.name = name
    let kind = try options.item(1, "kind")
    self.kind = try kind.choice()
    isRequired = try options["required"].ifGiven { try $0.boolean() } ?? false
    doc = try options["doc"].ifGiven { try $0.string() }
    let low = try options["min"].ifGiven { try $0.number() } ?? -.greatestFiniteMagnitude
    let high = try options["max"].ifGiven { try $0.number() } ?? .greatestFiniteMagnitude
    guard low <= high else { throw try options["max"].expected("a number not below 'min'") }
    range = low...high
    let rule = "a list of names to choose from"
    let given = try options["choices"]
    choices = try given.ifGiven { try $0.list(rule).map { try $0.string() } } ?? []
    guard (self.kind == .choice) == !choices.isEmpty else {
      throw self.kind == .choice
        ? MoonreelError(.invalidArgument, "\(options.owner) needs 'choices': \(rule)")
        : given.expected("nothing, for only a \"choice\" has choices")
    }
  }

  /// The declaration for the host, with the value the script got.
  func parameter(value: String?) -> ScriptParameter {
    var parameter = ScriptParameter(
      name: name, kind: kind, doc: doc, isRequired: isRequired, choices: choices, value: value)
    parameter.minimum = range.lowerBound > -.greatestFiniteMagnitude ? range.lowerBound : nil
    parameter.maximum = range.upperBound < .greatestFiniteMagnitude ? range.upperBound : nil
    return parameter
  }

  /// Reads a value that the script gave itself.
  func read(_ argument: Argument) throws -> (LuaValue, String?) {
    try kind == .files ? files(argument.list("a list of paths")) { $0 } : single(argument) { $0 }
  }

  /// Reads a value from outside; `locate` makes paths absolute.
  func read(
    _ given: GivenParameters.Value, state: LuaState,
    locate: (_ path: String, _ isFromJSON: Bool) -> String
  ) throws -> (LuaValue, String?) {
    switch given {
    case .texts(let texts):
      let arguments = texts.map {
        Argument(state: state, value: value(of: $0), label: "parameter '\(name)' (--set)")
      }
      if kind == .files { return try files(arguments) { locate($0, false) } }
      guard arguments.count == 1 else {
        throw MoonreelError(
          .invalidArgument, "parameter '\(name)' takes one value, got \(arguments.count) with --set"
        )
      }
      return try single(arguments[0]) { locate($0, false) }
    case .json(let json): return try read(json, "from the JSON file", state) { locate($0, true) }
    case .plain(let json): return try read(json, "from the form", state) { locate($0, false) }
    }
  }

  /// Reads a value of JSON `from` somewhere.
  private func read(
    _ json: JSONValue, _ from: String, _ state: LuaState, _ locate: (String) -> String
  ) throws -> (LuaValue, String?) {
    let label = "parameter '\(name)' (\(from))"
    if case .array(let items) = json, kind == .files {
      let arguments = items.map { Argument(state: state, value: LuaValue($0), label: label) }
      return try files(arguments, locate)
    }
    let argument = Argument(state: state, value: LuaValue(json), label: label)
    return try kind == .files ? files([argument], locate) : single(argument, locate)
  }

  private func files(
    _ arguments: [Argument], _ locate: (String) -> String
  ) throws -> (LuaValue, String?) {
    let paths = try arguments.map { try path($0, locate) }
    return (.list(paths.map { .string($0) }), paths.joined(separator: ", "))
  }

  private func single(
    _ argument: Argument, _ locate: (String) -> String
  ) throws -> (LuaValue, String?) {
    switch kind {
    case .string: return both(try argument.string())
    case .file, .files: return both(try path(argument, locate))
    case .choice: return both(try argument.choice(among: choices))
    case .number:
      let number = try argument.number(limits)
      return (.number(number), Argument.text(number))
    case .integer:
      let number = try argument.integer()
      guard range.contains(Double(number)) else {
        _ = try argument.number(range); return (.nil, nil)
      }
      return (.integer(Int64(number)), "\(number)")
    case .boolean:
      let flag = try argument.boolean()
      return (.boolean(flag), "\(flag)")
    case .color:
      let handle = ImageHandle(.init(color: try argument.color()))
      return (.object(handle), handle.description)
    case .time:
      _ = try argument.timeValue()
      if case .number(let seconds) = argument.value {
        return (argument.value, Argument.text(seconds))
      }
      return (argument.value, argument.found)
    }
  }

  /// The path that `argument` is; one from outside must be that of a file, or an address, or a pattern.
  private func path(_ argument: Argument, _ locate: (String) -> String) throws -> String {
    let given = try argument.string()
    let path = locate(given)
    let isPlain = path.hasPrefix("/") && !path.contains { "%*?[".contains($0) }
    guard given == path || !isPlain || access(path, F_OK) == 0 else {
      throw MoonreelError(.fileAccess, "bad \(argument.label): there is no file '\(given)'")
    }
    return path
  }

  private func both(_ text: String) -> (LuaValue, String?) { (.string(text), text) }

  /// The limits where the script gave any.
  private var limits: ClosedRange<Double>? {
    range == -.greatestFiniteMagnitude...Double.greatestFiniteMagnitude ? nil : range
  }

  /// A typed text as the kind wants it, or the text itself where it does not fit.
  private func value(of text: String) -> LuaValue {
    switch kind {
    case .number, .integer, .time:
      if let whole = Int64(text) { return .integer(whole) }
      return Double(text).map { .number($0) } ?? .string(text)
    case .boolean:
      switch text.lowercased() {
      case "true", "yes", "on", "1": return .boolean(true)
      case "false", "no", "off", "0": return .boolean(false)
      default: return .string(text)
      }
    case .string, .color, .file, .files, .choice: return .string(text)
    }
  }
}
