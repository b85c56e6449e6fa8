// SPDX-License-Identifier: MIT
//
// One source, compiled once for each CPU level, behind tables of function pointers.
#include "moonreel_kernels.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Fused products would give levels with FMA other bits than the rest.
#pragma clang fp contract(off)

#define MR_JOIN_(a, b) a##_##b
#define MR_JOIN(a, b) MR_JOIN_(a, b)
#define MR_NAME(x) MR_JOIN(x, MR_LEVEL)

#define MR_LEVEL base
#define MR_LEVEL_NAME "base"
#include "levels/all.inc"
#undef MR_LEVEL
#undef MR_LEVEL_NAME

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)
#define MR_LEVEL v3
#define MR_LEVEL_NAME "v3"
#include "levels/all.inc"
#undef MR_LEVEL
#undef MR_LEVEL_NAME
#pragma clang attribute pop

#pragma clang attribute push( \
    __attribute__((target("arch=x86-64-v4,no-prefer-256-bit"))), apply_to = function)
#define MR_LEVEL v4
#define MR_LEVEL_NAME "v4"
#include "levels/all.inc"
#undef MR_LEVEL
#undef MR_LEVEL_NAME
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

void mr_run_steps(const mr_step *steps, size_t count, const mr_tile *tile) {
  for (size_t i = 0; i < count; i++) steps[i].run(&steps[i], tile);
}

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
void mr_restore_floats(uint64_t state) { _mm_setcsr((unsigned)state); }
#elif defined(__aarch64__)
uint64_t mr_flush_denormals(void) {
  uint64_t state;
  __asm__ volatile("mrs %0, fpcr" : "=r"(state));
  __asm__ volatile("msr fpcr, %0" : : "r"(state | (1ull << 24)));
  return state;
}
void mr_restore_floats(uint64_t state) { __asm__ volatile("msr fpcr, %0" : : "r"(state)); }
#else
uint64_t mr_flush_denormals(void) { return 0; }
void mr_restore_floats(uint64_t state) { (void)state; }
#endif
