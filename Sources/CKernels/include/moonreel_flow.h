// SPDX-License-Identifier: MIT
//
// What moves between two pictures, seen from a moment between them, and the picture of that moment.
#pragma once
#include "moonreel_motion.h"

/// Pixels between two ways of a flow.
#define MR_FLOW_STEP 4
/// The most ways in a row of a flow.
#define MR_FLOW_MOST 1024

/// How far something moves from the first picture to the second, in 128ths of a pixel.
typedef struct mr_way {
  int32_t x, y;
} mr_way;

/// The ways of what is seen at a moment between two pictures, one for each square of 4 by 4 pixels, and how badly the pictures
/// agree on each: the sum over a patch of 8 by 8 of differences in quarters of a step of luma.
typedef struct mr_flow {
  mr_way *ways;
  int32_t *costs;
  int32_t columns, rows;
} mr_flow;

/// Two pictures of luma of one size, and how far the moment is from the first to the second, in 256ths (1…255).
typedef struct mr_moment {
  mr_luma first, second;
  int32_t share;
} mr_moment;

/// One component of two planes of one size, and of the plane that is drawn; strides and steps in bytes.
typedef struct mr_between {
  uint8_t *out;
  const uint8_t *first, *second;
  ptrdiff_t outStride, firstStride, secondStride, step;
  int32_t width, height;
  /// Bytes of a sample (1 or 2), and how many bits below its value have no meaning.
  int32_t bytes, shift;
  /// How many samples lie between two ways, across and down.
  int32_t cellX, cellY;
} mr_between;

/// Finds the ways that make what both pictures show at the moment most alike, from those that are in `flow`: those of neighbours
/// are tried, and the best is brought nearer by steps (Gauss and Newton).
void mr_flow_find(const mr_flow *flow, const mr_moment *moment);

/// Writes ways of which none stands out: the mean of nine neighbours, of which those count most that lie near to their median and
/// are well agreed on.
void mr_flow_smooth(mr_way *out, const mr_flow *flow);

/// Writes the ways of pictures twice as large.
void mr_flow_widen(const mr_flow *flow, const mr_flow *from);

/// Draws the moment: each sample is the mean of where its way begins in the first and ends in the second, by the share.
void mr_flow_draw(const mr_between *planes, const mr_flow *flow, int32_t share);
