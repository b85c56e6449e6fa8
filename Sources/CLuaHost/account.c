// SPDX-License-Identifier: MIT
//
// The account: a counting allocator, the instruction hook, the clock's flag.
#include "account.h"
#include <stdlib.h>
#include <string.h>

mr_account *mr_account_of(lua_State *L) {
  void *account;
  lua_getallocf(L, &account);
  return account;
}

/// Notes where memory ran out; where nothing of the user's runs any more, the last place stays.
static void note_place(mr_account *account, lua_State *L) {
  char place[MR_PLACE_SIZE];
  mr_find_place(L, 0, place, sizeof place);
  if (*place) memcpy(account->memory_place, place, sizeof place);
}

enum { LARGEST_STACK_BYTES = 16 << 20 }; // LUAI_MAXSTACK values of 16 bytes

/// Whether Lua moves the stack of `L` just now. From 5.4.5 on it puts offsets in place of all addresses into the stack
/// before it asks for a larger one; asking about calls would then follow an offset. The record of a call begins with the
/// address of its function.
static bool is_moving_stack(lua_State *L) {
  lua_Debug call;
  uintptr_t function;
  if (!lua_getstack(L, 0, &call)) return false;
  memcpy(&function, call.i_ci, sizeof function);
  return function < LARGEST_STACK_BYTES;
}

static void *allocate(void *user, void *block, size_t old_size, size_t new_size) {
  mr_account *account = user;
  size_t old = block ? old_size : 0;
  if (new_size == 0) {
    free(block);
    account->used -= old;
    return NULL;
  }
  size_t wanted = account->used + account->native + account->held - old + new_size;
  if (new_size > old && wanted > account->limit) {
    lua_State *running = account->running;
    if (!running || !is_moving_stack(running)) {
      if (running) note_place(account, running);
      return NULL; // Lua collects garbage, tries once more, then raises "not enough memory"
    }
    // For a stack Lua collects no garbage and tries only once. So a stack may go beyond the limit; what is allocated next
    // may not, and collects.
    if (wanted > account->limit + LARGEST_STACK_BYTES) return NULL;
  }
  void *moved = realloc(block, new_size);
  if (moved) account->used = account->used - old + new_size;
  return moved;
}

/// Reached only where something raised outside of every protected call: a bug in the host.
static int panic(lua_State *L) {
  (void)L;
  abort();
}

static void hook(lua_State *L, lua_Debug *info) {
  (void)info;
  mr_account *account = mr_account_of(L);
  if (!account->fatal) {
    account->budget -= MR_HOOK_INTERVAL;
    if (account->budget < 0) account->fatal = MR_FATAL_INSTRUCTIONS;
    if (atomic_load_explicit(&account->expired, memory_order_relaxed))
      account->fatal = MR_FATAL_TIME;
  }
  if (account->fatal) mr_raise_fatal(L);
}

/// As `hook`, and takes down where the time goes.
static void profiling_hook(lua_State *L, lua_Debug *info) {
  if (info->event == LUA_HOOKCOUNT) hook(L, info);
  else mr_profile_step(L, info);
}

void mr_set_hook(lua_State *L) {
  if (mr_account_of(L)->profile)
    lua_sethook(L, profiling_hook, LUA_MASKCOUNT | LUA_MASKLINE | LUA_MASKRET, MR_HOOK_INTERVAL);
  else
    lua_sethook(L, hook, LUA_MASKCOUNT, MR_HOOK_INTERVAL);
}

/// From now on every instruction raises, here and on the main coroutine, so that a script which calls
/// pcall in a loop ends all the same.
int mr_raise_fatal(lua_State *L) {
  mr_account *account = mr_account_of(L);
  lua_sethook(L, hook, LUA_MASKCOUNT, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
  lua_sethook(lua_tothread(L, -1), hook, LUA_MASKCOUNT, 1);
  lua_pop(L, 1);
  mr_push_place(L, 0);
  static const char *const reasons[] = {"", "the instruction limit is reached",
                                        "the time limit is reached", "not enough memory"};
  lua_pushstring(L, reasons[account->fatal]);
  lua_concat(L, 2);
  return lua_error(L);
}

lua_State *mr_new_state(size_t memory_limit, int64_t instruction_limit, void *host,
                        mr_dispatch dispatch, mr_release release) {
  mr_account *account = calloc(1, sizeof *account);
  if (!account) return NULL;
  account->limit = memory_limit;
  account->budget = account->budget_limit = instruction_limit;
  account->host = host;
  account->dispatch = dispatch;
  account->release = release;
  lua_State *L = lua_newstate(allocate, account);
  if (!L) {
    free(account);
    return NULL;
  }
  account->running = L;
  lua_atpanic(L, panic);
  mr_set_hook(L); // coroutines inherit it
  mr_seed_random(L, 0, 0);
  return L;
}

void mr_close_state(lua_State *L) {
  mr_account *account = mr_account_of(L);
  account->running = NULL;
  lua_close(L);
  mr_free_profile(account->profile);
  free(account);
}

size_t mr_memory_used(lua_State *L) {
  mr_account *account = mr_account_of(L);
  return account->used + account->native + account->held;
}

enum { SWEEP_BYTES = 16 << 20 }; // bytes of the host's made between two full collections

bool mr_has_room(lua_State *L, size_t held, size_t more) {
  mr_account *account = mr_account_of(L);
  account->held = held;
  size_t host = account->native + held + more;
  return account->used + host <= account->limit && host <= account->native_swept + SWEEP_BYTES;
}

static int collect(lua_State *L) {
  lua_gc(L, LUA_GCCOLLECT);
  return 0;
}

void mr_collect(lua_State *L) {
  if (!lua_checkstack(L, 4)) return;
  lua_pushcfunction(L, collect);
  if (lua_pcall(L, 0, 0, 0) != LUA_OK) lua_pop(L, 1);
}

bool mr_has_room_now(lua_State *L, size_t held, size_t more) {
  mr_account *account = mr_account_of(L);
  account->held = held;
  account->native_swept = account->native + held;
  if (account->used + account->native + held + more <= account->limit) return true;
  note_place(account, L);
  return false;
}

int mr_fatal_reason(lua_State *L) { return mr_account_of(L)->fatal; }
const char *mr_memory_place(lua_State *L) { return mr_account_of(L)->memory_place; }

void mr_expire(lua_State *L) {
  atomic_store_explicit(&mr_account_of(L)->expired, 1, memory_order_relaxed);
}

bool mr_charge(lua_State *L, int64_t count) {
  mr_account *account = mr_account_of(L);
  if (count > 0) {
    if (count > account->budget) account->fatal = MR_FATAL_INSTRUCTIONS;
    else account->budget -= count;
  }
  if (atomic_load_explicit(&account->expired, memory_order_relaxed)) account->fatal = MR_FATAL_TIME;
  return !account->fatal;
}

void mr_spend(lua_State *L, int64_t count) {
  if (!mr_charge(L, count)) mr_raise_fatal(L);
}

void mr_set_host(lua_State *L, void *host) { mr_account_of(L)->host = host; }
