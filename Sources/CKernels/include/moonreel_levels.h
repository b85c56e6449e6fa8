// SPDX-License-Identifier: MIT
#pragma once
#include <stddef.h>
#include <stdint.h>

// Loops that measure and limit levels. Every value follows from a window of its inputs alone, sums run in a fixed
// order and nothing is fused: so it is the same wherever a block begins and on every CPU.

/// Weights of an interpolation at 1/4, 2/4 and 3/4 of the way from one sample to the next: three rows of `taps` (even);
/// tap `j` belongs to the sample `j - taps / 2 + 1` places further on.
typedef struct {
  const float *weights;
  ptrdiff_t taps;
} mr_quarter_table;

/// Raises `peaks[i]` to the greatest magnitude at and after sample `i + taps / 2 - 1` of `samples`, before the next
/// one. `samples` holds `count + taps - 1` of them; at most 128 taps.
void mr_levels_true_peaks(
    float *peaks, const float *samples, ptrdiff_t count, mr_quarter_table table);

/// The greatest of `values`; 0 where there are none.
float mr_levels_greatest(const float *values, ptrdiff_t count);

/// The greatest magnitude of `samples`.
float mr_levels_greatest_magnitude(const float *samples, ptrdiff_t count);

/// A gain of 1 in fixed point.
#define MR_UNITY_GAIN ((int64_t)1 << 30)

/// `gains[i]`: how far `peaks[i]` and `peaks[i + 1]`, times `gain`, must be turned down to stay within `limit`. `peaks`
/// holds `count + 1` values.
void mr_levels_needed_gains(
    int64_t *gains, const float *peaks, ptrdiff_t count, double gain, double limit);

/// Lets `gains` rise by at most `step` from one to the next, the first from `before`.
void mr_levels_release(int64_t *gains, ptrdiff_t count, int64_t before, int64_t step);

/// Replaces `gains[i]` by the least of the `span` values from it on, for the first `count`; `gains` holds
/// `count + span - 1`. What follows the first `count` is undefined afterwards.
void mr_levels_least(int64_t *gains, ptrdiff_t count, ptrdiff_t span);

/// `sums[i]`: the sum of `span` values from `values[i]` on; `values` holds `count + span - 1`.
void mr_levels_box(int64_t *sums, const int64_t *values, ptrdiff_t count, ptrdiff_t span);

/// `out[i]`: `samples[i]` times `gain` times `sums[i] / unity`.
void mr_levels_apply(
    float *out, const float *samples, ptrdiff_t count, double gain, const int64_t *sums,
    double unity);

/// `out[i]`: `samples[i]` times `gain`.
void mr_levels_scale(float *out, const float *samples, ptrdiff_t count, double gain);

/// Writes a plane to every `stride`th of `out`.
void mr_levels_interleave(float *out, const float *plane, ptrdiff_t count, ptrdiff_t stride);

/// The sum of the squares of `samples`.
double mr_levels_energy(const float *samples, ptrdiff_t count);

/// Two planes times a window, as the real and the imaginary parts of `count` numbers; `b` may be NULL: zeros.
void mr_levels_window(
    double *re, double *im, const float *a, const float *b, const double *window,
    ptrdiff_t count);

/// Adds to `powers` the powers of the two planes whose transform of `size` numbers `re` and `im` is, one in the real parts of
/// what was transformed and one in the imaginary ones; size / 2 + 1 frequencies.
void mr_levels_powers(double *powers, const double *re, const double *im, ptrdiff_t size);

/// `sums[i]`: what `powers` have between `edges[i]` and `edges[i + 1]`, which count in their frequencies, rise, and lie within 0.5
/// and half a frequency below the last. Number k reaches from k - 1/2 to k + 1/2; of one that an edge cuts, each side gets its
/// share.
void mr_levels_bands(double *sums, const double *powers, const double *edges, ptrdiff_t bands);
