// SPDX-License-Identifier: MIT
//
// Tables whose reads are taken down, for `check`: a script gets an empty table, and a metatable looks names
// up in the real one and notes them.
//
// A script must not see the difference. So what goes past a metatable (next, rawget, a look from Swift) or
// would show it (getmetatable) first settles the table: everything moves into it and counts as read, and its
// metatable is that of the real one.
#include "account.h"

/// In the registry: the names that were read. In the metatable of a watched table: its values.
static char watch_key;

static void note(lua_State *L, int key) {
  key = lua_absindex(L, key);
  if (lua_type(L, key) != LUA_TSTRING) return;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &watch_key);
  lua_pushvalue(L, key);
  lua_pushboolean(L, 1);
  lua_rawset(L, -3);
  lua_pop(L, 1);
}

void mr_settle_table(lua_State *L, int index) {
  index = lua_absindex(L, index);
  if (!lua_istable(L, index) || !lua_getmetatable(L, index)) return;
  if (lua_rawgetp(L, -1, &watch_key) != LUA_TTABLE) {
    lua_pop(L, 2);
    return;
  }
  for (lua_pushnil(L); lua_next(L, -2);) {
    note(L, -2);
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, index);
  }
  if (!lua_getmetatable(L, -1)) lua_pushnil(L);
  lua_setmetatable(L, index);
  lua_pop(L, 2);
}

/// __index, the values its upvalue.
static int read_value(lua_State *L) {
  lua_settop(L, 2);
  note(L, 2);
  lua_gettable(L, lua_upvalueindex(1));
  return 1;
}

/// __newindex.
static int write_value(lua_State *L) {
  mr_settle_table(L, 1);
  lua_settop(L, 3);
  lua_rawset(L, 1);
  return 0;
}

void mr_watch_table(lua_State *L) {
  int values = lua_gettop(L);
  lua_newtable(L);
  lua_createtable(L, 1, 2);
  lua_pushvalue(L, values);
  lua_rawsetp(L, -2, &watch_key);
  lua_pushvalue(L, values);
  lua_pushcclosure(L, read_value, 1);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, write_value);
  lua_setfield(L, -2, "__newindex");
  lua_setmetatable(L, -2);
  lua_replace(L, values);
}

bool mr_name_was_read(lua_State *L, const char *name) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &watch_key);
  lua_pushstring(L, name);
  lua_rawget(L, -2);
  bool was_read = lua_toboolean(L, -1);
  lua_pop(L, 2);
  return was_read;
}

/// A base function that goes past metatables, the original its upvalue.
static int settled_call(lua_State *L) {
  if (lua_gettop(L) > 0) mr_settle_table(L, 1);
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

void mr_open_watching(lua_State *L) {
  static const char *const names[] = {"next", "rawget", "rawset", "getmetatable", "setmetatable"};
  lua_newtable(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &watch_key);
  lua_pushglobaltable(L);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    lua_getfield(L, -1, names[i]);
    lua_pushcclosure(L, settled_call, 1);
    lua_setfield(L, -2, names[i]);
  }
  lua_pop(L, 1);
}
