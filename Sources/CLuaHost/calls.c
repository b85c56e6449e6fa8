// SPDX-License-Identifier: MIT
//
// Calls between Swift and Lua, and where in the user's code things happen.
//
// Chunks of the standard library are named "@moonreel:file.lua"; frames of theirs are skipped, so that a
// message names the line the user wrote.
#include "account.h"
#include <stdio.h>
#include <string.h>

bool mr_is_user_frame(const lua_Debug *info) {
  return info->currentline > 0 && strncmp(info->source, "@moonreel:", 10) != 0;
}

void mr_find_place(lua_State *L, int level, char *place, size_t size) {
  lua_Debug info;
  place[0] = 0;
  for (; lua_getstack(L, level, &info); level++) {
    lua_getinfo(L, "Sl", &info);
    if (!mr_is_user_frame(&info)) continue;
    snprintf(place, size, "%s:%d: ", info.short_src, info.currentline);
    return;
  }
}

/// Copies the text of the first local variable of the frame, where it is one.
static bool copy_first_local(lua_State *L, const lua_Debug *info, char *name, size_t size) {
  if (!lua_checkstack(L, 1) || !lua_getlocal(L, info, 1)) return false;
  bool is_text = lua_type(L, -1) == LUA_TSTRING;
  if (is_text) snprintf(name, size, "%s", lua_tostring(L, -1));
  lua_pop(L, 1);
  return is_text;
}

int mr_find_caller(lua_State *L, char *name, size_t size) {
  lua_Debug info;
  bool is_forgotten = false; // a frame made room for the one above it
  name[0] = 0;
  for (int level = 0; lua_getstack(L, level, &info); level++) {
    lua_getinfo(L, "Slt", &info);
    if (mr_is_user_frame(&info)) {
      snprintf(name, size, "%s", info.source + 1);
      return is_forgotten ? MR_CALLER_LIKELY : MR_CALLER_CHUNK;
    }
    // `require` calls a module's chunk itself, and its first variable is the module's name.
    if (is_forgotten && !strcmp(info.source, "@moonreel:prelude.lua") &&
        copy_first_local(L, &info, name, size))
      return MR_CALLER_MODULE;
    is_forgotten |= info.istailcall;
  }
  return MR_CALLER_LIKELY;
}

void mr_push_place(lua_State *L, int level) {
  char place[MR_PLACE_SIZE];
  mr_find_place(L, level, place, sizeof place);
  lua_pushstring(L, place);
}

