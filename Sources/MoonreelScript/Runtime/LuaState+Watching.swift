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

  /// A table of `fields`, on the stack of the call under way, whose reads are taken down.
  func watchedTable(_ fields: [(String, LuaValue)], on lua: OpaquePointer) throws -> LuaValue {
    try push(.record(fields), on: lua)
    let status = mr_watch(lua)
    guard status == LUA_OK else { throw failure(status, on: lua) }
    let slot = StackSlot(state: self, lua: lua, index: lua_gettop(lua))
    return .table(TableView(slot: slot))
  }

  /// Whether `name` was read from any watched table.
  func wasRead(_ name: String) throws -> Bool {
    try lock.withLock {
      try reserve(current)
      var answer = false
      let status = mr_was_read(current, name, &answer)
      guard status == LUA_OK else { throw failure(status, on: current) }
      return answer
    }
  }
}
