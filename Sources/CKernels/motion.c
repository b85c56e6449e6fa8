// SPDX-License-Identifier: MIT
// Motion between two pictures. Plain loops over whole numbers, which compilers vectorise.
#include "moonreel_motion.h"
#include <math.h>
#include <string.h>

#pragma clang fp contract(off)

enum { AREA = MR_PATCH * MR_PATCH };

// MARK: Making pictures of luma

static uint32_t sample(const uint8_t *at, const mr_component *from) {
  if (from->bytes == 1) return *at;
  if (from->bytes == 2) {
    uint16_t value;
    memcpy(&value, at, sizeof value);
    value >>= from->shift;
    return value > 255 ? 255 : value;
  }
  float value;
  memcpy(&value, at, sizeof value);
  return value > 0 ? value < 1 ? (uint32_t)(value * 255 + 0.5f) : 255 : 0;
}

// Adds `count` samples of a row to `sums`.
static void add_row(uint32_t *sums, const uint8_t *row, int32_t count, const mr_component *from) {
  if (from->bytes == 1 && from->step == 1) {
    for (int32_t i = 0; i < count; i++) sums[i] += row[i];
  } else if (from->bytes == 2 && from->step == 2) {
    for (int32_t i = 0; i < count; i++) sums[i] += sample(row + 2 * i, from);
  } else {
    for (int32_t i = 0; i < count; i++) sums[i] += sample(row + i * from->step, from);
  }
}

void mr_motion_shrink(uint8_t *out, ptrdiff_t stride, int32_t columns, int32_t rows,
                      const mr_component *from, int32_t factor) {
  enum { ROOM = 2048 };
  const int32_t chunk = ROOM / factor;
  const uint32_t area = (uint32_t)(factor * factor);
  for (int32_t y = 0; y < rows; y++) {
    const uint8_t *top = from->samples + y * factor * from->stride;
    for (int32_t first = 0; first < columns; first += chunk) {
      const int32_t count = columns - first < chunk ? columns - first : chunk;
      uint32_t sums[ROOM] = {0};
      for (int32_t row = 0; row < factor; row++) {
        const uint8_t *start = top + row * from->stride + (ptrdiff_t)first * factor * from->step;
        add_row(sums, start, count * factor, from);
      }
      for (int32_t x = 0; x < count; x++) {
        uint32_t sum = area / 2;
        for (int32_t i = 0; i < factor; i++) sum += sums[x * factor + i];
        out[y * stride + first + x] = (uint8_t)(sum / area);
      }
    }
  }
}

void mr_motion_halve(uint8_t *out, ptrdiff_t stride, const mr_luma *from) {
  for (int32_t y = 0; y < from->height / 2; y++) {
    const uint8_t *top = from->samples + 2 * y * from->stride, *low = top + from->stride;
    for (int32_t x = 0; x < from->width / 2; x++)
      out[y * stride + x] =
        (uint8_t)((top[2 * x] + top[2 * x + 1] + low[2 * x] + low[2 * x + 1] + 2) / 4);
  }
}

// MARK: Patches

// A patch: its samples times 32, its gradients over two pixels, and the covariance of these.
typedef struct {
  int16_t values[AREA], gx[AREA], gy[AREA];
  int32_t sumX, sumY;
  double xx, xy, yy;
} mr_patch;

static int has_neighbours(const mr_luma *from, int32_t x, int32_t y) {
  return x >= 1 && y >= 1 && x + MR_PATCH < from->width && y + MR_PATCH < from->height;
}

static void cut_patch(mr_patch *patch, const mr_luma *from, int32_t x, int32_t y) {
  int32_t sumX = 0, sumY = 0, xx = 0, xy = 0, yy = 0;
  for (int32_t row = 0; row < MR_PATCH; row++) {
    const uint8_t *at = from->samples + (y + row) * from->stride + x;
    const uint8_t *above = at - from->stride, *below = at + from->stride;
    int16_t *values = patch->values + row * MR_PATCH;
    int16_t *gx = patch->gx + row * MR_PATCH, *gy = patch->gy + row * MR_PATCH;
    for (int32_t i = 0; i < MR_PATCH; i++) {
      values[i] = (int16_t)(at[i] * 32);
      gx[i] = (int16_t)(at[i + 1] - at[i - 1]);
      gy[i] = (int16_t)(below[i] - above[i]);
    }
    for (int32_t i = 0; i < MR_PATCH; i++) {
      sumX += gx[i], sumY += gy[i];
      xx += gx[i] * gx[i], xy += gx[i] * gy[i], yy += gy[i] * gy[i];
    }
  }
  patch->sumX = sumX, patch->sumY = sumY;
  patch->xx = xx - (double)sumX * sumX / AREA;
  patch->xy = xy - (double)sumX * sumY / AREA;
  patch->yy = yy - (double)sumY * sumY / AREA;
}

