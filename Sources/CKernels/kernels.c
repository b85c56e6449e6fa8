// SPDX-License-Identifier: MIT
//
// One source, compiled once for each CPU level, behind tables of function pointers.
#include "moonreel_kernels.h"
#include "moonreel_clock.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

// Fused products would give levels with FMA other bits than the rest.
#pragma clang fp contract(off)

#define MR_JOIN_(a, b) a##_##b
#define MR_JOIN(a, b) MR_JOIN_(a, b)
#define MR_NAME(x) MR_JOIN(x, MR_LEVEL)

// The kinds of an operation's operands where all are vectors.
#define MR_KINDS_1 V, N, N, N
#define MR_KINDS_2 V, V, N, N
#define MR_KINDS_3 V, V, V, N
#define MR_KINDS_4 V, V, V, V
#define MR_EXPAND(macro, ...) macro(__VA_ARGS__)

#define MR_LEVEL base
#define MR_LEVEL_NAME "base"
#define MR_WIDTH 4  // floats of a vector
#include "levels/all.inc"
#undef MR_LEVEL
#undef MR_LEVEL_NAME
#undef MR_WIDTH

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)
#define MR_LEVEL v3
#define MR_LEVEL_NAME "v3"
#define MR_WIDTH 8  // floats of a vector
#include "levels/all.inc"
#undef MR_LEVEL
#undef MR_LEVEL_NAME
#undef MR_WIDTH
#pragma clang attribute pop

#pragma clang attribute push( \
    __attribute__((target("arch=x86-64-v4,no-prefer-256-bit"))), apply_to = function)
#define MR_LEVEL v4
#define MR_LEVEL_NAME "v4"
#define MR_WIDTH 16  // floats of a vector
#define MR_PERMUTES  // samples of a row by vector permutations
#include "levels/all.inc"
#undef MR_PERMUTES
#undef MR_LEVEL
#undef MR_LEVEL_NAME
#undef MR_WIDTH
#pragma clang attribute pop

static const mr_kernels *const levels[] = {&kernels_base, &kernels_v3, &kernels_v4};

static int runs_here(int index) {
  return index == 0 || (index == 1 && __builtin_cpu_supports("x86-64-v3")) ||
         (index == 2 && __builtin_cpu_supports("x86-64-v4"));
}
#else
static const mr_kernels *const levels[] = {&kernels_base};

static int runs_here(int index) { return index == 0; }
#endif

int mr_kernels_are_optimized(void) {
#if defined(__OPTIMIZE__)
  return 1;
#else
  return 0;
#endif
}

const mr_kernels *mr_kernels_level(int index) {
  const int count = (int)(sizeof levels / sizeof *levels);
  return index >= 0 && index < count && runs_here(index) ? levels[index] : NULL;
}

const mr_kernels *mr_kernels_best(void) {
  const char *wanted = getenv("MOONREEL_CPU");
  const mr_kernels *best = levels[0];
  for (int index = 0; mr_kernels_level(index); index++) {
    best = levels[index];
    if (wanted && !strcmp(wanted, best->level)) break;
  }
  return best;
}

// Whether 16 lanes are all 0 (or −0).
static int are_zero(const float *lanes) {
  uint32_t bits[16], any = 0;
  memcpy(bits, lanes, sizeof bits);
  for (int i = 0; i < 16; i++) any |= bits[i];
  return any << 1 == 0;
}

// The lanes *first..<*last between the first and the last where the guard's coverage is not 0,
// begun at a multiple of 16.
static void covered_lanes(const mr_step *guard, const mr_tile *tile, int32_t *first,
                          int32_t *last) {
  const float *cover = tile->registers[guard->in[0]];
  int32_t low = 0, high = tile->count;
  if (guard->scalar) {
    if (*cover == 0) high = 0;
  } else {
    while (low + 16 <= high && are_zero(cover + low)) low += 16;
    while (low < high && cover[low] == 0) low++;
    while (high - 16 >= low && are_zero(cover + high - 16)) high -= 16;
    while (high > low && cover[high - 1] == 0) high--;
  }
  *first = low & ~15;
  *last = high > low ? high : *first;
}

// The lanes first..<last of a tile, of which there is one at least, for the steps behind a head: that depth's table of
// registers shows them.
static mr_tile part_of(const mr_tile *tile, int32_t first, int32_t last) {
  if (last - first == tile->count) return *tile;
  for (int32_t i = 0; i < tile->vectors; i++) tile->spare[i] = tile->registers[i] + first;
  return (mr_tile){
    .registers = tile->spare, .x = tile->x + first, .y = tile->y, .count = last - first,
    .vectors = tile->vectors, .all = tile->all, .spare = tile->spare + tile->all,
    .own = tile->own, .first = tile->first + first, .deadline = tile->deadline};
}

