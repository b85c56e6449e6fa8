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

// The rows from `top` to `bottom` are touched by a column at least; all columns cover those from `fullTop` to `fullBottom`.
typedef struct {
  float top, bottom, fullTop, fullBottom;
} mr_reach;

static mr_reach reach(const mr_spans *spans, ptrdiff_t first, ptrdiff_t count) {
  mr_reach all = {spans->top[first], spans->bottom[first], spans->top[first], spans->bottom[first]};
  for (ptrdiff_t x = first; x < first + count; x++) {
    float top = spans->top[x], bottom = spans->weight[x] < 1 ? top : spans->bottom[x];
    all.top = top < all.top ? top : all.top;
    all.bottom = spans->bottom[x] > all.bottom ? spans->bottom[x] : all.bottom;
    all.fullTop = top > all.fullTop ? top : all.fullTop;
    all.fullBottom = bottom < all.fullBottom ? bottom : all.fullBottom;
  }
  return all;
}

static int touches(mr_reach all, float y) { return y + 1 > all.top && y < all.bottom; }
static int fills(mr_reach all, float y) { return y >= all.fullTop && y + 1 <= all.fullBottom; }

// Most of a picture is covered whole or not at all: such rows of a few columns are written at once.
void mr_overview_paint(uint32_t *pixels, ptrdiff_t stride, ptrdiff_t columns, ptrdiff_t rows,
                       const mr_spans *spans, const mr_spans *more, const uint32_t *colors) {
  enum { BLOCK = 32 };
  for (ptrdiff_t first = 0; first < columns; first += BLOCK) {
    const ptrdiff_t left = columns - first, count = left < BLOCK ? left : BLOCK;
    const mr_reach one = reach(spans, first, count);
    const mr_reach other = more ? reach(more, first, count) : one;
    for (ptrdiff_t row = 0; row < rows; row++) {
      const float y = (float)row;
      uint32_t *out = pixels + row * stride + first;
      const int isFull = fills(one, y) || fills(other, y);
      if (isFull || !(touches(one, y) || touches(other, y))) {
        const uint32_t color = colors[isFull ? 256 : 0];
        for (ptrdiff_t i = 0; i < count; i++) out[i] = color;
        continue;
      }
      for (ptrdiff_t i = 0; i < count; i++) {
        float covered = coverage(spans, first + i, y);
        if (more) covered += coverage(more, first + i, y);
        covered = covered < 1 ? covered : 1;
        out[i] = colors[(int)(covered * 256 + 0.5f)];
      }
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
