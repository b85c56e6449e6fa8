// SPDX-License-Identifier: MIT
#include "moonreel_text.h"

#include <stdlib.h>
#include <string.h>

#pragma clang fp contract(off)

/// One line of `count` samples with `radius` zeros before and after, blurred into `out`.
static void blur_line(
    const float *padded, float *out, size_t count, const float *weights, size_t radius) {
  const float *middle = padded + radius;
  for (size_t i = 0; i < count; i++) out[i] = middle[i] * weights[0];
  for (size_t k = 1; k <= radius; k++) {
    const float *before = middle - k, *after = middle + k;
    for (size_t i = 0; i < count; i++) out[i] += (before[i] + after[i]) * weights[k];
  }
}

static uint8_t rounded(float value) {
  return value <= 0 ? 0 : value >= 255 ? 255 : (uint8_t)(value + 0.5f);
}

/// The rows of `plane`, width by height floats, blurred into it.
static void blur_rows(
    float *plane, float *padded, size_t width, size_t height, const float *weights, size_t radius) {
  for (size_t y = 0; y < height; y++) {
    memcpy(padded + radius, plane + y * width, width * sizeof *plane);
    blur_line(padded, plane + y * width, width, weights, radius);
  }
}

/// `from`, width by height, with rows and columns exchanged.
static void transpose(const float *from, float *to, size_t width, size_t height) {
  const size_t block = 32;
  for (size_t top = 0; top < height; top += block)
    for (size_t left = 0; left < width; left += block)
      for (size_t y = top; y < top + block && y < height; y++)
        for (size_t x = left; x < left + block && x < width; x++)
          to[x * height + y] = from[y * width + x];
}

bool mr_blur_alpha(
    uint8_t *base, size_t width, size_t height, size_t stride, const float *weights, size_t radius) {
  size_t longest = width > height ? width : height;
  float *plane = malloc(width * height * sizeof *plane);
  float *turned = malloc(width * height * sizeof *turned);
  float *padded = calloc(longest + 2 * radius, sizeof *padded);
  bool done = plane && turned && padded;
  if (done) {
    for (size_t y = 0; y < height; y++)
      for (size_t x = 0; x < width; x++) plane[y * width + x] = base[y * stride + x];
    blur_rows(plane, padded, width, height, weights, radius);
    transpose(plane, turned, width, height);
    memset(padded, 0, (longest + 2 * radius) * sizeof *padded);
    blur_rows(turned, padded, height, width, weights, radius);
    for (size_t x = 0; x < width; x++)
      for (size_t y = 0; y < height; y++) base[y * stride + x] = rounded(turned[x * height + y]);
  }
  free(plane);
  free(turned);
  free(padded);
  return done;
}
