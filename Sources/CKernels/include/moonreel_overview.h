// SPDX-License-Identifier: MIT
//
// Sound to be looked at: what stretches of samples reach, spectra in bytes, and columns of pixels made of them.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// The least and the greatest of `count` samples, at least one.
void mr_overview_extent(float *low, float *high, const float *samples, ptrdiff_t count);

/// Each band's byte: how many of `thresholds` (256, rising, the first 0) its power reaches, less one. A band's power is the
/// greatest of the frequencies between `edges[b]` and `edges[b + 1]`, counted in frequencies and within them, and in straight
/// lines between neighbours where none lies between.
void mr_overview_bands(uint8_t *bytes, const double *powers, const double *edges, ptrdiff_t bands,
                       const double *thresholds);

/// Spans to be drawn: in column `x` the rows from `top[x]` to `bottom[x]`, in pixels and parts of them, as far as `weight[x]`
/// (0 … 1) covers the column; nothing where bottom is not greater.
typedef struct mr_spans {
  const float *top, *bottom, *weight;
} mr_spans;

/// Writes `rows` rows of `columns` pixels: `colors[0]` where nothing is covered, `colors[256]` where all is. `more` may be
/// NULL, or other spans that are drawn with them.
void mr_overview_paint(uint32_t *pixels, ptrdiff_t stride, ptrdiff_t columns, ptrdiff_t rows,
                       const mr_spans *spans, const mr_spans *more, const uint32_t *colors);

/// Writes one row of `columns` pixels from values between the rows `a` and `b`, each 0 … 255: the share `t` of the way from
/// `a`.
void mr_overview_heat(uint32_t *pixels, ptrdiff_t columns, const float *a, const float *b, float t,
                      const uint32_t *colors);
