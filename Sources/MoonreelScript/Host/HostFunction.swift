// SPDX-License-Identifier: MIT

import CLua
import MoonreelCore
import MoonreelModel

/// A function of the program that embeds Lua, which scripts may call.
///
/// Arguments and results are plain values: numbers, text, `true` and `false`, lists and tables of them. The function
/// runs on the thread that runs the script, while the script waits; what it throws is an error of the script, with the
/// script's file and line before it.
///
/// For example, for scripts that begin with `local shop = require "shop"` and ask for `shop.price("apples")`:
///
///     options.modules["shop"] = [
///       HostFunction("price", ["article"]) { arguments in .number(2.5) }
///     ]
public struct HostFunction: Sendable {
  /// What scripts call it.
  public let name: String
  /// The names of its arguments, for messages; a name that ends in `?` may be left out.
  public let parameters: [String]
  /// What it does.
  private let body: Body

  /// Gets as many values as there are parameters, `null` for what was left out; perhaps a picture before them.
  private enum Body: Sendable {
    case values(@Sendable ([JSONValue]) throws -> JSONValue)
    case picture(@Sendable (Image, [JSONValue]) throws -> JSONValue)
  }

  /// A function that gives one value; `.null` is Lua's `nil`.
  public init(
    _ name: String, _ parameters: [String] = [],
    _ body: @escaping @Sendable ([JSONValue]) throws -> JSONValue
  ) {
    (self.name, self.parameters, self.body) = (name, parameters, .values(body))
  }

  /// A function whose first argument, which messages call `picture`, is a picture.
  public init(
    _ name: String, picture: String, _ parameters: [String] = [],
    _ body: @escaping @Sendable (Image, [JSONValue]) throws -> JSONValue
  ) {
    (self.name, self.parameters, self.body) = (name, [picture] + parameters, .picture(body))
  }

  /// The same as the module's binding.
  var binding: FunctionBinding {
    .value(name, parameters) { call in
      switch body {
      case .values(let body): LuaValue(try body(try plainValues(call, parameters.indices)))
      case .picture(let body):
        LuaValue(
          try body(try call[0].image(), try plainValues(call, parameters.indices.dropFirst())))
      }
    }
  }

  /// The plain values of some arguments.
  private func plainValues(_ call: Call, _ indices: Range<Int>) throws -> [JSONValue] {
    try indices.map { index in
      let argument = call[index]
      if argument.isNil, !parameters[index].hasSuffix("?") {
        throw argument.expected("a value")
      }
      return try argument.plainValue()
    }
  }
}

extension LuaValue {
  /// The same value for Lua.
  init(_ plain: JSONValue) {
    switch plain {
    case .null: self = .nil
    case .bool(let flag): self = .boolean(flag)
    case .integer(let number): self = .integer(number)
    case .number(let number): self = .number(number)
    case .string(let text): self = .string(text)
    // A list with gaps would have no length.
    case .array(let items): self = .list(items.map { $0 == .null ? .boolean(false) : LuaValue($0) })
    case .object(let members): self = .record(members.map { ($0.key, LuaValue($0.value)) })
    }
  }
}

extension Argument {
  /// How deep tables may lie in one another.
  private static let deepestTable = 32

  /// The value where it consists of numbers, text, truth values, lists and tables with names.
  func plainValue(depth: Int = 0) throws -> JSONValue {
    switch value {
    case .nil: return .null
    case .boolean(let flag): return .bool(flag)
    case .integer(let number): return .integer(number)
    case .number(let number): return .number(number)
    case .string(let text): return .string(text)
    case .table(let view): return try plainTable(view, depth)
    default: throw expected("numbers, text, true or false, or a table of these")
    }
  }

  private func plainTable(_ view: TableView, _ depth: Int) throws -> JSONValue {
    guard depth < Self.deepestTable else {
      throw expected("tables at most \(Self.deepestTable) deep in one another")
    }
    let (names, other) = try view.keys()
    guard other == nil, names.isEmpty || view.count == 0 else {
      throw expected("a list without gaps, or a table with names alone")
    }
    guard names.isEmpty else {
      return .object(
        try names.map { name in
          JSONValue.Member(
            name, try plain(view, depth, "'\(name)' in \(label)") { try view.field(name) })
        })
    }
    return .array(
      try (0..<view.count).map { index in
        try plain(view, depth, "item \(index + 1) of \(label)") { try view.item(index + 1) }
      })
  }

  /// What `read` finds in a table; what lies on the stack meanwhile is taken off it again.
  private func plain(
    _ view: TableView, _ depth: Int, _ label: String, _ read: () throws -> LuaValue
  ) throws -> JSONValue {
    let top = lua_gettop(view.slot.lua)
    defer { lua_settop(view.slot.lua, top) }
    return try Argument(state: state, value: read(), label: label).plainValue(depth: depth + 1)
  }
}
