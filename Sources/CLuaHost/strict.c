// SPDX-License-Identifier: MIT
//
// Tables in which a name that nobody has set is an error when it is read, not nil: a mistyped name would go
// unnoticed where nil means something. Two are strict: the globals, where setting one declares it, to nil too,
// and what mr.params returns. rawget(table, name) asks without an error.
#include "account.h"
#include <string.h>

enum { NAMES_MOST = 1000, LEVELS_MOST = 32 };

/// Appends `name` to the list at `list`; not what Lua itself has put there, such as "(for state)".
static void add_name(lua_State *L, int list, const char *name) {
  lua_Unsigned count = lua_rawlen(L, list);
  if (!name || *name == '(' || *name == 0 || count >= NAMES_MOST) return;
  lua_pushstring(L, name);
  lua_rawseti(L, list, (lua_Integer)count + 1);
}

/// Appends the variables that the function of the frame `info` sees.
static void add_variables(lua_State *L, int list, lua_Debug *info) {
  const char *name;
  for (int n = 1; (name = lua_getlocal(L, info, n)) != NULL; n++) {
    lua_pop(L, 1);
    add_name(L, list, name);
  }
  lua_getinfo(L, "f", info);
  for (int n = 1; (name = lua_getupvalue(L, -1, n)) != NULL; n++) {
    lua_pop(L, 1);
    if (strcmp(name, "_ENV") != 0) add_name(L, list, name);
  }
  lua_pop(L, 1);
}

/// Whether the text of the function of `outer` holds that of `inner`; a chunk begins at line 0.
static bool encloses(const lua_Debug *outer, const lua_Debug *inner) {
  if (strcmp(outer->source, inner->source) != 0) return false;
  return outer->linedefined == 0 || (outer->linedefined <= inner->linedefined &&
                                     outer->lastlinedefined >= inner->lastlinedefined);
}

/// Appends the variables in sight of the Lua code that reads.
static void add_visible(lua_State *L, int list) {
  lua_Debug reader, frame;
  for (int level = 1; level < LEVELS_MOST && lua_getstack(L, level, &frame); level++) {
    lua_getinfo(L, "S", &frame);
    if (level == 1) reader = frame;
    if (encloses(&frame, &reader)) add_variables(L, list, &frame);
  }
}

/// Appends the keys of the table at `index` that are strings.
static void add_keys(lua_State *L, int list, int index) {
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1))
    if (lua_type(L, -2) == LUA_TSTRING) add_name(L, list, lua_tostring(L, -2));
}

/// __index: (table, name). Upvalues are the names that may be nil, the host's function that raises, and whether
/// variables may have been meant.
static int read_missing(lua_State *L) {
  mr_account *account = mr_account_of(L);
  lua_settop(L, 2);
  lua_pushvalue(L, 2);
  bool declared = lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL;
  if (declared || lua_type(L, 2) != LUA_TSTRING) {
    lua_pushnil(L);
    return 1;
  }
  lua_settop(L, 2);
  lua_newtable(L);
  if (lua_toboolean(L, lua_upvalueindex(3))) add_visible(L, 3);
  add_keys(L, 3, lua_upvalueindex(1));
  add_keys(L, 3, 1);
  mr_spend(L, (int64_t)lua_rawlen(L, 3) * 50);
  return mr_finish_host_call(
      L, account->dispatch(L, account->host, lua_tointeger(L, lua_upvalueindex(2))));
}

/// __newindex of the globals: (globals, name, value).
static int write_missing(lua_State *L) {
  lua_settop(L, 3);
  if (!lua_isnil(L, 2)) {
    lua_pushvalue(L, 2);
    lua_pushboolean(L, 1);
    lua_rawset(L, lua_upvalueindex(1));
  }
  lua_rawset(L, 1);
  return 0;
}

static int guard_globals(lua_State *L) {
  int64_t *id = lua_touserdata(L, 1);
  lua_pushglobaltable(L);
  lua_createtable(L, 0, 2);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_pushinteger(L, *id);
  lua_pushboolean(L, 1);
  lua_pushcclosure(L, read_missing, 3);
  lua_setfield(L, -3, "__index");
  lua_pushcclosure(L, write_missing, 1);
  lua_setfield(L, -2, "__newindex");
  lua_setmetatable(L, -2);
  return 0;
}

int mr_guard_globals(lua_State *L, int64_t id) {
  if (!lua_checkstack(L, 4)) return LUA_ERRMEM;
  lua_pushcfunction(L, guard_globals);
  lua_pushlightuserdata(L, &id);
  return lua_pcall(L, 1, 0, 0);
}

/// (table, list of names, id) -> table
static int make_strict(lua_State *L) {
  int64_t *id = lua_touserdata(L, 3);
  lua_settop(L, 2);
  lua_createtable(L, 0, 1);
  lua_newtable(L);
  for (lua_Integer position = 1; lua_rawgeti(L, 2, position) != LUA_TNIL; position++) {
    lua_pushboolean(L, 1);
    lua_rawset(L, 4);
  }
  lua_pop(L, 1);
  lua_pushinteger(L, *id);
  lua_pushboolean(L, 0);
  lua_pushcclosure(L, read_missing, 3);
  lua_setfield(L, 3, "__index");
  lua_setmetatable(L, 1);
  lua_settop(L, 1);
  return 1;
}

int mr_make_strict(lua_State *L, int64_t id) {
  if (!lua_checkstack(L, 4)) return LUA_ERRMEM;
  lua_pushcfunction(L, make_strict);
  lua_insert(L, -3);
  lua_pushlightuserdata(L, &id);
  return lua_pcall(L, 3, 1, 0);
}
