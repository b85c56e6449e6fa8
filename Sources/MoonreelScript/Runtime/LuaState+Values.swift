// SPDX-License-Identifier: MIT

import CLuaHost
import MoonreelCore

extension LuaState {
  /// Makes room for a handful of values on the stack.
  func reserve(_ lua: OpaquePointer) throws {
    guard lua_checkstack(lua, 24) != 0 else {
      throw MoonreelError(.limitExceeded, "Cannot go on: too many values are in use at once.")
    }
  }

  /// The value at the absolute stack position `index`.
  func value(_ lua: OpaquePointer, _ index: Int32) -> LuaValue {
    switch lua_type(lua, index) {
    case LUA_TNIL, LUA_TNONE: return .nil
    case LUA_TBOOLEAN: return .boolean(lua_toboolean(lua, index) != 0)
    case LUA_TNUMBER:
      return lua_isinteger(lua, index) != 0
        ? .integer(lua_tointegerx(lua, index, nil)) : .number(lua_tonumberx(lua, index, nil))
    case LUA_TSTRING: return .string(Self.text(lua, index))
    case LUA_TTABLE:
      // Where memory is short the table stays watched; whatever needs memory next says so.
      if watchesTables, mr_settle(lua, index) != LUA_OK { mr_pop(lua, 1) }
      return .table(TableView(slot: StackSlot(state: self, lua: lua, index: index)))
    case LUA_TFUNCTION: return .function(StackSlot(state: self, lua: lua, index: index))
    case LUA_TUSERDATA:
      guard let object = mr_object(lua, index) else { return .other("userdata") }
      return .object(Unmanaged<Handle>.fromOpaque(object).takeUnretainedValue())
    default: return .other(String(cString: lua_typename(lua, lua_type(lua, index))))
    }
  }

  /// The value on top, which is popped unless it must stay on the stack to be looked into.
  func take(_ lua: OpaquePointer) -> LuaValue {
    let value = value(lua, lua_gettop(lua))
    switch value {
    case .table, .function: break
    default: mr_pop(lua, 1)
    }
    return value
  }

  /// The string at `index`, which must be one: on a number `lua_tolstring` could raise.
  static func text(_ lua: OpaquePointer, _ index: Int32) -> String {
    var length = 0
    guard let bytes = lua_tolstring(lua, index, &length) else { return "" }
    return String(decoding: UnsafeRawBufferPointer(start: bytes, count: length), as: UTF8.self)
  }

  /// Pushes `value`.
  ///
  /// - Throws: ``ScriptFailure`` when memory is short.
  func push(_ value: LuaValue, on lua: OpaquePointer) throws {
    try reserve(lua)
    switch value {
    case .nil, .other: lua_pushnil(lua)
    case .boolean(let flag): lua_pushboolean(lua, flag ? 1 : 0)
    case .integer(let number): lua_pushinteger(lua, number)
    case .number(let number): lua_pushnumber(lua, number)
    case .string(var text):
      let status = text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { mr_push_string(lua, $0.baseAddress, $0.count) }
      }
      try check(status, on: lua)
    case .object(let handle): try push(handle, on: lua)
    case .table(let view): lua_pushvalue(lua, view.slot.index)
    case .function(let slot): lua_pushvalue(lua, slot.index)
    case .kept(let reference): mr_push_reference(lua, reference.number)
    case .native(let id): try check(mr_push_function(lua, id), on: lua)
    case .list(let items): try push(items, [], on: lua)
    case .numbers(let numbers):
      try check(mr_push_numbers(lua, numbers, Int32(numbers.count)), on: lua)
    case .record(let fields): try push([], fields, on: lua)
    case .mixture(let items, let fields): try push(items, fields, on: lua)
    }
  }

  /// Pushes a table.
  private func push(
    _ items: [LuaValue], _ fields: [(String, LuaValue)], on lua: OpaquePointer
  ) throws {
    try check(mr_new_table(lua, Int32(items.count), Int32(fields.count)), on: lua)
    for (index, item) in items.enumerated() {
      try push(item, on: lua)
      try check(mr_set_item(lua, -2, Int64(index + 1)), on: lua)
    }
    for (name, field) in fields {
      try push(field, on: lua)
      try check(mr_set_field(lua, -2, name), on: lua)
    }
  }

  private func push(_ handle: Handle, on lua: OpaquePointer) throws {
    let handle = knownHandles.only(handle)
    let cost = handle.cost
    try makeRoom(for: cost, on: lua)
    let object = Unmanaged.passRetained(handle)
    let status = mr_push_object(lua, object.toOpaque(), cost, type(of: handle).typeName)
    if status != LUA_OK { object.release() }
    try check(status, on: lua)
  }

  private func check(_ status: Int32, on lua: OpaquePointer) throws {
    guard status == LUA_OK else { throw failure(status, on: lua) }
  }
}
