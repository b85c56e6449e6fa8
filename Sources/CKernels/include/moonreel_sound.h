// SPDX-License-Identifier: MIT
#pragma once
#include "moonreel_operations.h"
#include <stddef.h>
#include <stdint.h>

// Programs for sound: what a sound kernel computes for every sample. Numbers are doubles, one for each channel;
// a register holds a chunk of them, channel by channel within a sample. Nothing is fused and no order depends on
// the chunk, so that every CPU and every chunk gives the same bits.

/// The most samples that a chunk has.
enum { MR_SOUND_CHUNK = 64 };

/// What a step does besides the rows of MR_OPERATIONS. A line is a ring of earlier samples.
typedef enum mr_sound_op {
  /// A sample of input `index`.
  MR_SOUND_INPUT = MR_OPERATION_COUNT,
  /// From control `index` at the chunk's control point to that at the next, in a straight line.
  MR_SOUND_CONTROL,
  /// Seconds since the start.
  MR_SOUND_TIME,
  /// The channel's number, from 0.
  MR_SOUND_CHANNEL,
  /// Evenly spread over -1…1, by position, channel and seed `index`.
  MR_SOUND_NOISE,
  /// Of a over all channels: their sum, their greatest; channel `index`'s (0 where there is none).
  MR_SOUND_SUM,
  MR_SOUND_HIGHEST,
  MR_SOUND_OF,
  /// a, b seconds ago: between samples by the cubic through four; at most the line's length.
  MR_SOUND_DELAY,
  /// What KEEP put into the same line a seconds ago, at least one sample; and b into the line.
  MR_SOUND_BACK,
  MR_SOUND_KEEP,
  /// A biquad of a with b0 b1 b2 a1 a2 (a0 is 1), transposed direct form II.
  MR_SOUND_BIQUAD,
  /// a through all-passes of first order, one after the other, with the coefficient b: `length` - 1 of them.
  MR_SOUND_ALL_PASS,
  /// y += (a > y ? b : c) · (a - y).
  MR_SOUND_FOLLOW,
  /// A share of a round, 0…1, that grows by a / rate with each sample.
  MR_SOUND_PHASE,
  /// The greatest, the mean, of a over the last `length` samples.
  MR_SOUND_PEAK,
  MR_SOUND_MEAN,
} mr_sound_op;

/// One step of a program.
typedef struct mr_sound_step {
  int32_t op;
  int32_t out;
  int32_t in[6];
  int32_t index;
  /// Where its memory begins, in doubles.
  ptrdiff_t state;
  /// Samples of its line (a power of two) or window; values that it keeps.
  ptrdiff_t length;
} mr_sound_step;

/// A program at work on a chunk.
typedef struct mr_sound_run {
  /// Register r begins at r · MR_SOUND_CHUNK · channels.
  double *registers;
  double *state;
  /// The planes of all inputs, input by input; NULL: silence.
  const float *const *inputs;
  float *const *outputs;
  /// The register that becomes the output.
  int32_t result;
  int32_t channels;
  double rate;
  /// The controls' values at the control points before and after.
  const double *controls, *next_controls;
} mr_sound_run;

/// Doubles of memory that a step needs for `channels` channels.
ptrdiff_t mr_sound_state(int op, ptrdiff_t length, ptrdiff_t channels);

/// Runs `step_count` steps for `count` samples of a chunk from its sample `place` on, which is sample `first` of the
/// planes and sample `position` since the start. Chunks begin at control points.
void mr_sound_process(
    const mr_sound_run *run, const mr_sound_step *steps, ptrdiff_t step_count, ptrdiff_t first,
    ptrdiff_t count, int64_t position, ptrdiff_t place);

/// Puts the result of a chunk's first `count` samples into the outputs, from sample `first` on.
void mr_sound_finish(const mr_sound_run *run, ptrdiff_t first, ptrdiff_t count);

/// One row of MR_OPERATIONS over single numbers, as programs compute it.
double mr_sound_number(int op, double a, double b, double c, double d);

/// The Fourier transform of `size` complex numbers, a power of two, in place: number k becomes the sum of x[n] · e^(sign · 2πi ·
/// n · k / size). The tables hold cosines and sines of k / size of a turn, k < size / 2.
void mr_fourier(
    double *re, double *im, ptrdiff_t size, const double *cosines, const double *sines,
    double sign);

/// Adds the products of `count` complex numbers a and b.
void mr_add_products(
    double *re, double *im, const double *ar, const double *ai, const double *br,
    const double *bi, ptrdiff_t count);
