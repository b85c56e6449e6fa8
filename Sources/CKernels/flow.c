// SPDX-License-Identifier: MIT
// What moves between two pictures. Plain loops over whole numbers; only steps are computed in doubles.
#include "moonreel_flow.h"
#include <math.h>
#include <stdlib.h>

#pragma clang fp contract(off)

enum {
  STEP = MR_FLOW_STEP,
  SIDE = 2 * STEP,  // of a patch
  ROOM = SIDE + 2,  // with its neighbours
  AREA = SIDE * SIDE,
};

static int32_t clamped(int32_t value, int32_t least, int32_t most) {
  return value < least ? least : value > most ? most : value;
}

// Samples times 4 from (x, y) on, which are 128ths of a pixel; what lies outside is held.
static void sample_room(int16_t *out, const mr_luma *from, int32_t x, int32_t y) {
  const int32_t left = x >> 7, top = y >> 7, fx = x & 127, fy = y & 127;
  int16_t rows[ROOM + 1][ROOM];
  if (left >= 0 && top >= 0 && left + ROOM < from->width && top + ROOM < from->height) {
    for (int32_t row = 0; row <= ROOM; row++) {
      const uint8_t *at = from->samples + (top + row) * from->stride + left;
      for (int32_t i = 0; i < ROOM; i++)
        rows[row][i] = (int16_t)(at[i] * (128 - fx) + at[i + 1] * fx);
    }
  } else {
    for (int32_t row = 0; row <= ROOM; row++) {
      const uint8_t *at = from->samples + clamped(top + row, 0, from->height - 1) * from->stride;
      for (int32_t i = 0; i < ROOM; i++) {
        const int32_t here = clamped(left + i, 0, from->width - 1);
        const int32_t next = clamped(left + i + 1, 0, from->width - 1);
        rows[row][i] = (int16_t)(at[here] * (128 - fx) + at[next] * fx);
      }
    }
  }
  for (int32_t row = 0; row < ROOM; row++)
    for (int32_t i = 0; i < ROOM; i++)
      out[row * ROOM + i] =
        (int16_t)((rows[row][i] * (128 - fy) + rows[row + 1][i] * fy + 2048) >> 12);
}

// Two patches on either side of a moment.
typedef struct {
  int16_t first[ROOM * ROOM], second[ROOM * ROOM];
} mr_pair;

static void sample_pair(mr_pair *pair, const mr_moment *of, int32_t x, int32_t y,
                        mr_way way) {
  const int32_t back = of->share, on = 256 - of->share;
  const int32_t px = (x - 1) * 128, py = (y - 1) * 128;
  sample_room(pair->first, &of->first, px - ((way.x * back) >> 8), py - ((way.y * back) >> 8));
  sample_room(pair->second, &of->second, px + ((way.x * on) >> 8), py + ((way.y * on) >> 8));
}

// How much the two differ; half of what they differ in brightness does not count.
static int32_t difference(const mr_pair *pair) {
  int32_t sum = 0, all = 0;
  int16_t more[AREA];
  for (int32_t row = 0; row < SIDE; row++) {
    const int16_t *a = pair->first + (row + 1) * ROOM + 1, *b = pair->second + (row + 1) * ROOM + 1;
    for (int32_t i = 0; i < SIDE; i++) {
      more[row * SIDE + i] = (int16_t)(b[i] - a[i]);
      sum += b[i] - a[i];
    }
  }
  const int16_t mean = (int16_t)(sum / AREA / 2);
  for (int32_t i = 0; i < AREA; i++) all += abs(more[i] - mean);
  return all;
}

// One step towards where the two are alike.
static mr_way next_way(const mr_pair *pair, mr_way way, int32_t share) {
  int32_t xx = 0, xy = 0, yy = 0, bx = 0, by = 0;
  int16_t mixed[ROOM * ROOM];
  for (int32_t i = 0; i < ROOM * ROOM; i++)
    mixed[i] = (int16_t)((pair->first[i] * share + pair->second[i] * (256 - share)) >> 8);
  for (int32_t row = 1; row <= SIDE; row++) {
    const int16_t *at = mixed + row * ROOM, *above = at - ROOM, *below = at + ROOM;
    const int16_t *a = pair->first + row * ROOM, *b = pair->second + row * ROOM;
    for (int32_t i = 1; i <= SIDE; i++) {
      const int16_t gx = (int16_t)(at[i + 1] - at[i - 1]), gy = (int16_t)(below[i] - above[i]);
      const int16_t more = (int16_t)(b[i] - a[i]);
      xx += gx * gx, xy += gx * gy, yy += gy * gy;
      bx += gx * more, by += gy * more;
    }
  }
  // Steps stay short where there is little to see.
  const double damp = AREA * 2048.0;
  const double dxx = xx + damp, dyy = yy + damp, dxy = xy;
  const double whole = dxx * dyy - dxy * dxy;
  const double scale = -2 * 128 / whole;
  way.x += (int32_t)floor((dyy * bx - dxy * by) * scale + 0.5);
  way.y += (int32_t)floor((dxx * by - dxy * bx) * scale + 0.5);
  return way;
}

