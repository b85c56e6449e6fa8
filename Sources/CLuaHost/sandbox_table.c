// SPDX-License-Identifier: MIT
//
// The table library, written so that a hostile length is paid for before the work: __len may say 2^53.
// Sorting is a merge sort: stable, the same on every machine, indifferent to a comparator that lies.
#include "account.h"

/// The length of argument `index`, which must be a table.
static lua_Integer length_of(lua_State *L, int index) {
  luaL_checktype(L, index, LUA_TTABLE);
  return luaL_len(L, index);
}

static int insert(lua_State *L) {
  lua_Integer end = (lua_Integer)((lua_Unsigned)length_of(L, 1) + 1), position = end;
  switch (lua_gettop(L)) {
  case 2: break;
  case 3:
    position = luaL_checkinteger(L, 2);
    luaL_argcheck(L, (lua_Unsigned)position - 1u < (lua_Unsigned)end, 2, "position out of bounds");
    mr_spend(L, end - position);
    for (lua_Integer i = end; i > position; i--) {
      lua_geti(L, 1, i - 1);
      lua_seti(L, 1, i);
    }
    break;
  default: return luaL_error(L, "wrong number of arguments to 'insert'");
  }
  lua_seti(L, 1, position);
  return 0;
}

static int remove_item(lua_State *L) {
  lua_Integer size = length_of(L, 1);
  lua_Integer position = luaL_optinteger(L, 2, size);
  if (position != size)
    luaL_argcheck(L, (lua_Unsigned)position - 1u <= (lua_Unsigned)size, 2, "position out of bounds");
  if (position < size) mr_spend(L, size - position);
  lua_geti(L, 1, position);
  for (; position < size; position++) {
    lua_geti(L, 1, position + 1);
    lua_seti(L, 1, position);
  }
  lua_pushnil(L);
  lua_seti(L, 1, position);
  return 1;
}

static int move(lua_State *L) {
  lua_Integer first = luaL_checkinteger(L, 2), last = luaL_checkinteger(L, 3);
  lua_Integer target = luaL_checkinteger(L, 4);
  int to = lua_isnoneornil(L, 5) ? 1 : 5;
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checktype(L, to, LUA_TTABLE);
  if (last >= first) {
    luaL_argcheck(L, first > 0 || last < LUA_MAXINTEGER + first, 3, "too many elements to move");
    lua_Integer count = last - first + 1;
    luaL_argcheck(L, target <= LUA_MAXINTEGER - count + 1, 4, "destination wrap around");
    mr_spend(L, count);
    bool backwards = target > first && target <= last && to == 1;
    for (lua_Integer i = 0; i < count; i++) {
      lua_Integer offset = backwards ? count - 1 - i : i;
      lua_geti(L, 1, first + offset);
      lua_seti(L, to, target + offset);
    }
  }
  lua_pushvalue(L, to);
  return 1;
}

static void add_item(lua_State *L, luaL_Buffer *buffer, lua_Integer i) {
  lua_geti(L, 1, i);
  if (!lua_isstring(L, -1))
    luaL_error(L, "invalid value (a %s at index %I) in table for 'concat'", luaL_typename(L, -1),
               (LUAI_UACINT)i);
  luaL_addvalue(buffer);
}

static int concat(lua_State *L) {
  lua_Integer size = length_of(L, 1);
  size_t separator_length;
  const char *separator = luaL_optlstring(L, 2, "", &separator_length);
  lua_Integer i = luaL_optinteger(L, 3, 1), last = luaL_optinteger(L, 4, size);
  if (last >= i) {
    lua_Unsigned count = (lua_Unsigned)last - (lua_Unsigned)i;
    mr_spend(L, count > LUA_MAXINTEGER / 2 ? LUA_MAXINTEGER : (int64_t)count);
  }
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  for (; i < last; i++) {
    add_item(L, &buffer, i);
    luaL_addlstring(&buffer, separator, separator_length);
  }
  if (i == last) add_item(L, &buffer, i);
  luaL_pushresult(&buffer);
  return 1;
}

static int unpack(lua_State *L) {
  lua_Integer first = luaL_optinteger(L, 2, 1);
  lua_Integer last = lua_isnoneornil(L, 3) ? luaL_len(L, 1) : luaL_checkinteger(L, 3);
  if (first > last) return 0;
  lua_Unsigned count = (lua_Unsigned)last - (lua_Unsigned)first;
  if (count >= 1000000 || !lua_checkstack(L, (int)++count))
    return luaL_error(L, "too many results to unpack");
  mr_spend(L, (int64_t)count);
  for (; first < last; first++) lua_geti(L, 1, first);
  lua_geti(L, 1, last);
  return (int)count;
}

/// Whether the value on top must stand before the one below it. Pops nothing.
static bool is_before(lua_State *L) {
  if (lua_isnoneornil(L, 2)) return lua_compare(L, -1, -2, LUA_OPLT);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, -2);
  lua_pushvalue(L, -4);
  lua_call(L, 2, 1);
  bool answer = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return answer;
}

/// Merges [low, middle) and [middle, high) of the table at `from` into the one at `to`.
static void merge(lua_State *L, int from, int to, lua_Integer low, lua_Integer middle,
                  lua_Integer high) {
  lua_Integer left = low, right = middle;
  for (lua_Integer i = low; i < high; i++) {
    bool take_right = right < high;
    if (take_right && left < middle) {
      lua_rawgeti(L, from, left);
      lua_rawgeti(L, from, right);
      take_right = is_before(L);
      lua_pop(L, 2);
    }
    lua_rawgeti(L, from, take_right ? right++ : left++);
    lua_rawseti(L, to, i);
  }
}

static int sort(lua_State *L) {
  lua_Integer size = length_of(L, 1);
  if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  if (size < 2) return 0;
  luaL_argcheck(L, size < 1 << 26, 1, "array too big");
  int levels = 1;
  while ((lua_Integer)1 << levels < size) levels++;
  mr_spend(L, size * levels);
  lua_createtable(L, (int)size, 0);
  lua_createtable(L, (int)size, 0);
  for (lua_Integer i = 1; i <= size; i++) {
    lua_geti(L, 1, i);
    lua_rawseti(L, 3, i);
  }
  int from = 3, to = 4;
  for (lua_Integer width = 1; width < size; width *= 2) {
    for (lua_Integer low = 1; low <= size; low += 2 * width) {
      lua_Integer middle = low + width, high = low + 2 * width;
      if (middle > size + 1) middle = size + 1;
      if (high > size + 1) high = size + 1;
      merge(L, from, to, low, middle, high);
    }
    int swap = from;
    from = to;
    to = swap;
  }
  for (lua_Integer i = 1; i <= size; i++) {
    lua_rawgeti(L, from, i);
    lua_seti(L, 1, i);
  }
  return 0;
}

void mr_open_tables(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"insert", insert}, {"remove", remove_item}, {"move", move}, {"concat", concat},
      {"unpack", unpack}, {"sort", sort},          {NULL, NULL}};
  luaL_requiref(L, "table", luaopen_table, 1);
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
}
