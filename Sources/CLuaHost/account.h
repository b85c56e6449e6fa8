// SPDX-License-Identifier: MIT
#pragma once
#include "moonreel_lua.h"
#include <stdatomic.h>

enum { MR_HOOK_INTERVAL = 1000, MR_PLACE_SIZE = 160 };

typedef struct mr_profile mr_profile;

/// What a state may use and has used. Reached from the allocator's user data.
typedef struct mr_account {
  size_t used;         // bytes allocated by Lua
  size_t native;       // bytes of native objects that userdata own
  size_t held;         // bytes that the host holds for the script beside them
  size_t native_swept; // `native` and `held` after the last full collection
  size_t limit;        // bytes
  int64_t budget;      // instructions left in this call
  int64_t budget_limit;
  int depth;           // calls into Lua under way
  int fatal;           // MR_FATAL_…
  atomic_int expired;  // set by the watchdog's thread
  lua_State *running;  // the coroutine that runs, for places
  char memory_place[MR_PLACE_SIZE];
  uint64_t random[4];
  mr_profile *profile; // NULL unless time is measured
  void *host;
  mr_dispatch dispatch;
  mr_release release;
} mr_account;

mr_account *mr_account_of(lua_State *L);
/// Raises the error that says why the state is dead.
int mr_raise_fatal(lua_State *L);

/// Sets the instruction hook, and where there is a profile the hook of lines (account.c).
void mr_set_hook(lua_State *L);
/// Whether the frame, with source and current line filled in, is of the user's own code (calls.c).
bool mr_is_user_frame(const lua_Debug *info);

/// Takes down a hook's event (profile.c).
void mr_profile_step(lua_State *L, const lua_Debug *info);
/// Around an outermost call into Lua.
void mr_profile_enter(mr_profile *profile);
void mr_profile_leave(mr_profile *profile);
void mr_free_profile(mr_profile *profile);

/// Makes of the table on top one whose reads are taken down (watched.c).
void mr_watch_table(lua_State *L);
/// Makes the watched table at `index`, if it is one, an ordinary one again.
void mr_settle_table(lua_State *L, int index);
bool mr_name_was_read(lua_State *L, const char *name);
void mr_open_watching(lua_State *L);

/// `tostring` and `string.format`, whose original is the upvalue, without addresses (sandbox_names.c).
int mr_show(lua_State *L);
int mr_format(lua_State *L);

void mr_open_base(lua_State *L);
void mr_open_coroutines(lua_State *L);
void mr_open_strings(lua_State *L);
void mr_open_patterns(lua_State *L);
void mr_open_tables(lua_State *L);
void mr_open_math(lua_State *L);
