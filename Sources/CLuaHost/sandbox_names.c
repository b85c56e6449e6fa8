// SPDX-License-Identifier: MIT
//
// What values are called in texts. Lua writes the addresses of tables, functions, threads and userdata; a script gets
// numbers instead, in the order in which it asked for them: these are the same in every run, and tell nothing of the
// machine.
#include "account.h"
#include <string.h>

static const char NAMES = 0; // its address is the key of the table of numbers in the registry

/// Pushes the number of the value at `index`, which is an absolute one.
static void push_number(lua_State *L, int index) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &NAMES) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "k");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &NAMES);
  }
  lua_pushvalue(L, index);
  if (lua_rawget(L, -2) == LUA_TNIL) {
    lua_pop(L, 1);
    lua_rawgetp(L, -1, &NAMES); // the last number that was given
    lua_Integer number = lua_tointeger(L, -1) + 1;
    lua_pop(L, 1);
    lua_pushinteger(L, number);
    lua_rawsetp(L, -2, &NAMES);
    lua_pushvalue(L, index);
    lua_pushinteger(L, number);
    lua_rawset(L, -3);
    lua_pushinteger(L, number);
  }
  lua_remove(L, -2);
}

/// Pushes "table: 1" for the value at `index`, which has no text of its own.
static void push_name(lua_State *L, int index) {
  int kind = luaL_getmetafield(L, index, "__name");
  if (kind != LUA_TSTRING) {
    if (kind != LUA_TNIL) lua_pop(L, 1);
    lua_pushstring(L, luaL_typename(L, index));
  }
  lua_pushliteral(L, ": ");
  push_number(L, index);
  lua_concat(L, 3);
}

static void push_text(lua_State *L, int index) {
  if (luaL_callmeta(L, index, "__tostring")) {
    if (!lua_isstring(L, -1)) luaL_error(L, "'__tostring' must return a string");
    return;
  }
  switch (lua_type(L, index)) {
    case LUA_TNIL: case LUA_TBOOLEAN: case LUA_TNUMBER: case LUA_TSTRING:
      luaL_tolstring(L, index, NULL);
      break;
    default: push_name(L, index);
  }
}

int mr_show(lua_State *L) {
  luaL_checkany(L, 1);
  push_text(L, 1);
  return 1;
}

/// Where the conversion that begins at `spec`, behind its '%', has its letter.
static const char *letter_of(const char *spec) {
  return spec + strspn(spec, "-+ #0123456789.");
}

/// What `%p` writes of the argument `index`.
static void push_identity(lua_State *L, int index) {
  switch (lua_type(L, index)) {
    case LUA_TTABLE: case LUA_TFUNCTION: case LUA_TTHREAD: case LUA_TUSERDATA: push_name(L, index); break;
    default: lua_pushliteral(L, "(null)");
  }
}

int mr_format(lua_State *L) {
  int last = lua_gettop(L), argument = 1;
  size_t length;
  const char *format = luaL_checklstring(L, 1, &length), *end = format + length;
  mr_spend(L, (int64_t)(length / 64));
  luaL_Buffer changed;
  char *copy = luaL_buffinitsize(L, &changed, length);
  memcpy(copy, format, length);
  // The buffer may lie on the stack: arguments are reached by their places from the bottom.
  for (const char *at = format; at < end; at++) {
    if (*at != '%') continue;
    if (*++at == '%') continue;
    at = letter_of(at);
    if (at >= end || ++argument > last) break;
    if (*at == 'p') {
      copy[at - format] = 's';
      push_identity(L, argument);
      lua_replace(L, argument);
    } else if (*at == 's' && lua_type(L, argument) != LUA_TSTRING) {
      push_text(L, argument);
      lua_replace(L, argument);
    }
  }
  luaL_pushresultsize(&changed, length);
  lua_replace(L, 1);
  lua_settop(L, last);
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}
