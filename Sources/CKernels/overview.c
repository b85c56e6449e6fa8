// SPDX-License-Identifier: MIT
// Sound to be looked at. Plain loops, which compilers vectorise.
#include "moonreel_overview.h"

#pragma clang fp contract(off)

void mr_overview_extent(float *low, float *high, const float *samples, ptrdiff_t count) {
  float least = samples[0], most = samples[0];
  for (ptrdiff_t i = 1; i < count; i++) {
    least = samples[i] < least ? samples[i] : least;
    most = samples[i] > most ? samples[i] : most;
  }
  *low = least;
  *high = most;
}

static double between(const double *powers, double place) {
  ptrdiff_t k = (ptrdiff_t)place;
  return powers[k] + (powers[k + 1] - powers[k]) * (place - (double)k);
}

void mr_overview_bands(uint8_t *bytes, const double *powers, const double *edges, ptrdiff_t bands,
                       const double *thresholds) {
  for (ptrdiff_t band = 0; band < bands; band++) {
    double low = edges[band], high = edges[band + 1];
    double most = between(powers, (low + high) / 2);
    for (ptrdiff_t k = (ptrdiff_t)low + 1; (double)k < high; k++)
      most = powers[k] > most ? powers[k] : most;
    int byte = 0;
    for (int step = 128; step > 0; step /= 2)
      if (most >= thresholds[byte + step]) byte += step;
    bytes[band] = (uint8_t)byte;
  }
}

static float coverage(const mr_spans *spans, ptrdiff_t x, float y) {
  float top = spans->top[x] > y ? spans->top[x] : y;
  float bottom = spans->bottom[x] < y + 1 ? spans->bottom[x] : y + 1;
  float covered = bottom > top ? bottom - top : 0;
  return covered * spans->weight[x];
}

void mr_overview_paint(uint32_t *pixels, ptrdiff_t stride, ptrdiff_t columns, ptrdiff_t rows,
                       const mr_spans *spans, const mr_spans *more, const uint32_t *colors) {
  for (ptrdiff_t row = 0; row < rows; row++) {
    uint32_t *out = pixels + row * stride;
    for (ptrdiff_t x = 0; x < columns; x++) {
      float covered = coverage(spans, x, (float)row);
      if (more) covered += coverage(more, x, (float)row);
      covered = covered < 1 ? covered : 1;
      out[x] = colors[(int)(covered * 256 + 0.5f)];
    }
  }
}

void mr_overview_heat(uint32_t *pixels, ptrdiff_t columns, const float *a, const float *b, float t,
                      const uint32_t *colors) {
  for (ptrdiff_t x = 0; x < columns; x++) {
    float value = a[x] + (b[x] - a[x]) * t;
    int byte = (int)(value + 0.5f);
    byte = byte < 0 ? 0 : byte > 255 ? 255 : byte;
    pixels[x] = colors[byte];
  }
}
