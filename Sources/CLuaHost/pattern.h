// SPDX-License-Identifier: MIT
//
// Lua's patterns in a matcher that counts its steps. The library's own runs to the end however long that
// takes; this one takes every step off the instruction budget, so that a hostile pattern ends in the same
// error as an endless loop.
//
// A matcher tries one pattern at one position of one subject. Single-character items are matched in
// loops, everything else by recursion, which is limited in depth.
#pragma once
#include "account.h"

enum { MR_MAX_CAPTURES = 32, MR_MAX_DEPTH = 200, MR_STEPS_PER_CHARGE = 1024 };
enum { MR_CAPTURE_OPEN = -1, MR_CAPTURE_POSITION = -2 };

typedef struct {
  lua_State *L;
  const char *subject, *subject_end, *pattern_end;
  int depth, steps, level;
  struct { const char *start; ptrdiff_t length; } captures[MR_MAX_CAPTURES];
} mr_matcher;

/// Prepares to match at any position.
void mr_start_matcher(mr_matcher *m, lua_State *L, const char *subject, size_t subject_length,
                      const char *pattern_end);
/// The end of the match of `pattern` at `at`, or NULL. Resets the captures first.
const char *mr_match_at(mr_matcher *m, const char *at, const char *pattern);
/// Pushes all captures, or the whole match [start, end) where there are none and `start` is not NULL.
int mr_push_captures(mr_matcher *m, const char *start, const char *end);
/// Pushes capture `index`; capture 0 of a pattern without captures is the whole match.
void mr_push_capture(mr_matcher *m, int index, const char *start, const char *end);
