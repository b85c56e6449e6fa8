// SPDX-License-Identifier: MIT
//
// What Swift may not call directly because it can raise: each runs as one C function under lua_pcall,
// with its arguments in a struct behind a light userdata.
#include "account.h"
#include <string.h>

/// Calls `body` with a pointer and the `count` values on top; leaves `results`.
static int protect(lua_State *L, lua_CFunction body, void *argument, int count, int results) {
  if (!lua_checkstack(L, 6)) {
    lua_settop(L, -count - 1);
    lua_pushnil(L);
    return LUA_ERRMEM;
  }
  lua_pushcfunction(L, body);
  lua_insert(L, -count - 1);
  lua_pushlightuserdata(L, argument);
  lua_insert(L, -count - 1);
  return lua_pcall(L, count + 1, results, 0);
}

struct text { const char *bytes; size_t length; };

static int push_string(lua_State *L) {
  struct text *text = lua_touserdata(L, 1);
  lua_pushlstring(L, text->bytes, text->length);
  return 1;
}

int mr_push_string(lua_State *L, const char *bytes, size_t length) {
  struct text text = {bytes, length};
  return protect(L, push_string, &text, 0, 1);
}

struct numbers { const float *first; int count; };

static int push_numbers(lua_State *L) {
  struct numbers *numbers = lua_touserdata(L, 1);
  lua_createtable(L, numbers->count, 0);
  for (int i = 0; i < numbers->count; i++) {
    lua_pushnumber(L, (lua_Number)numbers->first[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

int mr_push_numbers(lua_State *L, const float *numbers, int count) {
  struct numbers all = {numbers, count};
  return protect(L, push_numbers, &all, 0, 1);
}

int mr_read_numbers(lua_State *L, int index, float *numbers, int count) {
  for (int i = 0; i < count; i++) {
    int is_number = 0;
    lua_rawgeti(L, index, i + 1);
    numbers[i] = (float)lua_tonumberx(L, -1, &is_number);
    lua_pop(L, 1);
    if (!is_number) return i;
  }
  return count;
}

static int new_table(lua_State *L) {
  int *counts = lua_touserdata(L, 1);
  lua_createtable(L, counts[0], counts[1]);
  return 1;
}

int mr_new_table(lua_State *L, int array_count, int field_count) {
  int counts[2] = {array_count, field_count};
  return protect(L, new_table, counts, 0, 1);
}

static int get_field(lua_State *L) {
  lua_pushstring(L, lua_touserdata(L, 1));
  lua_rawget(L, 2);
  return 1;
}

int mr_get_field(lua_State *L, int index, const char *name) {
  lua_pushvalue(L, index);
  return protect(L, get_field, (void *)name, 1, 1);
}

static int set_field(lua_State *L) {
  lua_pushstring(L, lua_touserdata(L, 1));
  lua_insert(L, -2);
  lua_rawset(L, 2);
  return 0;
}

int mr_set_field(lua_State *L, int index, const char *name) {
  lua_pushvalue(L, index);
  lua_insert(L, -2);
  return protect(L, set_field, (void *)name, 2, 0);
}

static int set_item(lua_State *L) {
  lua_rawseti(L, 2, *(int64_t *)lua_touserdata(L, 1));
  return 0;
}

int mr_set_item(lua_State *L, int index, int64_t position) {
  lua_pushvalue(L, index);
  lua_insert(L, -2);
  return protect(L, set_item, &position, 2, 0);
}

static int make_reference(lua_State *L) {
  *(int *)lua_touserdata(L, 1) = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

int mr_make_reference(lua_State *L, int *reference) {
  return protect(L, make_reference, reference, 1, 0);
}

// luaL_unref writes an integer to a slot that exists: it allocates nothing and cannot raise.
void mr_drop_reference(lua_State *L, int reference) { luaL_unref(L, LUA_REGISTRYINDEX, reference); }

void mr_push_reference(lua_State *L, int reference) {
  lua_checkstack(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, reference);
}

static int open_sandbox(lua_State *L) {
  mr_open_base(L);
  mr_open_coroutines(L);
  mr_open_strings(L);
  mr_open_tables(L);
  mr_open_math(L);
  return 0;
}

int mr_open_sandbox(lua_State *L) { return protect(L, open_sandbox, NULL, 0, 0); }

static int allow_watching(lua_State *L) {
  mr_open_watching(L);
  return 0;
}

int mr_allow_watching(lua_State *L) { return protect(L, allow_watching, NULL, 0, 0); }

static int watch(lua_State *L) {
  mr_watch_table(L);
  return 1;
}

int mr_watch(lua_State *L) { return protect(L, watch, NULL, 1, 1); }

static int settle(lua_State *L) {
  mr_settle_table(L, 2);
  return 0;
}

int mr_settle(lua_State *L, int index) {
  if (!lua_checkstack(L, 8)) return LUA_OK;
  lua_pushvalue(L, index);
  return protect(L, settle, NULL, 1, 0);
}

struct reading { const char *name; bool was_read; };

static int was_read(lua_State *L) {
  struct reading *reading = lua_touserdata(L, 1);
  reading->was_read = mr_name_was_read(L, reading->name);
  return 0;
}

int mr_was_read(lua_State *L, const char *name, bool *answer) {
  struct reading reading = {name, false};
  int status = protect(L, was_read, &reading, 0, 0);
  *answer = reading.was_read;
  return status;
}
