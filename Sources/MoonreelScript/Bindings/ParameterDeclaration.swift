// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// What a script says about one parameter, and the reading of its value.
struct ParameterDeclaration {
  let name: String
  let kind: ScriptParameter.Kind
  let isRequired: Bool
  let doc: String?
  /// What the items of a list are; `nil` where it is none.
  private let items: ScriptParameter.Kind?
  private let range: ClosedRange<Double>
  private let choices: [String]

  init(name: String, options: Options) throws {
    self.name = name
    let kind: ScriptParameter.Kind = try options.item(1, "kind").choice()
    self.kind = kind
    isRequired = try options["required"].ifGiven { try $0.boolean() } ?? false
    doc = try options["doc"].ifGiven { try $0.string() }
    let low = try options["min"].ifGiven { try $0.number() } ?? -.greatestFiniteMagnitude
    let high = try options["max"].ifGiven { try $0.number() } ?? .greatestFiniteMagnitude
    guard low <= high else { throw try options["max"].expected("a number not below 'min'") }
    range = low...high
    items = try Self.items(of: kind, options["of"])
    choices = try Self.choices(options, isWanted: kind == .choice || items == .choice)
  }

  /// The kind of a list's items: `given`, or text.
  private static func items(
    of kind: ScriptParameter.Kind, _ given: Argument
  ) throws -> ScriptParameter.Kind? {
    guard kind == .list else {
      guard given.isNil else {
        throw given.expected("nothing, for only a \"list\" is 'of' something")
      }
      return kind.items
    }
    let item: ScriptParameter.Kind = try given.ifGiven { try $0.choice() } ?? .string
    switch item {
    case .files, .list, .table:
      throw given.expected(
        "the kind of one value, such as \"number\"; lists of lists are a \"table\"")
    case .string, .text, .number, .integer, .boolean, .color, .file, .choice, .time: return item
    }
  }

  private static func choices(_ options: Options, isWanted: Bool) throws -> [String] {
    let rule = "a list of names to choose from"
    let given = try options["choices"]
    let choices = try given.ifGiven { try $0.list(rule).map { try $0.string() } } ?? []
    guard isWanted == !choices.isEmpty else {
      throw isWanted
        ? MoonreelError(.invalidArgument, "\(options.owner) needs 'choices': \(rule)")
        : given.expected("nothing, for only a \"choice\" has choices")
    }
    return choices
  }

  /// The declaration for the host, with the value the script got.
  func parameter(value: String?) -> ScriptParameter {
    var parameter = ScriptParameter(
      name: name, kind: kind, doc: doc, isRequired: isRequired, choices: choices, value: value)
    parameter.itemKind = items
    parameter.minimum = range.lowerBound > -.greatestFiniteMagnitude ? range.lowerBound : nil
    parameter.maximum = range.upperBound < .greatestFiniteMagnitude ? range.upperBound : nil
    return parameter
  }

  /// Reads a value that the script gave itself.
  func read(_ argument: Argument) throws -> (LuaValue, String?) {
    guard let items else { return try single(argument, kind) { $0 } }
    return try list(argument.list("a list of values"), items) { $0 }
  }

  /// Reads a value from outside; `locate` makes paths absolute.
  func read(
    _ given: GivenParameters.Value, state: LuaState,
    locate: (_ path: String, _ isFromJSON: Bool) -> String
  ) throws -> (LuaValue, String?) {
    switch given {
    case .texts(let texts):
      let label = "parameter '\(name)' (--set)"
      let arguments = texts.map {
        Argument(
          state: state, value: LuaValue((items ?? kind).plainValue(of: $0)), label: label)
      }
      if let items { return try list(arguments, items) { locate($0, false) } }
      guard arguments.count == 1 else {
        throw MoonreelError(
          .invalidArgument, "parameter '\(name)' takes one value, got \(arguments.count) with --set"
        )
      }
      guard kind != .table else { return try table(parsed(texts[0], label), label) }
      return try single(arguments[0], kind) { locate($0, false) }
    case .json(let json): return try read(json, "from the JSON file", state) { locate($0, true) }
    case .plain(let json): return try read(json, "from the form", state) { locate($0, false) }
    }
  }

  /// Reads a value of JSON `from` somewhere.
  private func read(
    _ json: JSONValue, _ from: String, _ state: LuaState, _ locate: (String) -> String
  ) throws -> (LuaValue, String?) {
    let label = "parameter '\(name)' (\(from))"
    if kind == .table { return try table(json, label) }
    guard let items else {
      return try single(Argument(state: state, value: LuaValue(json), label: label), kind, locate)
    }
    // A list of one may be written without its brackets.
    let values = if case .array(let values) = json { values } else { [json] }
    let arguments = values.map { Argument(state: state, value: LuaValue($0), label: label) }
    return try list(arguments, items, locate)
  }

  private func list(
    _ arguments: [Argument], _ items: ScriptParameter.Kind, _ locate: (String) -> String
  ) throws -> (LuaValue, String?) {
    let values = try arguments.map { try single($0, items, locate) }
    return (.list(values.map(\.0)), values.compactMap(\.1).joined(separator: ", "))
  }

  private func table(_ json: JSONValue, _ label: String) throws -> (LuaValue, String?) {
    switch json {
    case .array, .object: return (LuaValue(json), json.compactText)
    case .null, .bool, .integer, .number, .string:
      throw MoonreelError(
        .invalidArgument,
        "bad \(label): expected \(Self.tableRule), got \(json.compactText)")
    }
  }

  private func single(
    _ argument: Argument, _ kind: ScriptParameter.Kind, _ locate: (String) -> String
  ) throws -> (LuaValue, String?) {
    switch kind {
    case .string, .text: return both(try argument.string())
    case .file: return both(try path(argument, locate))
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
    case .table: return try table(argument.plainValue(), argument.label)
    case .files, .list: preconditionFailure("lists are read item by item")
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

  /// A table that was typed.
  private func parsed(_ text: String, _ label: String) throws -> JSONValue {
    do { return try JSONValue(parsing: text) } catch let error as MoonreelError {
      throw MoonreelError(
        .invalidArgument, "bad \(label): expected \(Self.tableRule): \(error.message)")
    }
  }

  private static let tableRule = "a list or table as JSON, such as {\"name\": 1}"
}

extension ScriptParameter.Kind {
  /// A typed text as a value of this kind; the text itself where it does not fit, or is one.
  func plainValue(of text: String) -> JSONValue {
    switch self {
    case .number, .integer, .time:
      if let whole = Int64(text) { return .integer(whole) }
      return Double(text).map { .number($0) } ?? .string(text)
    case .boolean:
      switch text.lowercased() {
      case "true", "yes", "on", "1": return .bool(true)
      case "false", "no", "off", "0": return .bool(false)
      default: return .string(text)
      }
    case .string, .text, .color, .file, .files, .choice, .list, .table: return .string(text)
    }
  }
}
