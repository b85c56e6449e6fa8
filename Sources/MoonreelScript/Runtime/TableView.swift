// SPDX-License-Identifier: MIT

import CLuaHost

/// A table that a script handed over, read where it lies on the stack, without metamethods.
///
/// Values that are read and are tables themselves stay on the stack until the call ends.
struct TableView {
  let slot: StackSlot

  /// The length of the sequence part.
  var count: Int { Int(lua_rawlen(slot.lua, slot.index)) }

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

  /// The keys that are strings, sorted, and whether there are keys that are neither strings nor within
  /// the sequence.
  func keys() throws -> (names: [String], hasOthers: Bool) {
    try slot.state.reserve(slot.lua)
    let length = Int64(count)
    var (names, hasOthers) = ([String](), false)
    lua_pushnil(slot.lua)
    while lua_next(slot.lua, slot.index) != 0 {
      mr_pop(slot.lua, 1)
      if lua_type(slot.lua, -1) == LUA_TSTRING {
        names.append(LuaState.text(slot.lua, -1))
      } else if lua_isinteger(slot.lua, -1) == 0
        || !(1...max(length, 1)).contains(lua_tointegerx(slot.lua, -1, nil)) || length == 0
      {
        hasOthers = true
      }
    }
    return (names.sorted(), hasOthers)
  }
}
