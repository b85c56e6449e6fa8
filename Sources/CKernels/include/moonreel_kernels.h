// SPDX-License-Identifier: MIT
//
// The pixel loops. A tile program is a list of steps; each step is one kernel applied to registers
// of up to MR_TILE_MAX floats, one a pixel of a stretch of one row. Kernels never allocate, keep no
// state and give the same bits at every CPU level: products and sums are rounded one by one,
// minimum and maximum are written as comparisons, NaN becomes 0 where floats become integers.
//
// A register read as a "scalar" holds one float that stands for the whole stretch. An output never
// shares memory with an input of the same step, and a vector may be written up to the next multiple of 128 lanes.
#pragma once
#include "moonreel_operations.h"
#include <stddef.h>
#include <stdint.h>

#define MR_TILE_MAX 1024
// Registers are longer than their tile: it may carry one more pixel on each side for chroma filters, and whole
// vectors are written.
#define MR_LANES_MORE 208
#define MR_LANES (MR_TILE_MAX + MR_LANES_MORE)

typedef struct mr_tile {
  float *const *registers;
  int64_t x, y;   // the pixel of the first lane
  int32_t count;  // lanes in use, 1…MR_LANES
  // For guarded and repeated steps: how many registers are vectors (the first ones), how many there are, and a table
  // as long, equal to the first where registers are scalars, for each depth of such steps in one another. None of it
  // is needed where there are no such steps.
  int32_t vectors, all;
  float **spare;
  // For MR_ROW: where the registers' own memory lies, and the lane of it that the tile begins with.
  float *const *own;
  int32_t first;
  // When loops end, whether or not they are done, in nanoseconds of CLOCK_MONOTONIC; 0: never. What is computed is of no
  // use then.
  int64_t deadline;
} mr_tile;

typedef enum mr_kind {
  MR_PLAIN,
  // Writes a scalar: one lane.
  MR_SINGLE,
  // The steps that follow run only from the first to the last lane where in[0] is not 0 (of a scalar: not at all where
  // it is 0); elsewhere out[0]…out[outs − 1] become 0.
  MR_GUARD,
  // The steps that follow run again and again for 128 lanes, as long as in[0] is at least ½ in one of them (of a scalar:
  // for all lanes, while it is), but at most `limit` times; then for the next 128.
  MR_LOOP,
  // The steps that follow run only where in[0] is at least in[1], or, with a limit of 0, is not: on stretches that are at
  // least 128 lanes apart and begin at a multiple of 16; `scalar`: which of the two are scalars, as bits.
  MR_BRANCH,
} mr_kind;

typedef struct mr_step mr_step;
typedef void (*mr_kernel)(const mr_step *step, const mr_tile *tile);
struct mr_step {
  mr_kernel run;
  uint32_t out[4];
  uint32_t in[4];
  const void *data;  // the structure below that belongs to the operation, or NULL
  mr_kind kind;
  // Of a guard, a loop and a branch: how many of the steps that follow belong to it, and whether in[0] is a scalar.
  uint32_t span, scalar;
  uint32_t outs;   // of a guard
  uint32_t limit;  // of a loop: the most rounds; of a branch: 1 or 0
};

#define MR_NOWHERE UINT32_MAX
#define MR_LINK_END UINT32_MAX
// One of the operations that MR_CHAIN runs one after the other.
typedef struct mr_link {
  uint32_t op;     // MR_LINK_ID, or MR_LINK_END, which ends the chain
  uint32_t from;   // the register that x comes from, or MR_NOWHERE: x is the result of the link before
  uint32_t in[3];  // the registers of the other operands, in order
  uint32_t to;     // the register that the result is written to, or MR_NOWHERE
} mr_link;

// code → signal: (code − offset) · scale; then red = y + cr·redCr and so on.
typedef struct mr_yuv {
  float lumaOffset, chromaOffset, lumaScale;
  float redCr, greenCb, greenCr, blueCb;    // for MR_FROM_YUV, scales included
  float kr, kg, kb, cbScale, crScale;       // for MR_TO_YUV: cb = (b − y) · cbScale + chromaOffset
} mr_yuv;

// (base + y·stepY) + x·stepX in double precision, rounded once.
typedef struct mr_ramp {
  double base, stepX, stepY;
} mr_ramp;

