// SPDX-License-Identifier: MIT
//
// The sandbox's own versions of base functions. What reads files or bytecode is gone; pcall does not
// hold an error that ends the state; setmetatable takes no finaliser, because one would run at a moment
// that no budget covers.
#include "account.h"
#include <string.h>

/// After a protected call: errors that end the state go on.
static int finish(lua_State *L, int status, lua_KContext extra) {
  mr_account *account = mr_account_of(L);
  if (status == LUA_ERRMEM) account->fatal = MR_FATAL_MEMORY;
  if (account->fatal) return mr_raise_fatal(L);
  if (status == LUA_OK || status == LUA_YIELD) return lua_gettop(L) - (int)extra;
  lua_pushboolean(L, 0);
  lua_insert(L, -2);
  return 2;
}

/// (f, …) becomes (true, f, …), so that success needs no shifting.
static int protected_call(lua_State *L) {
  luaL_checkany(L, 1);
  lua_pushboolean(L, 1);
  lua_insert(L, 1);
  return finish(L, lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, finish), 0);
}

/// The script's message handler, upvalue 1. Handlers run where the error happened, before anything is
/// unwound: for one raised by the hook that is inside the hook, where no hook counts. So a handler is
/// not asked about errors that end the state.
static int call_handler(lua_State *L) {
  if (mr_account_of(L)->fatal) return 1;
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

/// (f, handler, …) becomes (f, guarded handler, true, f, …).
static int handled_call(lua_State *L) {
  int count = lua_gettop(L) - 2;
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, call_handler, 1);
  lua_replace(L, 2);
  lua_pushboolean(L, 1);
  lua_pushvalue(L, 1);
  lua_rotate(L, 3, 2);
  return finish(L, lua_pcallk(L, count, LUA_MULTRET, 2, 2, finish), 2);
}

static int raise_error(lua_State *L) {
  int level = (int)luaL_optinteger(L, 2, 1);
  lua_settop(L, 1);
  if (lua_type(L, 1) == LUA_TSTRING && level > 0) {
    mr_push_place(L, level);
    lua_insert(L, 1);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

static int set_metatable(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_argexpected(L, lua_isnil(L, 2) || lua_istable(L, 2), 2, "nil or table");
  if (lua_istable(L, 2)) {
    lua_pushliteral(L, "__gc");
    if (lua_rawget(L, 2) != LUA_TNIL)
      return luaL_error(L, "setmetatable takes no __gc in a script; use a to-be-closed variable");
  }
  if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL)
    return luaL_error(L, "cannot change a protected metatable");
  lua_settop(L, 2);
  lua_setmetatable(L, 1);
  return 1;
}

/// Text only; the original is the upvalue.
static int load_text(lua_State *L) {
  const char *mode = luaL_optstring(L, 3, "t");
  const char *name = luaL_optstring(L, 2, "");
  if (!strchr(mode, 't')) return luaL_error(L, "load takes text only, not bytecode");
  if (strncmp(name, "@moonreel:", 10) == 0)
    return luaL_error(L, "load cannot name a chunk '%s'", name);
  if (lua_type(L, 1) == LUA_TSTRING) mr_spend(L, (int64_t)lua_rawlen(L, 1));
  if (lua_gettop(L) < 3) lua_settop(L, 3);
  lua_pushliteral(L, "t");
  lua_replace(L, 3);
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

static int collect_garbage(lua_State *L) {
  const char *what = luaL_optstring(L, 1, "collect");
  if (strcmp(what, "count") == 0) {
    lua_pushnumber(L, (lua_Number)mr_memory_used(L) / 1024);
  } else if (strcmp(what, "collect") == 0) {
    mr_spend(L, (int64_t)(mr_memory_used(L) / 64));
    lua_gc(L, LUA_GCCOLLECT);
    lua_pushinteger(L, 0);
  } else {
    return luaL_error(L, "collectgarbage takes 'collect' or 'count' in a script, not '%s'", what);
  }
  return 1;
}

void mr_open_base(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"pcall", protected_call},     {"xpcall", handled_call},
      {"error", raise_error},        {"setmetatable", set_metatable},
      {"collectgarbage", collect_garbage}, {"tostring", mr_show},
      {NULL, NULL}};
  static const char *const removed[] = {"dofile", "loadfile", "warn", "print"};
  luaL_requiref(L, "_G", luaopen_base, 1);
  luaL_setfuncs(L, functions, 0);
  lua_getfield(L, -1, "load");
  lua_pushcclosure(L, load_text, 1);
  lua_setfield(L, -2, "load");
  for (size_t i = 0; i < sizeof removed / sizeof *removed; i++) {
    lua_pushnil(L);
    lua_setfield(L, -2, removed[i]);
  }
  lua_pop(L, 1);
  luaL_requiref(L, "utf8", luaopen_utf8, 1);
  lua_pop(L, 1);
}

// ---- coroutines ----

/// Resumes `co` with `count` arguments on top of L; returns the number of results moved to L, or -1
/// with the error there.
static int resume(lua_State *L, lua_State *co, int count) {
  mr_account *account = mr_account_of(L);
  int results;
  if (!lua_checkstack(co, count)) {
    lua_pushliteral(L, "too many arguments to resume");
    return -1;
  }
  lua_xmove(L, co, count);
  account->running = co;
  int status = lua_resume(co, L, count, &results);
  account->running = L;
  if (status == LUA_ERRMEM) account->fatal = MR_FATAL_MEMORY;
  if (account->fatal) return mr_raise_fatal(L);
  if (status == LUA_OK || status == LUA_YIELD) {
    if (!lua_checkstack(L, results + 1)) {
      lua_pop(co, results);
      lua_pushliteral(L, "too many results to resume");
      return -1;
    }
    lua_xmove(co, L, results);
    return results;
  }
  lua_xmove(co, L, 1);
  return -1;
}

static int resume_coroutine(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTHREAD);
  lua_State *co = lua_tothread(L, 1);
  int results = resume(L, co, lua_gettop(L) - 1);
  lua_pushboolean(L, results >= 0);
  if (results < 0) results = 1;
  lua_insert(L, -results - 1);
  return results + 1;
}

static int resume_wrapped(lua_State *L) {
  lua_State *co = lua_tothread(L, lua_upvalueindex(1));
  int results = resume(L, co, lua_gettop(L));
  if (results >= 0) return results;
  if (lua_status(co) > LUA_YIELD) { // close its variables; an error there replaces the first
    if (lua_resetthread(co) != LUA_OK) lua_xmove(co, L, 1);
  }
  return mr_account_of(L)->fatal ? mr_raise_fatal(L) : lua_error(L);
}

static int wrap_function(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_State *co = lua_newthread(L);
  lua_pushvalue(L, 1);
  lua_xmove(L, co, 1);
  lua_pushcclosure(L, resume_wrapped, 1);
  return 1;
}

void mr_open_coroutines(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"resume", resume_coroutine}, {"wrap", wrap_function}, {NULL, NULL}};
  luaL_requiref(L, "coroutine", luaopen_coroutine, 1);
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
}
