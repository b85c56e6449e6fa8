// SPDX-License-Identifier: MIT
#pragma once
#include <stddef.h>
#include <stdint.h>

// Sample loops. All sums run in a fixed order and nothing is fused, so that every CPU gives the same
// bits. Pointers of different arguments never overlap.

/// The straight line that a gain follows: at sample `i` it is
/// `from + (to - from) * ((offset + (first + i) * step) / length)`.
typedef struct {
  double from, to;
  double offset, step, length;
  int64_t first;
} mr_gain_ramp;

/// Multiplies `gains[i]` by the ramp's value at sample `i`.
void mr_samples_multiply_ramp(double *gains, ptrdiff_t count, mr_gain_ramp ramp);

/// Multiplies `gains[i]` by `factor`.
void mr_samples_multiply(double *gains, ptrdiff_t count, double factor);

/// `sums[i] += samples[i] * gains[i]`.
void mr_samples_add(double *sums, const float *samples, const double *gains, ptrdiff_t count);

/// Writes `sums[i] * gains[i]`, rounded to float, and returns the greatest magnitude written.
float mr_samples_finish(
    float *out, const double *sums, const double *gains, ptrdiff_t count);

/// Replaces NaN and infinities by zero and limits the rest to ±`limit`.
void mr_samples_sanitize(float *samples, ptrdiff_t count, float limit);

/// A walk through a source in exact steps of `whole + rest / unit` samples per output sample.
typedef struct {
  int64_t index;  ///< the sample at or before the position, counted from the window's first
  uint64_t part;  ///< how far behind it the position lies, in units of 1/`unit`
  int64_t whole;
  uint64_t rest, unit;
} mr_sample_walk;

/// Interpolation weights: `phases + 1` rows of `taps` (a multiple of 8) for positions 0, 1/`phases` … 1
/// behind a sample; tap `j` belongs to the sample `j - taps / 2 + 1` places further on.
typedef struct {
  const float *weights;
  ptrdiff_t taps, phases;
} mr_sinc_table;

/// Writes `count` samples of `window` read along `walk`; the window must hold all that is touched.
void mr_samples_interpolate(
    float *out, ptrdiff_t count, const float *window, mr_sample_walk walk, mr_sinc_table table);