static int32_t cost(const mr_moment *of, int32_t x, int32_t y, mr_way way,
                    mr_pair *pair) {
  sample_pair(pair, of, x, y, way);
  return difference(pair);
}

static int is_far(mr_way a, mr_way b) {
  return abs(a.x - b.x) > SIDE * 128 || abs(a.y - b.y) > SIDE * 128;
}

// The best of `way` and of others that are clearly better, brought nearer.
static mr_way better(const mr_moment *of, int32_t x, int32_t y, mr_way way, const mr_way *others,
                     int32_t count, int32_t *least) {
  enum { ROUNDS = 6 };
  mr_pair pair, trial;
  int32_t best = cost(of, x, y, way, &pair);
  for (int32_t i = 0; i < count; i++) {
    if (abs(others[i].x - way.x) + abs(others[i].y - way.y) < 16) continue;
    const int32_t found = cost(of, x, y, others[i], &trial);
    if (found < best - best / 8 - AREA / 2) best = found, way = others[i], pair = trial;
  }
  const mr_way start = way;
  for (int32_t round = 0; round < ROUNDS && best > AREA / 2; round++) {
    const mr_way next = next_way(&pair, way, of->share);
    if (is_far(next, start)) break;
    const int32_t found = cost(of, x, y, next, &trial);
    if (found >= best) break;
    const int stands = abs(next.x - way.x) + abs(next.y - way.y) < 4;
    best = found, way = next, pair = trial;
    if (stands) break;
  }
  *least = best;
  return way;
}

void mr_flow_find(const mr_flow *flow, const mr_moment *of) {
  for (int32_t pass = 0; pass < 2; pass++) {
    const int32_t on = pass ? -1 : 1;
    for (int32_t n = 0; n < flow->rows; n++) {
      const int32_t row = pass ? flow->rows - 1 - n : n;
      for (int32_t m = 0; m < flow->columns; m++) {
        const int32_t column = pass ? flow->columns - 1 - m : m;
        const int32_t at = row * flow->columns + column;
        mr_way others[4];
        int32_t count = 0;
        if (m > 0) others[count++] = flow->ways[at - on];
        if (n > 0) others[count++] = flow->ways[at - on * flow->columns];
        const int32_t x = column * STEP + STEP / 2 - STEP, y = row * STEP + STEP / 2 - STEP;
        flow->ways[at] = better(of, x, y, flow->ways[at], others, count, &flow->costs[at]);
      }
    }
  }
}

static int32_t middle_of_nine(int32_t *values) {
  for (int32_t i = 1; i < 9; i++)
    for (int32_t k = i; k > 0 && values[k - 1] > values[k]; k--) {
      const int32_t held = values[k];
      values[k] = values[k - 1], values[k - 1] = held;
    }
  return values[4];
}

static mr_way smooth_way(const mr_flow *flow, int32_t row, int32_t column) {
  mr_way ways[9];
  int32_t costs[9], x[9], y[9], count = 0;
  for (int32_t r = row - 1; r <= row + 1; r++)
    for (int32_t c = column - 1; c <= column + 1; c++) {
      const int32_t at =
        clamped(r, 0, flow->rows - 1) * flow->columns + clamped(c, 0, flow->columns - 1);
      ways[count] = flow->ways[at], costs[count] = flow->costs[at];
      x[count] = ways[count].x, y[count] = ways[count].y;
      count++;
    }
  const int32_t middleX = middle_of_nine(x), middleY = middle_of_nine(y);
  int64_t sumX = 0, sumY = 0, weights = 0;
  for (int32_t i = 0; i < 9; i++) {
    const int64_t off = (int64_t)abs(ways[i].x - middleX) + abs(ways[i].y - middleY);
    const int64_t weight = (1 << 20) / (64 + off * 2 + costs[i] / 2);
    sumX += weight * ways[i].x, sumY += weight * ways[i].y, weights += weight;
  }
  if (weights == 0) return (mr_way){middleX, middleY};
  return (mr_way){(int32_t)(sumX / weights), (int32_t)(sumY / weights)};
}

void mr_flow_smooth(mr_way *out, const mr_flow *flow) {
  for (int32_t row = 0; row < flow->rows; row++)
    for (int32_t column = 0; column < flow->columns; column++)
      out[row * flow->columns + column] = smooth_way(flow, row, column);
}

