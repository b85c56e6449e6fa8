// SPDX-License-Identifier: MIT
//
// Swift objects as userdata: one pointer and its cost in bytes, released by __gc. A method is found in
// a table; any other name goes to the type's getter in Swift.
//
// An object has one userdata as long as a script holds it, so that it equals itself and can be a key of tables:
// the registry has a table of them by address, which does not keep them.
#include "account.h"

typedef struct { void *object; size_t cost; } mr_box;

static const char OBJECT_MARK = 0;  // its address is the key of the mark in our metatables
static const char KNOWN_OBJECTS = 0; // and this one's of the table of userdata in the registry

void *mr_object(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TUSERDATA || !lua_getmetatable(L, index)) return NULL;
  bool ours = lua_rawgetp(L, -1, &OBJECT_MARK) == LUA_TBOOLEAN;
  lua_pop(L, 2);
  return ours ? ((mr_box *)lua_touserdata(L, index))->object : NULL;
}

static int release_box(lua_State *L) {
  mr_account *account = mr_account_of(L);
  mr_box *box = lua_touserdata(L, 1);
  if (box->object) account->release(box->object);
  account->native -= box->cost;
  box->object = NULL;
  box->cost = 0;
  return 0;
}

struct object { void *object; size_t cost; const char *type; };

/// Pushes the table of userdata by address.
static void push_known(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &KNOWN_OBJECTS) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "v");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &KNOWN_OBJECTS);
}

static int push_object(lua_State *L) {
  struct object *wanted = lua_touserdata(L, 1);
  push_known(L);
  if (lua_rawgetp(L, -1, wanted->object) == LUA_TUSERDATA) {
    mr_account_of(L)->release(wanted->object);
    return 1;
  }
  lua_pop(L, 1);
  mr_box *box = lua_newuserdatauv(L, sizeof *box, 0);
  *box = (mr_box){NULL, 0};
  lua_getfield(L, LUA_REGISTRYINDEX, wanted->type);
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, -3, wanted->object);
  *box = (mr_box){wanted->object, wanted->cost};
  mr_account_of(L)->native += wanted->cost;
  return 1;
}

int mr_push_object(lua_State *L, void *object, size_t cost, const char *type) {
  struct object wanted = {object, cost, type};
  if (!lua_checkstack(L, 4)) return LUA_ERRMEM;
  lua_pushcfunction(L, push_object);
  lua_pushlightuserdata(L, &wanted);
  return lua_pcall(L, 1, 1, 0);
}

static int call_host(lua_State *L) {
  mr_account *account = mr_account_of(L);
  int64_t id = lua_tointeger(L, lua_upvalueindex(1));
  return mr_finish_host_call(L, account->dispatch(L, account->host, id));
}

/// (object, name): upvalues are the getter's id and the methods.
static int get_member(lua_State *L) {
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(2)) != LUA_TNIL) return 1;
  lua_settop(L, 2);
  return call_host(L);
}

struct type { const char *name; int64_t getter, setter, describe; };

static void set_host_function(lua_State *L, const char *event, int64_t id) {
  lua_pushinteger(L, id);
  lua_pushcclosure(L, call_host, 1);
  lua_setfield(L, -2, event);
}

/// (methods, operators, type)
static int define_type(lua_State *L) {
  struct type *type = lua_touserdata(L, 3);
  luaL_newmetatable(L, type->name);
  lua_pushboolean(L, 1);
  lua_rawsetp(L, -2, &OBJECT_MARK);
  lua_pushcfunction(L, release_box);
  lua_setfield(L, -2, "__gc");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushinteger(L, type->getter);
  lua_pushvalue(L, 1);
  lua_pushcclosure(L, get_member, 2);
  lua_setfield(L, -2, "__index");
  set_host_function(L, "__newindex", type->setter);
  set_host_function(L, "__tostring", type->describe);
  for (lua_pushnil(L); lua_next(L, 2);) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_settable(L, -4);
  }
  return 0;
}

int mr_define_type(lua_State *L, const char *name, int64_t getter, int64_t setter, int64_t describe) {
  struct type type = {name, getter, setter, describe};
  if (!lua_checkstack(L, 4)) return LUA_ERRMEM;
  lua_pushcfunction(L, define_type);
  lua_insert(L, -3);
  lua_pushlightuserdata(L, &type);
  return lua_pcall(L, 3, 0, 0);
}

struct module { const char *name; int64_t missing, call; };

static void set_text(lua_State *L, const char *key, const char *text) {
  lua_pushstring(L, text);
  lua_setfield(L, -2, key);
}

static int make_module(lua_State *L) {
  struct module *module = lua_touserdata(L, 2);
  lua_newtable(L);
  set_host_function(L, "__index", module->missing);
  set_host_function(L, "__call", module->call);
  set_text(L, "__library", module->name);
  lua_pushfstring(L, "the module %s", module->name);
  lua_setfield(L, -2, "__what");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, 1);
  return 0;
}

int mr_make_module(lua_State *L, int index, const char *name, int64_t missing, int64_t call) {
  struct module module = {name, missing, call};
  if (!lua_checkstack(L, 4)) return LUA_ERRMEM;
  index = lua_absindex(L, index);
  lua_pushcfunction(L, make_module);
  lua_pushvalue(L, index);
  lua_pushlightuserdata(L, &module);
  return lua_pcall(L, 2, 0, 0);
}
