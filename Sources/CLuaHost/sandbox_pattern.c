// SPDX-License-Identifier: MIT
//
// string.find, match, gmatch and gsub over the counting matcher.
#define _GNU_SOURCE // memmem
#include "pattern.h"
#include <string.h>

typedef struct { const char *text; size_t length; } text;

static text text_argument(lua_State *L, int index) {
  text value;
  value.text = luaL_checklstring(L, index, &value.length);
  return value;
}

/// Where argument `index` says to begin, counted from 0; beyond the length where nothing can be found.
static size_t start_argument(lua_State *L, int index, size_t length) {
  lua_Integer start = luaL_optinteger(L, index, 1);
  if (start > 0) return (size_t)start - 1;
  if (start == 0 || start < -(lua_Integer)length) return 0;
  return length - (size_t)-start;
}

static int push_found(lua_State *L, size_t start, size_t end) {
  lua_pushinteger(L, (lua_Integer)start + 1);
  lua_pushinteger(L, (lua_Integer)end);
  return 2;
}

static bool is_plain(text pattern) {
  for (size_t i = 0; i < pattern.length; i++)
    if (memchr("^$*+?.([%-", pattern.text[i], 10)) return false;
  return true;
}

static int search(lua_State *L, bool is_find) {
  text subject = text_argument(L, 1), pattern = text_argument(L, 2);
  size_t start = start_argument(L, 3, subject.length);
  if (start > subject.length) {
    lua_pushnil(L);
    return 1;
  }
  mr_spend(L, (int64_t)((subject.length - start + pattern.length) / 64));
  if (is_find && (lua_toboolean(L, 4) || is_plain(pattern))) {
    const char *found = memmem(subject.text + start, subject.length - start, pattern.text,
                               pattern.length);
    if (found) return push_found(L, found - subject.text, found - subject.text + pattern.length);
    lua_pushnil(L);
    return 1;
  }
  mr_matcher m;
  const char *p = pattern.text;
  bool is_anchored = pattern.length > 0 && *p == '^';
  if (is_anchored) p++;
  mr_start_matcher(&m, L, subject.text, subject.length, pattern.text + pattern.length);
  for (const char *s = subject.text + start; s <= m.subject_end; s++) {
    const char *end = mr_match_at(&m, s, p);
    if (end && !is_find) return mr_push_captures(&m, s, end);
    if (end)
      return push_found(L, s - subject.text, end - subject.text) + mr_push_captures(&m, NULL, NULL);
    if (is_anchored) break;
  }
  lua_pushnil(L);
  return 1;
}

static int find(lua_State *L) { return search(L, true); }
static int match_first(lua_State *L) { return search(L, false); }

/// Upvalues: subject, pattern, the next position, the end of the last match.
static int next_match(lua_State *L) {
  size_t length, pattern_length;
  const char *subject = lua_tolstring(L, lua_upvalueindex(1), &length);
  const char *pattern = lua_tolstring(L, lua_upvalueindex(2), &pattern_length);
  lua_Integer last = lua_tointeger(L, lua_upvalueindex(4));
  mr_matcher m;
  mr_start_matcher(&m, L, subject, length, pattern + pattern_length);
  for (const char *s = subject + lua_tointeger(L, lua_upvalueindex(3)); s <= m.subject_end; s++) {
    const char *end = mr_match_at(&m, s, pattern);
    if (!end || end - subject == last) continue;
    lua_pushinteger(L, end - subject);
    lua_copy(L, -1, lua_upvalueindex(3));
    lua_replace(L, lua_upvalueindex(4));
    return mr_push_captures(&m, s, end);
  }
  return 0;
}

static int match_all(lua_State *L) {
  text subject = text_argument(L, 1);
  text_argument(L, 2);
  size_t start = start_argument(L, 3, subject.length);
  lua_settop(L, 2);
  lua_pushinteger(L, (lua_Integer)(start > subject.length ? subject.length + 1 : start));
  lua_pushinteger(L, -1);
  lua_pushcclosure(L, next_match, 4);
  return 1;
}

/// Adds the replacement string, argument 3, its `%n` filled in.
static void add_template(mr_matcher *m, luaL_Buffer *out, const char *start, const char *end) {
  size_t length;
  const char *text = lua_tolstring(m->L, 3, &length), *last = text + length;
  for (; text < last; text++) {
    if (*text != '%') {
      luaL_addchar(out, *text);
      continue;
    }
    text++;
    if (text < last && *text == '%') luaL_addchar(out, '%');
    else if (text < last && *text == '0') luaL_addlstring(out, start, (size_t)(end - start));
    else if (text < last && *text >= '1' && *text <= '9') {
      mr_push_capture(m, *text - '1', start, end);
      luaL_tolstring(m->L, -1, NULL);
      lua_remove(m->L, -2);
      luaL_addvalue(out);
    } else luaL_error(m->L, "invalid use of '%%' in replacement string");
  }
  mr_spend(m->L, (int64_t)(length / 64));
}

/// Adds what replaces [start, end).
static void add_replacement(mr_matcher *m, luaL_Buffer *out, const char *start, const char *end) {
  lua_State *L = m->L;
  switch (lua_type(L, 3)) {
  case LUA_TTABLE:
    mr_push_capture(m, 0, start, end);
    lua_gettable(L, 3);
    break;
  case LUA_TFUNCTION: {
    lua_pushvalue(L, 3);
    int count = mr_push_captures(m, start, end);
    lua_call(L, count, 1);
    break;
  }
  default: add_template(m, out, start, end); return;
  }
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    lua_pushlstring(L, start, (size_t)(end - start));
  } else if (!lua_isstring(L, -1)) {
    luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  }
  luaL_addvalue(out);
}

static int replace_all(lua_State *L) {
  text subject = text_argument(L, 1), pattern = text_argument(L, 2);
  int kind = lua_type(L, 3);
  lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)subject.length + 1), count = 0;
  luaL_argexpected(L, kind == LUA_TNUMBER || kind == LUA_TSTRING || kind == LUA_TFUNCTION ||
                          kind == LUA_TTABLE, 3, "string/function/table");
  if (kind == LUA_TNUMBER) lua_tolstring(L, 3, NULL);
  const char *p = pattern.text, *s = subject.text, *last = NULL;
  bool is_anchored = pattern.length > 0 && *p == '^';
  if (is_anchored) p++;
  mr_matcher m;
  luaL_Buffer out;
  mr_start_matcher(&m, L, subject.text, subject.length, pattern.text + pattern.length);
  luaL_buffinit(L, &out);
  while (count < most) {
    const char *end = mr_match_at(&m, s, p);
    if (end && end != last) {
      count++;
      add_replacement(&m, &out, s, end);
      s = last = end;
    } else if (s < m.subject_end) luaL_addchar(&out, *s++);
    else break;
    if (is_anchored) break;
  }
  luaL_addlstring(&out, s, (size_t)(m.subject_end - s));
  luaL_pushresult(&out);
  lua_pushinteger(L, count);
  return 2;
}

void mr_open_patterns(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"find", find}, {"match", match_first}, {"gmatch", match_all}, {"gsub", replace_all}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