int mr_finish_host_call(lua_State *L, int count) {
  // Where time ran out meanwhile, what the host was doing was cut short: its own error would lead astray,
  // and a script could catch it.
  if (!mr_account_of(L)->fatal && !mr_charge(L, 0)) return mr_raise_fatal(L);
  if (count >= 0) return count;
  if (count == MR_ERROR && lua_type(L, -1) == LUA_TSTRING) {
    mr_push_place(L, 1);
    lua_insert(L, -2);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

const char *mr_function_place(lua_State *L, int index) {
  static _Thread_local char place[MR_PLACE_SIZE];
  lua_Debug info;
  place[0] = 0;
  if (lua_isfunction(L, index) && !lua_iscfunction(L, index)) {
    lua_pushvalue(L, index);
    lua_getinfo(L, ">S", &info);
    snprintf(place, sizeof place, "%s:%d", info.short_src, info.linedefined);
  }
  return place;
}

static void add_frame(lua_State *L, luaL_Buffer *trace, const lua_Debug *info) {
  char line[MR_PLACE_SIZE + 64];
  if (*info->what == 'm')
    snprintf(line, sizeof line, "%s:%d: in the script\n", info->short_src, info->currentline);
  else if (info->name)
    snprintf(line, sizeof line, "%s:%d: in function '%s'\n", info->short_src, info->currentline,
             info->name);
  else
    snprintf(line, sizeof line, "%s:%d: in a function from line %d\n", info->short_src,
             info->currentline, info->linedefined);
  (void)L;
  luaL_addstring(trace, line);
}

/// The user's frames, innermost first, one a line; at most 12.
static void push_trace(lua_State *L) {
  luaL_Buffer trace;
  lua_Debug info;
  int count = 0;
  luaL_buffinit(L, &trace);
  for (int level = 1; count < 12 && lua_getstack(L, level, &info); level++) {
    lua_getinfo(L, "Sln", &info);
    if (!mr_is_user_frame(&info)) continue;
    add_frame(L, &trace, &info);
    count++;
  }
  luaL_pushresult(&trace);
}

/// Message handler: "message \1 place \1 trace".
static int describe_error(lua_State *L) {
  if (lua_type(L, 1) != LUA_TSTRING) {
    if (luaL_callmeta(L, 1, "__tostring") && lua_type(L, -1) == LUA_TSTRING) lua_replace(L, 1);
    else if (lua_type(L, 1) == LUA_TNUMBER) lua_tolstring(L, 1, NULL);
    else {
      lua_pushfstring(L, "the script raised a %s as an error", luaL_typename(L, 1));
      lua_replace(L, 1);
    }
  }
  lua_settop(L, 1);
  lua_pushliteral(L, "\1");
  mr_push_place(L, 1);
  lua_pushliteral(L, "\1");
  push_trace(L);
  lua_concat(L, 5);
  return 1;
}

int mr_call(lua_State *L, int argument_count, int result_count) {
  mr_account *account = mr_account_of(L);
  if (!lua_checkstack(L, 8)) return LUA_ERRMEM;
  if (account->depth++ == 0) {
    account->budget = account->budget_limit;
    if (account->profile) mr_profile_enter(account->profile);
  }
  lua_State *outer = account->running;
  account->running = L;
  int base = lua_gettop(L) - argument_count;
  lua_pushcfunction(L, describe_error);
  lua_insert(L, base);
  int status = lua_pcall(L, argument_count, result_count, base);
  lua_remove(L, base);
  account->running = outer;
  if (--account->depth == 0 && account->profile) mr_profile_leave(account->profile);
  return status;
}

int mr_load(lua_State *L, const char *text, size_t length, const char *chunk_name) {
  return luaL_loadbufferx(L, text, length, chunk_name, "t");
}

struct slow_text { const char *bytes; size_t length, read; };

/// One byte at a time, so that what was read tells where Lua is.
static const char *read_byte(lua_State *L, void *argument, size_t *size) {
  (void)L;
  struct slow_text *text = argument;
  if (text->read == text->length) return NULL;
  *size = 1;
  return text->bytes + text->read++;
}

size_t mr_syntax_offset(lua_State *L, const char *text, size_t length) {
  struct slow_text slow = {text, length, 0};
  if (!lua_checkstack(L, 2)) return 0;
  lua_load(L, read_byte, &slow, "@", "t");
  lua_pop(L, 1);
  return slow.read;
}

/// Runs after Swift has returned, so that no Swift frame is jumped over.
static int trampoline(lua_State *L) {
  mr_account *account = mr_account_of(L);
  int64_t id = lua_tointeger(L, lua_upvalueindex(1));
  return mr_finish_host_call(L, account->dispatch(L, account->host, id));
}

int64_t mr_function_id(lua_State *L, int index) {
  if (lua_tocfunction(L, index) != trampoline || !lua_checkstack(L, 1)) return -1;
  if (!lua_getupvalue(L, index, 1)) return -1;
  int64_t id = lua_tointeger(L, -1);
  lua_pop(L, 1);
  return id;
}

static int push_function(lua_State *L) {
  lua_pushcclosure(L, trampoline, 1);
  return 1;
}

int mr_push_function(lua_State *L, int64_t id) {
  if (!lua_checkstack(L, 4)) return LUA_ERRMEM;
  lua_pushcfunction(L, push_function);
  lua_pushinteger(L, id);
  return lua_pcall(L, 1, 1, 0);
}