// The product of the nearness to the edges of a rectangle, low and high one on either axis, each
// limited to 0…1: on an axis with both edges their sum less 1, without any 1.
typedef struct mr_box {
  mr_ramp edges[4];    // low and high along x, low and high along y
  int32_t present[4];  // which of them count
} mr_box;

// Squares of unit size in (u, v), averaged over a footprint of width × height.
typedef struct mr_checker {
  mr_ramp u, v;
  double width, height;
} mr_checker;

typedef struct mr_noise {
  int64_t offsetX, offsetY;  // noise pixel = pixel + offset
  uint32_t seed;
} mr_noise;

typedef struct mr_card {
  mr_ramp u, v;          // heights from the card's centre
  float aspect;          // width / height
  float sharpness;       // output pixels a height
  float phase;           // 0…1
  float handX, handY;    // direction of the hand
} mr_card;

// An edge of a polygon, in pixels; the polygon's outline goes from 0 to 1.
typedef struct mr_edge {
  double x0, y0, x1, y1;
} mr_edge;

typedef struct mr_path {
  const mr_edge *edges;
  int32_t count;
  int32_t evenOdd;  // 0: what is wound round at all is inside
  double feather;   // 0: the exact area; else pixels from nothing to all, across the outline
} mr_path;

// One component of a picture in memory.
typedef struct mr_plane {
  const void *base;
  int64_t stride;         // bytes from row to row
  int32_t width, height;  // samples; reads outside repeat the edge
  int32_t step;           // components from one sample to the next
  int32_t bytes;          // 1, 2, or 4 for float
  int32_t shift;          // bits below the value in a 16-bit word
  int32_t shiftX, shiftY; // log2 of luma per chroma, for MR_CHROMA (0…2), MR_MEAN (0, 1) and MR_HALVED (1; 0, 1)
  float sitedX, sitedY;   // MR_CHROMA, MR_HALVED: where chroma lies, in luma columns and rows from its first
  int64_t offsetX, offsetY;  // sample (luma sample for MR_CHROMA, MR_MEAN and MR_HALVED) = pixel + offset
} mr_plane;

// Positions in a plane, as 32.32 fixed point: u = u0 + x·ux + y·uy, sample k covers k…k+1.
typedef struct mr_gather {
  mr_plane plane;
  int64_t u0, ux, uy, v0, vx, vy;
  const float *weights;  // MR_TAPS: (MR_PHASES + 1) rows of `taps`
  int32_t taps;          // 4 or 6
  int32_t alike;         // 0…3: planes of the same shape that are read at the same positions
  const void *others[3]; // their first samples; they go to out[1]…
} mr_gather;
#define MR_PHASES 512

// Colours by place: component c of entry i is values[4 · i + c]; place = (value − low) · scale.
typedef struct mr_table {
  const float *values;
  int32_t size;  // entries along an axis, at least 2; a cube has size³, red fastest
  float low[3], scale[3];
} mr_table;

// One size of a picture of floats.
typedef struct mr_level {
  const float *base[4];
  int64_t stride;  // floats from row to row
  int32_t width, height;
} mr_level;

// A sample serves for up to this much of its own size before there are more, or smaller ones.
#define MR_SERVED 1.25f
#define MR_LEVELS 16
// Positions in a picture in perspective: u = (u0 + x·ux + y·uy) / w, v likewise, with w = w0 + x·wx +
// y·wy. Each level has half the size of the one before; reads outside repeat the edge.
typedef struct mr_project {
  double u0, ux, uy, v0, vx, vy, w0, wx, wy;
  double nearest;         // pixels with a w of this or less are 0
  double most;            // samples along the longer side of what a pixel covers, at most
  const float *weights;   // taps of 6: (MR_PHASES + 2) rows of them
  int32_t taps;           // on level 0: 1 (nearest), 2 (bilinear), 4 or 6
  int32_t planes;         // 3 or 4
  int32_t levelCount;
  mr_level levels[MR_LEVELS];
} mr_project;
// Planes of one shape read at positions in registers, linearly between four samples. Sample = position · (scaleX,
// scaleY) − (left, top), limited to 0…right and 0…bottom, which leave a sample to read on the right of, and below,
// every one but the last; NaN counts as 0. Planes have two columns and rows at least.
typedef struct mr_samples {
  mr_plane plane;         // the first one
  const void *others[3];  // the first samples of the others, NULL from the first that there is not
  float scaleX, scaleY, left, top, right, bottom;
} mr_samples;

