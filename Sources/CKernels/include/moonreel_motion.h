// SPDX-License-Identifier: MIT
//
// Motion between two pictures, found in 8 bits of luma. Sums over pixels are whole numbers, so that the result is the same
// in whatever order a compiler adds them.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// A picture of luma, or a part of one: `width` by `height` samples, rows `stride` bytes apart.
typedef struct mr_luma {
  const uint8_t *samples;
  ptrdiff_t stride;
  int32_t width, height;
} mr_luma;

/// Where a component lies in a plane: `step` bytes from one sample to the next, each of `bytes` bytes (1, 2, or 4 for a float
/// from 0 to 1) of which the lowest `shift` bits are dropped to leave 8.
typedef struct mr_component {
  const uint8_t *samples;
  ptrdiff_t stride, step;
  int32_t bytes, shift;
} mr_component;

/// How many pixels a patch has on a side.
#define MR_PATCH 16

/// Writes the means of squares of `factor` (1…64) by `factor` samples: `columns` by `rows` of them.
void mr_motion_shrink(uint8_t *out, ptrdiff_t stride, int32_t columns, int32_t rows,
                      const mr_component *from, int32_t factor);

/// Writes the picture at half the size: `width / 2` by `height / 2` means of four.
void mr_motion_halve(uint8_t *out, ptrdiff_t stride, const mr_luma *from);

/// How much the patch whose upper left pixel is (x, y) says of where it lies: the smaller eigenvalue of the covariance of its
/// gradients, in squared steps of luma per two pixels; 0 where one of its neighbours lies outside.
double mr_motion_texture(const mr_luma *from, int32_t x, int32_t y);

/// Finds where the patch of `from` whose upper left pixel is (x, y) lies in `to`, by steps that make the two alike
/// (Lucas and Kanade 1981, with the patch's own gradients, as Baker and Matthews do 2004). Differences of brightness do not
/// count. `dx` and `dy` hold the way from here to there, at first a guess that is off by less than half a patch.
///
/// Returns whether it was found; `dx` and `dy` stay as they were where not.
int mr_motion_align(const mr_luma *from, const mr_luma *to, int32_t x, int32_t y, double *dx,
                    double *dy);

/// Finds the move by whole pixels, at most `reach` in each direction, under which two pictures of one size differ least where
/// they overlap, and returns that difference: the mean of all pixels', in steps of luma. A move has to be a tenth better than
/// none.
double mr_motion_search(const mr_luma *from, const mr_luma *to, int32_t reach, int32_t *dx,
                        int32_t *dy);
