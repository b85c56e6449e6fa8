// SPDX-License-Identifier: MIT
#include "pattern.h"
#include <ctype.h>
#include <string.h>

typedef unsigned char byte;

static const char *match(mr_matcher *m, const char *s, const char *p);

void mr_start_matcher(mr_matcher *m, lua_State *L, const char *subject, size_t subject_length,
                      const char *pattern_end) {
  *m = (mr_matcher){.L = L, .subject = subject, .subject_end = subject + subject_length,
                    .pattern_end = pattern_end};
}

const char *mr_match_at(mr_matcher *m, const char *at, const char *pattern) {
  m->level = 0;
  m->depth = 0;
  return match(m, at, pattern);
}

static void count_step(mr_matcher *m) {
  if (++m->steps < MR_STEPS_PER_CHARGE) return;
  m->steps = 0;
  mr_spend(m->L, MR_STEPS_PER_CHARGE / 4); // a step is cheaper than an instruction
}

// ---- single characters ----

/// The end of the single-character item at `p`.
static const char *item_end(mr_matcher *m, const char *p) {
  if (*p == '%') {
    if (p + 1 == m->pattern_end) luaL_error(m->L, "malformed pattern (ends with '%%')");
    return p + 2;
  }
  if (*p++ != '[') return p;
  if (p < m->pattern_end && *p == '^') p++;
  do { // a ']' right at the start stands for itself
    if (p >= m->pattern_end) luaL_error(m->L, "malformed pattern (missing ']')");
    if (*p++ == '%') p++;
  } while (p >= m->pattern_end || *p != ']');
  return p + 1;
}

static bool is_in_class(int c, int class) {
  int answer;
  switch (tolower(class)) {
  case 'a': answer = isalpha(c); break;
  case 'c': answer = iscntrl(c); break;
  case 'd': answer = isdigit(c); break;
  case 'g': answer = isgraph(c); break;
  case 'l': answer = islower(c); break;
  case 'p': answer = ispunct(c); break;
  case 's': answer = isspace(c); break;
  case 'u': answer = isupper(c); break;
  case 'w': answer = isalnum(c); break;
  case 'x': answer = isxdigit(c); break;
  default: return class == c;
  }
  return isupper(class) ? !answer : answer != 0;
}

/// `p` is at '[', `end` after ']'.
static bool is_in_set(int c, const char *p, const char *end) {
  bool found = false, negated = p[1] == '^';
  p += negated ? 2 : 1;
  for (const char *last = end - 1; p < last; p++) {
    if (*p == '%') found |= is_in_class(c, (byte)*++p);
    else if (p[1] == '-' && p + 2 < last) {
      found |= (byte)p[0] <= c && c <= (byte)p[2];
      p += 2;
    } else found |= (byte)*p == c;
  }
  return found != negated;
}

static bool is_single_match(mr_matcher *m, const char *s, const char *p, const char *end) {
  count_step(m);
  if (s >= m->subject_end) return false;
  int c = (byte)*s;
  switch (*p) {
  case '.': return true;
  case '%': return is_in_class(c, (byte)p[1]);
  case '[': return is_in_set(c, p, end);
  default: return (byte)*p == c;
  }
}

// ---- items that look further ----

static const char *match_longest(mr_matcher *m, const char *s, const char *p, const char *end) {
  ptrdiff_t count = 0;
  while (is_single_match(m, s + count, p, end)) count++;
  for (; count >= 0; count--) {
    const char *result = match(m, s + count, end + 1);
    if (result) return result;
  }
  return NULL;
}

static const char *match_shortest(mr_matcher *m, const char *s, const char *p, const char *end) {
  for (;; s++) {
    const char *result = match(m, s, end + 1);
    if (result) return result;
    if (!is_single_match(m, s, p, end)) return NULL;
  }
}

/// `%bxy`: `p` is at x.
static const char *match_balanced(mr_matcher *m, const char *s, const char *p) {
  if (p + 1 >= m->pattern_end) luaL_error(m->L, "malformed pattern (missing arguments to '%%b')");
  if (s >= m->subject_end || *s != *p) return NULL;
  for (int open = 1; ++s < m->subject_end;) {
    count_step(m);
    if (*s == p[1]) {
      if (--open == 0) return s + 1;
    } else if (*s == *p) open++;
  }
  return NULL;
}

/// `%f[set]`: `p` is at '[', `end` after ']'.
static bool is_frontier(mr_matcher *m, const char *s, const char *p, const char *end) {
  int before = s == m->subject ? 0 : (byte)s[-1], after = s < m->subject_end ? (byte)*s : 0;
  return !is_in_set(before, p, end) && is_in_set(after, p, end);
}

// ---- captures ----

static const char *open_capture(mr_matcher *m, const char *s, const char *p, ptrdiff_t kind) {
  if (m->level >= MR_MAX_CAPTURES) luaL_error(m->L, "too many captures");
  m->captures[m->level].start = s;
  m->captures[m->level].length = kind;
  m->level++;
  const char *result = match(m, s, p);
  if (!result) m->level--;
  return result;
}

