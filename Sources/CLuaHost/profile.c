// SPDX-License-Identifier: MIT
//
// Where a script's time goes, by line: a hook at every line and every return charges the time since the
// last one to the line that was running, what it called in C included. Instructions are counted at the same
// intervals as without it, so that limits stay what they are. Off, nothing of this file runs.
//
// Lines of the standard library are charged to the user's line that called them; where there is none, as in
// an effect of the library's that the host calls, to themselves.
#include "account.h"
#include "moonreel_clock.h"
#include <stdlib.h>
#include <string.h>

enum { MR_LINE_LIMIT = 1 << 16, MR_FIRST_SLOTS = 256 };

/// An open-addressed table of lines; `slots` holds positions in `lines`, from 1, and 0 where free.
struct mr_profile {
  mr_line_cost *lines;
  size_t count, capacity;
  uint32_t *slots;
  size_t slot_count; // a power of two, more than twice `count`
  size_t current;    // the line that runs, from 1; 0 where none does
  int64_t since;
  int64_t overhead; // nanoseconds that measuring itself took
};

static uint64_t hash(const char *source, int line) {
  uint64_t value = 14695981039346656037u ^ (uint32_t)line; // FNV-1a
  for (; *source; source++) value = (value ^ (unsigned char)*source) * 1099511628211u;
  return value ^ value >> 29;
}

static size_t find_slot(const mr_profile *profile, const char *source, int line) {
  size_t mask = profile->slot_count - 1, slot = hash(source, line) & mask;
  for (; profile->slots[slot]; slot = (slot + 1) & mask) {
    const mr_line_cost *found = &profile->lines[profile->slots[slot] - 1];
    if (found->line == line && strcmp(found->source, source) == 0) break;
  }
  return slot;
}

/// Doubles the table; false, and unchanged, where memory is short or there are too many lines.
static bool grow(mr_profile *profile) {
  size_t slot_count = profile->slot_count ? profile->slot_count * 2 : MR_FIRST_SLOTS;
  size_t capacity = slot_count / 2 - 1;
  if (capacity > MR_LINE_LIMIT) return false;
  mr_line_cost *lines = realloc(profile->lines, capacity * sizeof *lines);
  if (lines) profile->lines = lines;
  uint32_t *slots = calloc(slot_count, sizeof *slots);
  if (!lines || !slots) {
    free(slots);
    return false;
  }
  free(profile->slots);
  profile->slots = slots;
  profile->slot_count = slot_count;
  profile->capacity = capacity;
  for (size_t i = 0; i < profile->count; i++)
    slots[find_slot(profile, lines[i].source, lines[i].line)] = (uint32_t)i + 1;
  return true;
}

/// The position of the line, from 1; 0 where there is no room for it.
static size_t position(mr_profile *profile, const lua_Debug *info) {
  size_t slot = find_slot(profile, info->short_src, info->currentline);
  if (profile->slots[slot]) return profile->slots[slot];
  if (profile->count == profile->capacity) {
    if (!grow(profile)) return 0;
    slot = find_slot(profile, info->short_src, info->currentline);
  }
  mr_line_cost *line = &profile->lines[profile->count++];
  memcpy(line->source, info->short_src, sizeof line->source);
  line->line = info->currentline;
  line->function_line = info->linedefined;
  line->nanoseconds = 0;
  return profile->slots[slot] = (uint32_t)profile->count;
}

/// The line to charge from `level` of the stack up: the user's nearest, else the nearest at all.
static bool find_line(lua_State *L, int level, lua_Debug *found) {
  bool is_found = false;
  lua_Debug info;
  for (; lua_getstack(L, level, &info); level++) {
    lua_getinfo(L, "Sl", &info);
    if (info.currentline <= 0) continue;
    bool is_users = mr_is_user_frame(&info);
    if (is_users || !is_found) *found = info;
    if (is_users) return true;
    is_found = true;
  }
  return is_found;
}

/// Charges the time since the last call to the line that ran until now.
static void charge(mr_profile *profile) {
  int64_t time = mr_monotonic_nanoseconds();
  if (profile->current) profile->lines[profile->current - 1].nanoseconds += time - profile->since;
  profile->since = time;
}

void mr_profile_step(lua_State *L, const lua_Debug *info) {
  mr_profile *profile = mr_account_of(L)->profile;
  lua_Debug line;
  bool is_return = info->event == LUA_HOOKRET;
  charge(profile);
  if (find_line(L, is_return ? 1 : 0, &line)) profile->current = position(profile, &line);
  int64_t found = mr_monotonic_nanoseconds(); // finding the line is nobody's time
  profile->overhead += found - profile->since;
  profile->since = found;
}

void mr_profile_enter(mr_profile *profile) {
  profile->current = 0;
  profile->since = mr_monotonic_nanoseconds();
}

void mr_profile_leave(mr_profile *profile) {
  charge(profile);
  profile->current = 0;
}

bool mr_start_profile(lua_State *L) {
  mr_account *account = mr_account_of(L);
  mr_profile *profile = calloc(1, sizeof *profile);
  if (!profile) return false;
  if (!grow(profile)) {
    mr_free_profile(profile);
    return false;
  }
  account->profile = profile;
  mr_set_hook(L);
  return true;
}

void mr_free_profile(mr_profile *profile) {
  if (!profile) return;
  free(profile->lines);
  free(profile->slots);
  free(profile);
}

void mr_clear_profile(lua_State *L) {
  mr_profile *profile = mr_account_of(L)->profile;
  if (!profile) return;
  for (size_t i = 0; i < profile->count; i++) profile->lines[i].nanoseconds = 0;
}

int64_t mr_profile_overhead(lua_State *L) {
  mr_profile *profile = mr_account_of(L)->profile;
  return profile ? profile->overhead : 0;
}

size_t mr_profile_lines(lua_State *L, const mr_line_cost **lines) {
  mr_profile *profile = mr_account_of(L)->profile;
  *lines = profile ? profile->lines : NULL;
  return profile ? profile->count : 0;
}
