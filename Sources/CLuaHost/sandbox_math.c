// SPDX-License-Identifier: MIT
//
// math.random without a clock: xoshiro256** (Blackman and Vigna), seeded by the host from the seed of
// the composition and the index of the frame.
#include "account.h"
#include <string.h>

static uint64_t rotate(uint64_t value, int count) { return value << count | value >> (64 - count); }

static uint64_t next_random(uint64_t *state) {
  uint64_t result = rotate(state[1] * 5, 7) * 9, shifted = state[1] << 17;
  state[2] ^= state[0];
  state[3] ^= state[1];
  state[1] ^= state[2];
  state[0] ^= state[3];
  state[2] ^= shifted;
  state[3] = rotate(state[3], 45);
  return result;
}

/// splitmix64, which the authors recommend for filling the state.
static uint64_t spread(uint64_t *seed) {
  uint64_t value = *seed += 0x9E3779B97F4A7C15u;
  value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9u;
  value = (value ^ value >> 27) * 0x94D049BB133111EBu;
  return value ^ value >> 31;
}

void mr_seed_random(lua_State *L, uint64_t seed, uint64_t stream) {
  uint64_t *state = mr_account_of(L)->random;
  uint64_t mixed = spread(&stream) ^ seed;
  for (int i = 0; i < 4; i++) state[i] = spread(&mixed);
}

uint64_t *mr_random_state(lua_State *L) { return mr_account_of(L)->random; }

/// A number in 0…limit, all equally likely.
static uint64_t below_or_equal(uint64_t *state, uint64_t limit) {
  uint64_t mask = limit;
  for (int shift = 1; shift < 64; shift *= 2) mask |= mask >> shift;
  uint64_t value;
  do value = next_random(state) & mask;
  while (value > limit);
  return value;
}

static int random_number(lua_State *L) {
  uint64_t *state = mr_account_of(L)->random;
  lua_Integer low = 1, high;
  switch (lua_gettop(L)) {
  case 0: lua_pushnumber(L, (lua_Number)(next_random(state) >> 11) * 0x1p-53); return 1;
  case 1: high = luaL_checkinteger(L, 1); break;
  case 2:
    low = luaL_checkinteger(L, 1);
    high = luaL_checkinteger(L, 2);
    break;
  default: return luaL_error(L, "wrong number of arguments to 'random'");
  }
  luaL_argcheck(L, low <= high, lua_gettop(L), "interval is empty");
  uint64_t offset = below_or_equal(state, (uint64_t)high - (uint64_t)low);
  lua_pushinteger(L, (lua_Integer)((uint64_t)low + offset));
  return 1;
}

static int random_seed(lua_State *L) {
  if (lua_isnone(L, 1))
    return luaL_error(L, "math.randomseed needs a number here: a script has no clock to seed from");
  lua_Number seed = luaL_checknumber(L, 1);
  uint64_t bits;
  memcpy(&bits, &seed, sizeof bits);
  mr_seed_random(L, bits, (uint64_t)luaL_optinteger(L, 2, 0));
  return 0;
}

void mr_open_math(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"random", random_number}, {"randomseed", random_seed}, {NULL, NULL}};
  luaL_requiref(L, "math", luaopen_math, 1);
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
}