static const char *close_capture(mr_matcher *m, const char *s, const char *p) {
  int index = m->level - 1;
  while (index >= 0 && m->captures[index].length != MR_CAPTURE_OPEN) index--;
  if (index < 0) luaL_error(m->L, "invalid pattern capture");
  m->captures[index].length = s - m->captures[index].start;
  const char *result = match(m, s, p);
  if (!result) m->captures[index].length = MR_CAPTURE_OPEN;
  return result;
}

/// `%1`…`%9`: what the capture holds, once more.
static const char *match_again(mr_matcher *m, const char *s, int digit) {
  int index = digit - '1';
  if (index < 0 || index >= m->level || m->captures[index].length == MR_CAPTURE_OPEN)
    luaL_error(m->L, "invalid capture index %%%d in pattern", index + 1);
  ptrdiff_t length = m->captures[index].length;
  if (length < 0 || m->subject_end - s < length) return NULL;
  m->steps += (int)(length / 64 < MR_STEPS_PER_CHARGE ? length / 64 : MR_STEPS_PER_CHARGE);
  return memcmp(m->captures[index].start, s, (size_t)length) == 0 ? s + length : NULL;
}

// ---- the pattern ----

/// One single-character item with its suffix; sets `*next` where matching goes on in a straight line.
static const char *match_item(mr_matcher *m, const char *s, const char *p, const char **next) {
  const char *end = item_end(m, p);
  *next = NULL;
  switch (end < m->pattern_end ? *end : 0) {
  case '*': return match_longest(m, s, p, end);
  case '-': return match_shortest(m, s, p, end);
  case '+': return is_single_match(m, s, p, end) ? match_longest(m, s + 1, p, end) : NULL;
  case '?': {
    if (is_single_match(m, s, p, end)) {
      const char *result = match(m, s + 1, end + 1);
      if (result) return result;
    }
    *next = end + 1;
    return s;
  }
  default:
    if (!is_single_match(m, s, p, end)) return NULL;
    *next = end;
    return s + 1;
  }
}

/// `%b`, `%f` and `%1`: the position after, or NULL; `*next` is the rest of the pattern.
static const char *match_escape(mr_matcher *m, const char *s, const char *p, const char **next) {
  if (p[1] == 'b') {
    *next = p + 4;
    return match_balanced(m, s, p + 2);
  }
  if (p[1] == 'f') {
    p += 2;
    if (p >= m->pattern_end || *p != '[')
      luaL_error(m->L, "missing '[' after '%%f' in pattern");
    *next = item_end(m, p);
    return is_frontier(m, s, p, *next) ? s : NULL;
  }
  *next = p + 2;
  return match_again(m, s, p[1]);
}

static bool is_escape(mr_matcher *m, const char *p) {
  return *p == '%' && p + 1 < m->pattern_end && (p[1] == 'b' || p[1] == 'f' || isdigit((byte)p[1]));
}

static const char *match(mr_matcher *m, const char *s, const char *p) {
  if (++m->depth > MR_MAX_DEPTH) luaL_error(m->L, "pattern too complex");
  while (s && p < m->pattern_end) {
    const char *next = NULL;
    count_step(m);
    if (*p == '(') {
      bool is_position = p + 1 < m->pattern_end && p[1] == ')';
      s = is_position ? open_capture(m, s, p + 2, MR_CAPTURE_POSITION)
                      : open_capture(m, s, p + 1, MR_CAPTURE_OPEN);
    } else if (*p == ')') {
      s = close_capture(m, s, p + 1);
    } else if (*p == '$' && p + 1 == m->pattern_end) {
      s = s == m->subject_end ? s : NULL;
    } else if (is_escape(m, p)) {
      s = match_escape(m, s, p, &next);
    } else {
      s = match_item(m, s, p, &next);
    }
    if (!next) break; // the rest was matched by recursion, or nothing is left
    p = next;
  }
  m->depth--;
  return s;
}

// ---- results ----

void mr_push_capture(mr_matcher *m, int index, const char *start, const char *end) {
  if (index >= m->level) {
    if (index != 0) luaL_error(m->L, "invalid capture index %%%d", index + 1);
    lua_pushlstring(m->L, start, (size_t)(end - start));
    return;
  }
  ptrdiff_t length = m->captures[index].length;
  if (length == MR_CAPTURE_OPEN) luaL_error(m->L, "unfinished capture");
  if (length == MR_CAPTURE_POSITION)
    lua_pushinteger(m->L, m->captures[index].start - m->subject + 1);
  else lua_pushlstring(m->L, m->captures[index].start, (size_t)length);
}

int mr_push_captures(mr_matcher *m, const char *start, const char *end) {
  int count = m->level == 0 && start ? 1 : m->level;
  luaL_checkstack(m->L, count, "too many captures");
  for (int index = 0; index < count; index++) mr_push_capture(m, index, start, end);
  return count;
}
