// SPDX-License-Identifier: MIT
//
// The string library: results are measured before they are made, long strings cost instructions, and
// patterns run in a matcher that counts its steps (sandbox_pattern.c).
#include "account.h"

enum { BYTES_PER_INSTRUCTION = 64 };

/// Charges for the length of argument 1, then goes on as the original, the upvalue.
static int charge_length(lua_State *L) {
  if (lua_type(L, 1) == LUA_TSTRING)
    mr_spend(L, (int64_t)(lua_rawlen(L, 1) / BYTES_PER_INSTRUCTION));
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

static int repeat(lua_State *L) {
  size_t length, separator;
  luaL_checklstring(L, 1, &length);
  lua_Integer count = luaL_checkinteger(L, 2);
  luaL_optlstring(L, 3, "", &separator);
  size_t limit = mr_account_of(L)->limit, each = length + separator;
  if (count > 0 && each > 0) {
    if ((lua_Unsigned)count > limit / each)
      return luaL_error(L, "string.rep would make a string beyond the memory limit");
    mr_spend(L, count + (lua_Integer)(each * (size_t)count / BYTES_PER_INSTRUCTION));
  }
  if (each == 0) lua_pushliteral(L, "");
  return each == 0 ? 1 : lua_tocfunction(L, lua_upvalueindex(1))(L);
}

static void replace(lua_State *L, const char *name, lua_CFunction function) {
  lua_getfield(L, -1, name);
  lua_pushcclosure(L, function, 1);
  lua_setfield(L, -2, name);
}

void mr_open_strings(lua_State *L) {
  static const char *const linear[] = {"byte", "lower", "pack", "packsize",
                                       "reverse", "sub", "unpack", "upper"};
  luaL_requiref(L, "string", luaopen_string, 1);
  for (size_t i = 0; i < sizeof linear / sizeof *linear; i++) replace(L, linear[i], charge_length);
  replace(L, "format", mr_format);
  replace(L, "rep", repeat);
  lua_pushnil(L);
  lua_setfield(L, -2, "dump");
  mr_open_patterns(L);
  lua_pop(L, 1);
  lua_getglobal(L, "utf8");
  replace(L, "len", charge_length);
  replace(L, "codepoint", charge_length);
  replace(L, "offset", charge_length);
  lua_pop(L, 1);
}
