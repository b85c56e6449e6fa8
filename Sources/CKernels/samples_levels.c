// SPDX-License-Identifier: MIT
// Levels of samples: true peaks, and the gains that keep them below a limit. Plain loops, which compilers vectorise.
#include "moonreel_levels.h"

#pragma clang fp contract(off)

/// Samples that are interpolated side by side.
#define LANES 16

static float magnitude(float value) { return value < 0 ? -value : value; }

/// Raises `LANES` peaks by what lies at and between the samples from `x[taps / 2 - 1]` on.
static void raise_lanes(float *peaks, const float *x, mr_quarter_table table) {
  float sums[3][LANES] = {{0}};
  for (ptrdiff_t j = 0; j < table.taps; j++) {
    float first = table.weights[j];
    float second = table.weights[table.taps + j];
    float third = table.weights[2 * table.taps + j];
    for (int lane = 0; lane < LANES; lane++) {
      sums[0][lane] += first * x[j + lane];
      sums[1][lane] += second * x[j + lane];
      sums[2][lane] += third * x[j + lane];
    }
  }
  const float *here = x + table.taps / 2 - 1;
  for (int lane = 0; lane < LANES; lane++) {
    float a = magnitude(here[lane]), b = magnitude(sums[0][lane]);
    float c = magnitude(sums[1][lane]), d = magnitude(sums[2][lane]);
    float ab = a > b ? a : b, cd = c > d ? c : d;
    float most = ab > cd ? ab : cd;
    peaks[lane] = most > peaks[lane] ? most : peaks[lane];
  }
}

void mr_levels_true_peaks(
    float *peaks, const float *samples, ptrdiff_t count, mr_quarter_table table) {
  ptrdiff_t i = 0;
  for (; i + LANES <= count; i += LANES) raise_lanes(peaks + i, samples + i, table);
  if (i == count) return;
  // The rest goes through the same loop, so that its sums run in the same order.
  float last[LANES] = {0};
  float window[LANES + 128] = {0};
  ptrdiff_t left = count - i;
  for (ptrdiff_t k = 0; k < left + table.taps - 1; k++) window[k] = samples[i + k];
  for (ptrdiff_t k = 0; k < left; k++) last[k] = peaks[i + k];
  raise_lanes(last, window, table);
  for (ptrdiff_t k = 0; k < left; k++) peaks[i + k] = last[k];
}

float mr_levels_greatest(const float *values, ptrdiff_t count) {
  float most = 0;
  for (ptrdiff_t i = 0; i < count; i++) most = values[i] > most ? values[i] : most;
  return most;
}

void mr_levels_needed_gains(
    int64_t *gains, const float *peaks, ptrdiff_t count, double gain, double limit) {
  for (ptrdiff_t i = 0; i < count; i++) {
    double peak = (double)(peaks[i] > peaks[i + 1] ? peaks[i] : peaks[i + 1]) * gain;
    gains[i] = peak > limit ? (int64_t)(limit / peak * MR_UNITY_GAIN) : MR_UNITY_GAIN;
  }
}

void mr_levels_release(int64_t *gains, ptrdiff_t count, int64_t before, int64_t step) {
  for (ptrdiff_t i = 0; i < count; i++) {
    int64_t most = before > MR_UNITY_GAIN - step ? MR_UNITY_GAIN : before + step;
    before = gains[i] < most ? gains[i] : most;
    gains[i] = before;
  }
}

void mr_levels_least(int64_t *gains, ptrdiff_t count, ptrdiff_t span) {
  // The least of `width` values from each on, twice as many with every round; reading runs ahead of writing.
  ptrdiff_t width = 1, length = count + span - 1;
  while (width < span) {
    ptrdiff_t step = width < span - width ? width : span - width;
    length -= step;
    for (ptrdiff_t i = 0; i < length; i++) {
      int64_t other = gains[i + step];
      gains[i] = other < gains[i] ? other : gains[i];
    }
    width += step;
  }
}

void mr_levels_box(int64_t *sums, const int64_t *values, ptrdiff_t count, ptrdiff_t span) {
  if (count == 0) return;
  int64_t sum = 0;
  for (ptrdiff_t k = 0; k < span; k++) sum += values[k];
  sums[0] = sum;
  for (ptrdiff_t i = 1; i < count; i++) {
    sum += values[i + span - 1] - values[i - 1];
    sums[i] = sum;
  }
}

void mr_levels_apply(
    float *out, const float *samples, ptrdiff_t count, double gain, const int64_t *sums,
    double unity) {
  for (ptrdiff_t i = 0; i < count; i++) {
    out[i] = (float)((double)samples[i] * gain * ((double)sums[i] / unity));
  }
}

void mr_levels_scale(float *out, const float *samples, ptrdiff_t count, double gain) {
  for (ptrdiff_t i = 0; i < count; i++) out[i] = (float)((double)samples[i] * gain);
}

void mr_levels_interleave(float *out, const float *plane, ptrdiff_t count, ptrdiff_t stride) {
  for (ptrdiff_t i = 0; i < count; i++) out[i * stride] = plane[i];
}

float mr_levels_greatest_magnitude(const float *samples, ptrdiff_t count) {
  float most = 0;
  for (ptrdiff_t i = 0; i < count; i++) {
    float value = magnitude(samples[i]);
    most = value > most ? value : most;
  }
  return most;
}

double mr_levels_energy(const float *samples, ptrdiff_t count) {
  double sum = 0;
  for (ptrdiff_t i = 0; i < count; i++) sum += (double)samples[i] * samples[i];
  return sum;
}

void mr_levels_window(
    double *re, double *im, const float *a, const float *b, const double *window,
    ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i++) re[i] = a[i] * window[i];
  for (ptrdiff_t i = 0; i < count; i++) im[i] = b ? b[i] * window[i] : 0;
}

void mr_levels_powers(double *powers, const double *re, const double *im, ptrdiff_t size) {
  powers[0] += re[0] * re[0] + im[0] * im[0];
  for (ptrdiff_t k = 1; k <= size / 2; k++) {
    ptrdiff_t other = size - k;
    // The two halves together hold each plane twice.
    powers[k] +=
        (re[k] * re[k] + im[k] * im[k] + re[other] * re[other] + im[other] * im[other]) / 2;
  }
}

void mr_levels_bands(
    double *sums, const double *powers, const double *edges, ptrdiff_t bands) {
  for (ptrdiff_t band = 0; band < bands; band++) {
    double low = edges[band], high = edges[band + 1], sum = 0;
    for (ptrdiff_t k = (ptrdiff_t)(low + 0.5); k - 0.5 < high; k++) {
      double from = k - 0.5 > low ? k - 0.5 : low, to = k + 0.5 < high ? k + 0.5 : high;
      sum += (to - from) * powers[k];
    }
    sums[band] = sum;
  }
}