// Where rounded samples go.
typedef struct mr_target {
  void *base;     // the first sample of the row
  int32_t step;   // components from one sample to the next
  int32_t bytes;  // 1, 2, or 4 for float
  int32_t shift;
  float offset;   // added to values first
  float limit;    // the largest code value
} mr_target;

typedef struct mr_kernels {
  const char *level;
  mr_kernel op[MR_OP_COUNT];
  // Adds the target's offset, rounds (half up) and saturates code values; floats pass as they are.
  void (*store)(const mr_target *target, const float *values, int32_t count);
  // Halves a row: rows[i] weighted by weights[i] first, then across, either co-sited (1 2 1)/4
  // around the even pixels or the mean of two. Rows are readable from −1 to 2·count.
  void (*halve)(float *out, const float *const *rows, const float *weights, int32_t rowCount,
                int32_t cosited, int32_t count);
  // Weighted sum of rows: out[i] = Σ rows[k][i] · weights[k], in order.
  void (*sum_rows)(float *out, const float *const *rows, const float *weights, int32_t rowCount,
                   int32_t count);
  // Symmetric sum: out[i] = rows[radius][i] · w[0] + Σ (rows[radius − k][i] + rows[radius + k][i])
  // · w[k], in order.
  void (*fold)(float *out, const float *const *rows, const float *weights, int32_t radius,
               int32_t count);
  // Halves the resolution by (1 4 6 4 1)/16: of five rows down to one, where there are five, and,
  // where `across`, of samples −2…2·count along the row.
  void (*reduce)(float *out, const float *const *rows, int32_t rowCount, int32_t across,
                 int32_t count);
  // Doubles the resolution by the same filter: a row on its sample from three, one between two from
  // two; where `across`, 2·count samples from samples −1…count.
  void (*expand)(float *out, const float *const *rows, int32_t rowCount, int32_t across,
                 int32_t count);
  // Resampling along a row: out[i] = Σ in[first[i] + k] · weights[k · count + i], in order; three
  // floats beyond the last tap must be readable.
  void (*resample)(float *out, const float *in, const int32_t *first, const float *weights,
                   int32_t taps, int32_t count);
  // The same of row y of a plane where every pixel has the same weights and first[i] = x + step · i: step 1
  // to 4, at most 64 taps.
  void (*resample_steady)(float *out, const mr_plane *plane, int64_t x, int64_t y, int32_t step,
                          const float *weights, int32_t taps, int32_t count);
  // A stretch of one row of a plane as floats; x and y in samples, repeated beyond the edges.
  void (*widen)(float *out, const mr_plane *plane, int64_t x, int64_t y, int32_t count);
  // The same of a plane of bytes side by side, as they are.
  void (*copy)(uint8_t *out, const mr_plane *plane, int64_t x, int64_t y, int32_t count);
} mr_kernels;

// Whether they were built with optimisation; without, they are twenty times slower.
int mr_kernels_are_optimized(void);

// The table of level `index` (baseline first), or NULL past the end or where this CPU cannot run
// it.
const mr_kernels *mr_kernels_level(int index);
// The best table for this CPU; MOONREEL_CPU=base|v3|v4 forces a lower one.
const mr_kernels *mr_kernels_best(void);

// Runs `count` steps one after the other.
void mr_run_steps(const mr_step *steps, size_t count, const mr_tile *tile);
// Fills in a step.
void mr_set_step(mr_step *step, mr_kernel run, const uint32_t *out, int outCount,
                 const uint32_t *in, int inCount, const void *data);

// Makes a step the guard of the `span` steps that follow it.
void mr_set_guard(mr_step *step, uint32_t span, uint32_t outs, uint32_t scalar);
// Makes a step the head of a loop over the `span` steps that follow it.
void mr_set_loop(mr_step *step, uint32_t span, uint32_t limit, uint32_t scalar);
// Makes a step the head of a branch of the `span` steps that follow it.
void mr_set_branch(mr_step *step, uint32_t span, uint32_t holds, uint32_t scalars);
// Makes a step write one lane alone.
void mr_set_single(mr_step *step);

// Makes this thread flush denormals; returns what to give back to mr_restore_floats.
uint64_t mr_flush_denormals(void);
void mr_restore_floats(uint64_t state);
// Makes this thread keep denormals; returns what to give back to mr_restore_floats.
uint64_t mr_keep_denormals(void);
