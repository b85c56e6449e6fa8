// SPDX-License-Identifier: MIT

import CLuaHost
import MoonreelCore

/// One call from a script: the arguments, and what the function is called in messages.
struct Call {
  let state: LuaState
  let lua: OpaquePointer
  /// As the script writes it: `"mr.export"`, `"track:insert"`.
  let name: String
  /// The names of the arguments; the last may be `…`.
  var parameters: [String] = []
  /// Arguments before the first: 1 for a method, whose object comes first.
  var offset = 0
  /// The stack position of the last argument; what is looked into comes to lie above it.
  private let top: Int32

  init(state: LuaState, lua: OpaquePointer, name: String) {
    (self.state, self.lua, self.name) = (state, lua, name)
    top = lua_gettop(lua)
  }

  /// How many arguments there are, the object not counted.
  var count: Int { max(0, Int(top) - offset) }

  /// Argument `index`, counted from 0; nil where it was left out.
  subscript(index: Int) -> Argument {
    let position = Int32(index + offset + 1)
    let value = position > top ? LuaValue.nil : state.value(lua, position)
    let name = index < parameters.count ? parameters[index].filter { $0 != "?" } : "\(index + 1)"
    return Argument(state: state, value: value, label: "'\(name)' of \(self.name)")
  }

  /// Where the script makes the call: `"promo.lua:12"`.
  var place: String { state.place(on: lua) }

  /// The value at stack position 1, for methods.
  var receiver: LuaValue { top >= 1 ? state.value(lua, 1) : .nil }

  /// Refuses more arguments than the function has.
  func checkCount() throws {
    guard parameters.last != "…", count > parameters.count else { return }
    let names = parameters.joined(separator: ", ")
    let most = parameters.count == 1 ? "1 argument" : "\(parameters.count) arguments"
    let rule = parameters.isEmpty ? "no arguments" : "at most \(most) (\(names))"
    throw MoonreelError(.invalidArgument, "\(name) takes \(rule), got \(count)\(bracesHint)")
  }

  /// What to do where a function that takes one table got what belongs into it.
  private var bracesHint: String {
    let tables = ["options", "options?", "rect", "size", "point", "declarations", "coefficients"]
    guard parameters.count == 1, tables.contains(parameters[0]) else { return "" }
    return " (put them in braces: \(name) { … })"
  }

  /// Refuses the module itself as the first argument of its function: a colon was written for a dot.
  func checkDot() throws {
    guard count > 0, offset == 0, case .table(let view) = self[0].value,
      try view.library != nil
    else { return }
    let names = parameters.joined(separator: ", ")
    throw MoonreelError(.invalidArgument, "call it with a dot: \(name)(\(names))")
  }
}

/// What a call into Lua gave back.
struct Results {
  let state: LuaState
  let lua: OpaquePointer
  let base: Int32
  /// The stack position of the last result.
  private let top: Int32

  init(state: LuaState, lua: OpaquePointer, base: Int32) {
    (self.state, self.lua, self.base) = (state, lua, base)
    top = lua_gettop(lua)
  }

  /// How many values came back.
  var count: Int { Int(top - base) }

  /// Result `index`, counted from 0; `label` names it in messages.
  func value(_ index: Int = 0, label: String) -> Argument {
    let position = base + 1 + Int32(index)
    let value = position > top ? LuaValue.nil : state.value(lua, position)
    return Argument(state: state, value: value, label: label)
  }
}