// Rounds of loops on this thread, and the last deadline that it has missed.
static _Thread_local struct {
  uint32_t rounds;
  int64_t missed;
} pace;

// Whether the tile's time is up, asked once a round: the clock is looked at in one of 64 rounds of all loops together.
static int is_over(const mr_tile *tile) {
  if (tile->deadline == 0) return 0;
  if (pace.missed == tile->deadline) return 1;
  if (++pace.rounds % 64 != 0 || mr_monotonic_nanoseconds() <= tile->deadline) return 0;
  pace.missed = tile->deadline;
  return 1;
}

// Runs the steps behind `head` on the lanes first..<last, of which there is one at least.
static void run_part(const mr_step *head, const mr_tile *tile, int32_t first, int32_t last) {
  const mr_tile part = part_of(tile, first, last);
  mr_run_steps(head + 1, head->span, &part);
}

// Runs the steps behind a guard on the lanes that are covered.
static void run_guarded(const mr_step *guard, const mr_tile *tile) {
  int32_t first, last;
  covered_lanes(guard, tile, &first, &last);
  if (first < last) run_part(guard, tile, first, last);
  for (uint32_t i = 0; i < guard->outs; i++) {
    float *out = tile->registers[guard->out[i]];
    memset(out, 0, sizeof(float) * (size_t)first);
    memset(out + last, 0, sizeof(float) * (size_t)(tile->count - last));
  }
}

// Lanes that are looked at together, and as many as a kernel may write where fewer are asked for.
enum { GROUP = 16, BLOCK = 128 };

typedef float quad __attribute__((vector_size(16), aligned(4)));
typedef int32_t quad_mask __attribute__((vector_size(16)));

static inline quad quad_at(const float *lanes, int32_t step) {
  return step ? *(const quad *)lanes : (quad){*lanes, *lanes, *lanes, *lanes};
}

// Whether value >= edge is `holds` in one of a group's lanes; a step of 0 is that of a scalar.
static inline __attribute__((always_inline)) int group_holds(
    const float *value, const float *edge, int32_t valueStep, int32_t edgeStep, int holds) {
  quad_mask any = {0};
  for (int32_t i = 0; i < GROUP; i += 4) {
    const quad_mask mask = quad_at(value + i * valueStep, valueStep) >= quad_at(edge + i * edgeStep, edgeStep);
    any |= holds ? mask : ~mask;
  }
  int64_t halves[2];
  memcpy(halves, &any, sizeof any);
  return (halves[0] | halves[1]) != 0;
}

// The same in one of the lanes i..<i + count, at most a group.
static inline __attribute__((always_inline)) int lanes_hold(
    const float *value, const float *edge, uint32_t scalars, int holds, int32_t i, int32_t count) {
  const int32_t one = !(scalars & 1), two = !(scalars & 2);
  if (count < GROUP) {
    int any = 0;
    for (int32_t k = i; k < i + count; k++) any |= (value[k * one] >= edge[k * two]) == holds;
    return any;
  }
  switch (scalars) {
    case 0: return group_holds(value + i, edge + i, 1, 1, holds);
    case 1: return group_holds(value, edge + i, 0, 1, holds);
    case 2: return group_holds(value + i, edge, 1, 0, holds);
    default: return (*value >= *edge) == holds;
  }
}

// Whether one of the lanes first..<last goes on.
static int go_on(const float *active, int32_t first, int32_t last) {
  const float half = 0.5f;
  for (int32_t i = first; i < last; i += GROUP)
    if (lanes_hold(active, &half, 2, 1, i, last - i < GROUP ? last - i : GROUP)) return 1;
  return 0;
}

// Block after block goes round for as long as a lane of it does. No kernel writes beyond the block, so lanes of the next
// one stay as they are.
static void run_loop(const mr_step *loop, const mr_tile *tile) {
  const float *active = tile->registers[loop->in[0]];
  if (loop->scalar) {
    for (uint32_t round = 0; round < loop->limit && *active >= 0.5f && !is_over(tile); round++)
      mr_run_steps(loop + 1, loop->span, tile);
    return;
  }
  for (int32_t first = 0; first < tile->count; first += BLOCK) {
    const int32_t last = tile->count - first < BLOCK ? tile->count : first + BLOCK;
    const mr_tile part = part_of(tile, first, last);
    for (uint32_t round = 0; round < loop->limit && go_on(active, first, last) && !is_over(tile);
         round++)
      mr_run_steps(loop + 1, loop->span, &part);
  }
}