void mr_flow_widen(const mr_flow *flow, const mr_flow *from) {
  for (int32_t row = 0; row < flow->rows; row++)
    for (int32_t column = 0; column < flow->columns; column++) {
      const int32_t r = clamped(row / 2, 0, from->rows - 1);
      const int32_t c = clamped(column / 2, 0, from->columns - 1);
      const mr_way way = from->ways[r * from->columns + c];
      flow->ways[row * flow->columns + column] = (mr_way){way.x * 2, way.y * 2};
    }
}

// MARK: Drawing

static inline int32_t value_at(const uint8_t *at, int32_t bytes, int32_t shift) {
  if (bytes == 1) return *at;
  return (at[0] | at[1] << 8) >> shift;
}

// A value times 64, at 64ths of a sample; what lies outside is held.
static inline int32_t value_between(const mr_between *of, int32_t bytes, const uint8_t *plane,
                                    ptrdiff_t stride, int32_t x, int32_t y) {
  x = clamped(x, 0, (of->width - 1) * 64), y = clamped(y, 0, (of->height - 1) * 64);
  const int32_t left = x >> 6, top = y >> 6, fx = x & 63, fy = y & 63, shift = of->shift;
  const uint8_t *at = plane + top * stride + left * of->step;
  const ptrdiff_t right = left + 1 < of->width ? of->step : 0;
  const uint8_t *under = top + 1 < of->height ? at + stride : at;
  const int32_t high =
    value_at(at, bytes, shift) * (64 - fx) + value_at(at + right, bytes, shift) * fx;
  const int32_t low =
    value_at(under, bytes, shift) * (64 - fx) + value_at(under + right, bytes, shift) * fx;
  return (high * (64 - fy) + low * fy) >> 6;
}

// Between which two ways a sample lies, and how far from the first, in 256ths; a cell is 2^24 / `inverse` samples.
static inline int32_t place_of(int32_t sample, int32_t cell, int64_t inverse, int32_t count) {
  const int64_t place = ((sample * 2 + 1 - cell) * inverse) >> 17;
  return place < 0 ? 0 : place > (count - 1) * 256 ? (count - 1) * 256 : (int32_t)place;
}

// The ways along a row of samples, in 256ths of 128ths.
static void ways_of_row(int32_t *x, int32_t *y, const mr_flow *flow, int32_t place) {
  const int32_t row = place >> 8, part = place & 255;
  const mr_way *a = flow->ways + row * flow->columns;
  const mr_way *b = row + 1 < flow->rows ? a + flow->columns : a;
  for (int32_t i = 0; i < flow->columns; i++) {
    x[i] = a[i].x * (256 - part) + b[i].x * part;
    y[i] = a[i].y * (256 - part) + b[i].y * part;
  }
}

static inline int32_t mixed(const int32_t *values, int32_t index, int32_t next, int32_t part) {
  return (int32_t)(((int64_t)values[index] * (256 - part) + (int64_t)values[next] * part) >> 16);
}

static inline void draw(const mr_between *of, int32_t bytes, const mr_flow *flow, int32_t share) {
  int32_t waysX[MR_FLOW_MOST], waysY[MR_FLOW_MOST];
  const int32_t on = 256 - share;
  const int64_t inverseX = (1 << 24) / of->cellX, inverseY = (1 << 24) / of->cellY;
  for (int32_t y = 0; y < of->height; y++) {
    ways_of_row(waysX, waysY, flow, place_of(y, of->cellY, inverseY, flow->rows));
    for (int32_t x = 0; x < of->width; x++) {
      const int32_t place = place_of(x, of->cellX, inverseX, flow->columns);
      const int32_t index = place >> 8, next = index + 1 < flow->columns ? index + 1 : index;
      // From 128ths of the flow's pixels to 64ths of this plane's: a step of them is a cell.
      const int32_t wayX = mixed(waysX, index, next, place & 255) * of->cellX / (2 * STEP);
      const int32_t wayY = mixed(waysY, index, next, place & 255) * of->cellY / (2 * STEP);
      const int32_t backX = x * 64 - ((wayX * share) >> 8), backY = y * 64 - ((wayY * share) >> 8);
      const int32_t onX = x * 64 + ((wayX * on) >> 8), onY = y * 64 + ((wayY * on) >> 8);
      const int32_t a = value_between(of, bytes, of->first, of->firstStride, backX, backY);
      const int32_t b = value_between(of, bytes, of->second, of->secondStride, onX, onY);
      const int32_t value = (int32_t)(((int64_t)a * on + (int64_t)b * share + 8192) >> 14);
      uint8_t *out = of->out + y * of->outStride + x * of->step;
      out[0] = (uint8_t)(value << of->shift);
      if (bytes == 2) out[1] = (uint8_t)(value << of->shift >> 8);
    }
  }
}

void mr_flow_draw(const mr_between *planes, const mr_flow *flow, int32_t share) {
  if (planes->bytes == 1) {
    draw(planes, 1, flow, share);
  } else {
    draw(planes, 2, flow, share);
  }
}
