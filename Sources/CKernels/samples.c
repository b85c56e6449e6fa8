// SPDX-License-Identifier: MIT
// Mixing and interpolation of samples: plain loops over planes, which compilers vectorise by themselves.
#include "moonreel_samples.h"

#pragma clang fp contract(off)

void mr_samples_multiply_ramp(double *gains, ptrdiff_t count, mr_gain_ramp ramp) {
  double rise = ramp.to - ramp.from;
  for (ptrdiff_t i = 0; i < count; i++) {
    double place = ramp.offset + (double)(ramp.first + i) * ramp.step;
    gains[i] *= ramp.from + rise * (place / ramp.length);
  }
}

void mr_samples_multiply(double *gains, ptrdiff_t count, double factor) {
  for (ptrdiff_t i = 0; i < count; i++) gains[i] *= factor;
}

void mr_samples_add(
    double *restrict sums, const float *restrict samples, const double *restrict gains,
    ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i++) sums[i] += (double)samples[i] * gains[i];
}

float mr_samples_finish(
    float *restrict out, const double *restrict sums, const double *restrict gains,
    ptrdiff_t count) {
  float peak = 0;
  for (ptrdiff_t i = 0; i < count; i++) {
    float value = (float)(sums[i] * gains[i]);
    float magnitude = value < 0 ? -value : value;
    peak = magnitude > peak ? magnitude : peak;
    out[i] = value;
  }
  return peak;
}

void mr_samples_sanitize(float *samples, ptrdiff_t count, float limit) {
  for (ptrdiff_t i = 0; i < count; i++) {
    float value = samples[i];
    value = value - value == 0 ? value : 0;  // NaN and infinities differ from themselves by NaN
    value = value > limit ? limit : value;
    samples[i] = value < -limit ? -limit : value;
  }
}

/// The weighted sum of `taps` samples, the weights between two rows; eight partial sums, added pairwise.
static float weighted_sum(
    const float *x, const float *row, const float *next, float blend, ptrdiff_t taps) {
  float lanes[8] = {0};
  for (ptrdiff_t j = 0; j < taps; j += 8) {
    for (int lane = 0; lane < 8; lane++) {
      float weight = row[j + lane] + blend * (next[j + lane] - row[j + lane]);
      lanes[lane] += weight * x[j + lane];
    }
  }
  return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6]))
      + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
}

void mr_samples_interpolate(
    float *restrict out, ptrdiff_t count, const float *restrict window, mr_sample_walk walk,
    mr_sinc_table table) {
  for (ptrdiff_t i = 0; i < count; i++) {
    double place = (double)walk.part / (double)walk.unit * (double)table.phases;
    ptrdiff_t phase = (ptrdiff_t)place;
    if (phase >= table.phases) phase = table.phases - 1;
    const float *row = table.weights + phase * table.taps;
    const float *first = window + walk.index - table.taps / 2 + 1;
    out[i] = weighted_sum(first, row, row + table.taps, (float)(place - (double)phase), table.taps);
    walk.index += walk.whole;
    walk.part += walk.rest;
    if (walk.part >= walk.unit) {
      walk.part -= walk.unit;
      walk.index += 1;
    }
  }
}