// Samples between pixels, times 32: from (x, y) on, and `fx` and `fy` 128ths of a pixel further.
static void sample_patch(int16_t *out, const mr_luma *to, int32_t x, int32_t y, int32_t fx,
                         int32_t fy) {
  int16_t rows[MR_PATCH + 1][MR_PATCH];
  for (int32_t row = 0; row <= MR_PATCH; row++) {
    const uint8_t *at = to->samples + (y + row) * to->stride + x;
    for (int32_t i = 0; i < MR_PATCH; i++)
      rows[row][i] = (int16_t)(at[i] * (128 - fx) + at[i + 1] * fx);
  }
  for (int32_t row = 0; row < MR_PATCH; row++)
    for (int32_t i = 0; i < MR_PATCH; i++)
      out[row * MR_PATCH + i] =
        (int16_t)((rows[row][i] * (128 - fy) + rows[row + 1][i] * fy + 256) >> 9);
}

double mr_motion_texture(const mr_luma *from, int32_t x, int32_t y) {
  if (!has_neighbours(from, x, y)) return 0;
  mr_patch patch;
  cut_patch(&patch, from, x, y);
  double half = (patch.xx - patch.yy) / 2;
  double least = (patch.xx + patch.yy) / 2 - sqrt(half * half + patch.xy * patch.xy);
  return least > 0 ? least / AREA : 0;
}

// One step: how much further the patch lies than (x, y) in 128ths of a pixel.
static int next_step(const mr_patch *patch, const mr_luma *to, int64_t x, int64_t y, double *stepX,
                     double *stepY) {
  const int64_t left = x >> 7, top = y >> 7;
  if (left < 0 || top < 0 || left + MR_PATCH >= to->width || top + MR_PATCH >= to->height) return 0;
  int16_t found[AREA];
  sample_patch(found, to, (int32_t)left, (int32_t)top, (int32_t)(x & 127), (int32_t)(y & 127));
  int32_t sum = 0, sumX = 0, sumY = 0;
  for (int32_t i = 0; i < AREA; i++) {
    const int16_t more = (int16_t)(found[i] - patch->values[i]);
    sum += more;
    sumX += more * patch->gx[i];
    sumY += more * patch->gy[i];
  }
  const double bx = sumX - (double)sum * patch->sumX / AREA;
  const double by = sumY - (double)sum * patch->sumY / AREA;
  // Gradients are over two pixels, samples times 32.
  const double scale = -16 * (patch->xx * patch->yy - patch->xy * patch->xy);
  *stepX = (patch->yy * bx - patch->xy * by) / scale;
  *stepY = (patch->xx * by - patch->xy * bx) / scale;
  return 1;
}

int mr_motion_align(const mr_luma *from, const mr_luma *to, int32_t x, int32_t y, double *dx,
                    double *dy) {
  enum { ROUNDS = 12 };
  if (!has_neighbours(from, x, y)) return 0;
  mr_patch patch;
  cut_patch(&patch, from, x, y);
  if (!(patch.xx * patch.yy - patch.xy * patch.xy > AREA)) return 0;
  double awayX = *dx, awayY = *dy;
  for (int32_t round = 0; round < ROUNDS; round++) {
    const double far = fabs(awayX - *dx) > fabs(awayY - *dy) ? awayX - *dx : awayY - *dy;
    if (!(fabs(far) < MR_PATCH * 3 / 4)) return 0;
    const int64_t qx = (int64_t)floor((x + awayX) * 128 + 0.5);
    const int64_t qy = (int64_t)floor((y + awayY) * 128 + 0.5);
    double stepX, stepY;
    if (!next_step(&patch, to, qx, qy, &stepX, &stepY)) return 0;
    const double lastX = awayX, lastY = awayY;
    awayX = (double)qx / 128 - x + stepX, awayY = (double)qy / 128 - y + stepY;
    if (fabs(awayX - lastX) < 0.01 && fabs(awayY - lastY) < 0.01) break;
  }
  *dx = awayX, *dy = awayY;
  return 1;
}

// MARK: Whole pictures

static double difference(const mr_luma *from, const mr_luma *to, int32_t dx, int32_t dy) {
  const int32_t left = dx < 0 ? -dx : 0, right = from->width - (dx > 0 ? dx : 0);
  const int32_t top = dy < 0 ? -dy : 0, bottom = from->height - (dy > 0 ? dy : 0);
  if (left >= right || top >= bottom) return INFINITY;
  uint64_t all = 0;
  for (int32_t y = top; y < bottom; y++) {
    const uint8_t *a = from->samples + y * from->stride;
    const uint8_t *b = to->samples + (y + dy) * to->stride + dx;
    uint32_t sum = 0;
    for (int32_t x = left; x < right; x++)
      sum += (uint32_t)(a[x] > b[x] ? a[x] - b[x] : b[x] - a[x]);
    all += sum;
  }
  return (double)all / ((double)(right - left) * (bottom - top));
}

double mr_motion_search(const mr_luma *from, const mr_luma *to, int32_t reach, int32_t *dx,
                        int32_t *dy) {
  const double none = difference(from, to, 0, 0);
  double least = none;
  *dx = 0, *dy = 0;
  for (int32_t y = -reach; y <= reach; y++) {
    for (int32_t x = -reach; x <= reach; x++) {
      const double found = difference(from, to, x, y);
      if (found < least && found < none * 0.9) least = found, *dx = x, *dy = y;
    }
  }
  return least;
}
