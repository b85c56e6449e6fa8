// SPDX-License-Identifier: MIT

import CLuaHost

/// A table that a script handed over, read where it lies on the stack, without metamethods.
///
/// Values that are read and are tables themselves stay on the stack until the call ends.
struct TableView {
  let slot: StackSlot

  /// The length of the sequence part.
  var count: Int { Int(lua_rawlen(slot.lua, slot.index)) }

  /// The key on top of the stack, which stays there.
  private var keyOnTop: LuaValue {
    let index = lua_gettop(slot.lua)
    switch lua_type(slot.lua, index) {
    case LUA_TTABLE, LUA_TFUNCTION:
      return .other(String(cString: lua_typename(slot.lua, lua_type(slot.lua, index))))
    default: return slot.state.value(slot.lua, index)
    }
  }

  /// Whether its metatable has a function `__call`.
  var isCallable: Bool {
    get throws {
      try slot.state.reserve(slot.lua)
      guard lua_getmetatable(slot.lua, slot.index) != 0 else { return false }
      let index = lua_gettop(slot.lua)
      let metatable = TableView(slot: StackSlot(state: slot.state, lua: slot.lua, index: index))
      let call = try metatable.field("__call")
      lua_settop(slot.lua, index - 1)
      guard case .function = call else { return false }
      return true
    }
  }

  /// The value of field `name`.
  func field(_ name: String) throws -> LuaValue {
    try slot.state.reserve(slot.lua)
    guard mr_get_field(slot.lua, slot.index, name) == LUA_OK else {
      throw slot.state.failure(LUA_ERRMEM, on: slot.lua)
    }
    return slot.state.take(slot.lua)
  }

  /// The value at `position`, counted from 1.
  func item(_ position: Int) throws -> LuaValue {
    try slot.state.reserve(slot.lua)
    lua_rawgeti(slot.lua, slot.index, lua_Integer(position))
    return slot.state.take(slot.lua)
  }

  /// The first `count` items; `nil` where one of them is no number.
  func numbers(_ count: Int) throws -> [Float]? {
    try slot.state.reserve(slot.lua)
    var found = 0
    let numbers = [Float](unsafeUninitializedCapacity: count) { buffer, written in
      found = Int(mr_read_numbers(slot.lua, slot.index, buffer.baseAddress, Int32(count)))
      buffer[found...].initialize(repeating: 0)
      written = count
    }
    return found == count ? numbers : nil
  }

  /// Whether a metatable says what it has.
  var hasMetatable: Bool {
    guard lua_getmetatable(slot.lua, slot.index) != 0 else { return false }
    mr_pop(slot.lua, 1)
    return true
  }

  /// The keys that are strings, sorted, and one that is neither a string nor within the sequence, in words.
  func keys() throws -> (names: [String], other: String?) {
    try slot.state.reserve(slot.lua)
    let length = Int64(count)
    var (names, other) = ([String](), String?.none)
    lua_pushnil(slot.lua)
    while lua_next(slot.lua, slot.index) != 0 {
      mr_pop(slot.lua, 1)
      if lua_type(slot.lua, -1) == LUA_TSTRING {
        names.append(LuaState.text(slot.lua, -1))
      } else if lua_isinteger(slot.lua, -1) == 0
        || !(1...max(length, 1)).contains(lua_tointegerx(slot.lua, -1, nil)) || length == 0
      {
        other = Argument(state: slot.state, value: keyOnTop, label: "").found
      }
    }
    return (names.sorted(), other)
  }
}