// The steps run on stretches of the tile, each from a lane where the condition holds to the last one that does before
// a block or more where it does not. So far apart no kernel that runs on one writes into the next.
static void run_branch(const mr_step *branch, const mr_tile *tile) {
  const float *value = tile->registers[branch->in[0]], *edge = tile->registers[branch->in[1]];
  int32_t first = 0, last = 0;
  for (int32_t i = 0; i < tile->count; i += GROUP) {
    const int32_t left = tile->count - i, count = left < GROUP ? left : GROUP;
    if (!lanes_hold(value, edge, branch->scalar, branch->limit != 0, i, count)) continue;
    if (first < last && i - last >= BLOCK) {
      run_part(branch, tile, first, last);
      first = last = 0;
    }
    if (first == last) first = i;
    last = i + count;
  }
  if (first < last) run_part(branch, tile, first, last);
}

// Runs a step that writes a scalar.
static void run_single(const mr_step *step, const mr_tile *tile) {
  const mr_tile lane = {.registers = tile->registers, .x = tile->x, .y = tile->y, .count = 1};
  step->run(step, &lane);
}

void mr_run_steps(const mr_step *steps, size_t count, const mr_tile *tile) {
  for (size_t i = 0; i < count; i++) {
    switch (steps[i].kind) {
      case MR_PLAIN: steps[i].run(&steps[i], tile); break;
      case MR_SINGLE: run_single(&steps[i], tile); break;
      case MR_GUARD: run_guarded(&steps[i], tile); break;
      case MR_LOOP: run_loop(&steps[i], tile); break;
      case MR_BRANCH: run_branch(&steps[i], tile); break;
    }
    i += steps[i].span;
  }
}

void mr_set_guard(mr_step *step, uint32_t span, uint32_t outs, uint32_t scalar) {
  step->kind = MR_GUARD;
  step->span = span;
  step->outs = outs;
  step->scalar = scalar;
}

void mr_set_loop(mr_step *step, uint32_t span, uint32_t limit, uint32_t scalar) {
  step->kind = MR_LOOP;
  step->span = span;
  step->limit = limit;
  step->scalar = scalar;
}

void mr_set_branch(mr_step *step, uint32_t span, uint32_t holds, uint32_t scalars) {
  step->kind = MR_BRANCH;
  step->span = span;
  step->limit = holds;
  step->scalar = scalars;
}

void mr_set_single(mr_step *step) { step->kind = MR_SINGLE; }

void mr_set_step(mr_step *step, mr_kernel run, const uint32_t *out, int outCount,
                 const uint32_t *in, int inCount, const void *data) {
  memset(step, 0, sizeof *step);
  step->run = run;
  for (int i = 0; i < outCount; i++) step->out[i] = out[i];
  for (int i = 0; i < inCount; i++) step->in[i] = in[i];
  step->data = data;
}

#if defined(__x86_64__)
#include <xmmintrin.h>
uint64_t mr_flush_denormals(void) {
  const unsigned state = _mm_getcsr();
  _mm_setcsr(state | 0x8040);
  return state;
}
uint64_t mr_keep_denormals(void) {
  const unsigned state = _mm_getcsr();
  _mm_setcsr(state & ~0x8040u);
  return state;
}
void mr_restore_floats(uint64_t state) { _mm_setcsr((unsigned)state); }
#elif defined(__aarch64__)
uint64_t mr_flush_denormals(void) {
  uint64_t state;
  __asm__ volatile("mrs %0, fpcr" : "=r"(state));
  __asm__ volatile("msr fpcr, %0" : : "r"(state | (1ull << 24)));
  return state;
}
uint64_t mr_keep_denormals(void) {
  uint64_t state;
  __asm__ volatile("mrs %0, fpcr" : "=r"(state));
  __asm__ volatile("msr fpcr, %0" : : "r"(state & ~(1ull << 24)));
  return state;
}
void mr_restore_floats(uint64_t state) { __asm__ volatile("msr fpcr, %0" : : "r"(state)); }
#else
uint64_t mr_flush_denormals(void) { return 0; }
uint64_t mr_keep_denormals(void) { return 0; }
void mr_restore_floats(uint64_t state) { (void)state; }
#endif
