// SPDX-License-Identifier: MIT

import CLuaHost
import MoonreelCore

/// Tables whose reads are taken down; see `watched.c`.
extension LuaState {
  /// Lets tables be watched from now on; before anything runs.
  func allowWatching() throws {
    let status = mr_allow_watching(current)
    guard status == LUA_OK else { throw failure(status, on: current) }
    watchesTables = true
  }

  /// A table of `fields`, on the stack of the call under way. Those that are nil may be read; for other names
  /// the function `missing` is called with (table, name, names), which raises. Where tables may be watched,
  /// reads are taken down.
  func strictTable(
    _ fields: [(String, LuaValue)], missing: Int64, on lua: OpaquePointer
  ) throws -> LuaValue {
    try push(.record(fields), on: lua)
    try push(.list(fields.map { .string($0.0) }), on: lua)
    var status = mr_make_strict(lua, missing)
    if status == LUA_OK, watchesTables { status = mr_watch(lua) }
    guard status == LUA_OK else { throw failure(status, on: lua) }
    let slot = StackSlot(state: self, lua: lua, index: lua_gettop(lua))
    return .table(TableView(slot: slot))
  }

  /// Whether `name` was read from any watched table.
  func wasRead(_ name: String) throws -> Bool {
    try lock.withLock { [self] in
      try reserve(current)
      var answer = false
      let status = mr_was_read(current, name, &answer)
      guard status == LUA_OK else { throw failure(status, on: current) }
      return answer
    }
  }
}
