// SPDX-License-Identifier: MIT
//
// Few colours (at most 255) are kept exactly. More are gathered in a histogram of 32 levels a
// component, cut by median cut at the axis of largest variance, and refined by k-means; the picture is
// then drawn with an 8x8 ordered dither, whose pattern stands still and so neither crawls nor spoils
// the coder's matches from frame to frame. A palette is kept for the next picture as long as it serves
// it nearly as well as its own would, so that colours do not flicker.
#include "moonreel_pack.h"

#include <stdlib.h>
#include <string.h>

enum { COLORS = 255, TRANSPARENT = 255, BINS = 1 << 15, LOOKUPS = 1 << 18, OPAQUE = 128 };

typedef struct {
  double count, r, g, b;
} bin;

typedef struct {
  int first, count;
  double weight, spread;
  int axis;
} box;

typedef struct {
  float r, g, b;
} color;

struct mr_palette {
  int count, is_exact, amplitude;
  color colors[COLORS];
  int16_t lookup[LOOKUPS];
  bin bins[BINS];
  int used[BINS], used_count;
};

mr_palette *mr_palette_create(void) { return calloc(1, sizeof(mr_palette)); }
void mr_palette_free(mr_palette *palette) { free(palette); }

static inline float square(float x) { return x * x; }

static int nearest(const color *colors, int count, float r, float g, float b, float *distance) {
  int best = 0;
  float least = 1e30f;
  // The eye weighs green most and blue least.
  for (int i = 0; i < count; i++) {
    float d = 2 * square(colors[i].r - r) + 4 * square(colors[i].g - g) + square(colors[i].b - b);
    if (d < least) least = d, best = i;
  }
  if (distance) *distance = least;
  return best;
}

// MARK: Few colours

static uint32_t slot_of(const uint32_t *keys, uint32_t key) {
  uint32_t slot = (key * 2654435761u) >> 22;
  while (keys[slot] && keys[slot] != key) slot = (slot + 1) & 1023;
  return slot;
}

// Draws the picture with its own colours where they are few; returns 0 where they are not.
static int apply_exact(
    mr_palette *p, const uint8_t *rgba, ptrdiff_t stride, int width, int height,
    uint8_t *indices, ptrdiff_t index_stride) {
  uint32_t keys[1024] = {0};
  uint8_t values[1024];
  color found[COLORS];
  int count = 0;
  for (int y = 0; y < height; y++) {
    const uint8_t *row = rgba + y * stride;
    for (int x = 0; x < width; x++, row += 4) {
      if (row[3] < OPAQUE) {
        indices[y * index_stride + x] = TRANSPARENT;
        continue;
      }
      uint32_t key = 1u << 24 | (uint32_t)row[0] << 16 | (uint32_t)row[1] << 8 | row[2];
      uint32_t slot = slot_of(keys, key);
      if (!keys[slot]) {
        if (count == COLORS) return 0;
        keys[slot] = key;
        values[slot] = (uint8_t)count;
        found[count++] = (color){row[0], row[1], row[2]};
      }
      indices[y * index_stride + x] = values[slot];
    }
  }
  memcpy(p->colors, found, sizeof found);
  p->count = count;
  p->is_exact = 1;
  return 1;
}

// MARK: Many colours

static void gather(
    mr_palette *p, const uint8_t *rgba, ptrdiff_t stride, int width, int height) {
  memset(p->bins, 0, sizeof p->bins);
  p->used_count = 0;
  for (int y = 0; y < height; y++) {
    const uint8_t *row = rgba + y * stride;
    for (int x = 0; x < width; x++, row += 4) {
      if (row[3] < OPAQUE) continue;
      int index = (row[0] >> 3) << 10 | (row[1] >> 3) << 5 | row[2] >> 3;
      bin *b = &p->bins[index];
      if (b->count == 0) p->used[p->used_count++] = index;
      b->count++;
      b->r += row[0];
      b->g += row[1];
      b->b += row[2];
    }
  }
  for (int i = 0; i < p->used_count; i++) {
    bin *b = &p->bins[p->used[i]];
    b->r /= b->count;
    b->g /= b->count;
    b->b /= b->count;
  }
}

static double component(const bin *b, int axis) { return axis == 0 ? b->r : axis == 1 ? b->g : b->b; }

static void measure_box(const mr_palette *p, box *x) {
  double sum[3] = {0}, squares[3] = {0};
  x->weight = 0;
  for (int i = x->first; i < x->first + x->count; i++) {
    const bin *b = &p->bins[p->used[i]];
    x->weight += b->count;
    for (int a = 0; a < 3; a++) {
      double v = component(b, a);
      sum[a] += b->count * v;
      squares[a] += b->count * v * v;
    }
  }
  static const double weights[3] = {2, 4, 1};
  x->spread = -1;
  for (int a = 0; a < 3; a++) {
    double spread = weights[a] * (squares[a] - sum[a] * sum[a] / x->weight);
    if (spread > x->spread) x->spread = spread, x->axis = a;
  }
  if (x->count < 2) x->spread = -1;
}

typedef struct {
  double value, count;
  int index;
} sorted;

static int by_value(const void *a, const void *b) {
  const sorted *l = a, *r = b;
  if (l->value != r->value) return l->value < r->value ? -1 : 1;
  return l->index - r->index;
}

// Splits `x` at the weighted median of its widest axis; the upper part goes to `upper`.
static int split_box(mr_palette *p, box *x, box *upper) {
  sorted *list = malloc((size_t)x->count * sizeof *list);
  if (!list) return 0;
  for (int i = 0; i < x->count; i++) {
    int index = p->used[x->first + i];
    list[i] = (sorted){component(&p->bins[index], x->axis), p->bins[index].count, index};
  }
  qsort(list, (size_t)x->count, sizeof *list, by_value);
  double half = 0;
  int cut = 0;
  while (cut < x->count - 1 && (cut == 0 || half + list[cut].count <= x->weight / 2))
    half += list[cut++].count;
  for (int i = 0; i < x->count; i++) p->used[x->first + i] = list[i].index;
  free(list);
  *upper = (box){.first = x->first + cut, .count = x->count - cut};
  x->count = cut;
  measure_box(p, x);
  measure_box(p, upper);
  return 1;
}

static int cut_boxes(mr_palette *p, box *boxes) {
  int count = 1;
  boxes[0] = (box){.first = 0, .count = p->used_count};
  measure_box(p, &boxes[0]);
  while (count < COLORS) {
    int widest = 0;
    for (int i = 1; i < count; i++)
      if (boxes[i].spread > boxes[widest].spread) widest = i;
    if (boxes[widest].spread <= 0 || !split_box(p, &boxes[widest], &boxes[count])) break;
    count++;
  }
  return count;
}

// Moves each colour to the mean of the bins nearest to it; returns the mean error before.
static double refine(const mr_palette *p, color *colors, int count, int move) {
  double sums[COLORS][4] = {{0}}, error = 0, total = 0;
  for (int i = 0; i < p->used_count; i++) {
    const bin *b = &p->bins[p->used[i]];
    float distance;
    int n = nearest(colors, count, (float)b->r, (float)b->g, (float)b->b, &distance);
    error += b->count * distance;
    total += b->count;
    sums[n][0] += b->count * b->r;
    sums[n][1] += b->count * b->g;
    sums[n][2] += b->count * b->b;
    sums[n][3] += b->count;
  }
  for (int i = 0; move && i < count; i++)
    if (sums[i][3] > 0)
      colors[i] = (color){
          (float)(sums[i][0] / sums[i][3]), (float)(sums[i][1] / sums[i][3]),
          (float)(sums[i][2] / sums[i][3])};
  return total > 0 ? error / total : 0;
}

// Half the usual distance between neighbouring colours: what the dither has to bridge.
static int dither_amplitude(const color *colors, int count) {
  float sum = 0;
  for (int i = 0; i < count; i++) {
    float least = 1e30f;
    for (int j = 0; j < count; j++) {
      if (i == j) continue;
      float d = square(colors[i].r - colors[j].r) + square(colors[i].g - colors[j].g) +
                square(colors[i].b - colors[j].b);
      if (d < least) least = d;
    }
    float root = 0;
    while (root * root < least && root < 64) root++;
    sum += root;
  }
  int amplitude = count ? (int)(sum / (float)count) : 0;
  return amplitude > 32 ? 32 : amplitude;
}

static void choose_palette(mr_palette *p) {
  color fresh[COLORS];
  box boxes[COLORS];
  int count = cut_boxes(p, boxes);
  for (int i = 0; i < count; i++) {
    double r = 0, g = 0, b = 0;
    for (int j = boxes[i].first; j < boxes[i].first + boxes[i].count; j++) {
      const bin *x = &p->bins[p->used[j]];
      r += x->count * x->r, g += x->count * x->g, b += x->count * x->b;
    }
    double w = boxes[i].weight;
    fresh[i] = (color){(float)(r / w), (float)(g / w), (float)(b / w)};
  }
  for (int pass = 0; pass < 3; pass++) refine(p, fresh, count, 1);
  if (p->count > 0 && !p->is_exact) {
    double own = refine(p, fresh, count, 0), kept = refine(p, p->colors, p->count, 0);
    if (kept <= own * 1.3 + 1) return;
  }
  for (int i = 0; i < count; i++) {
    p->colors[i] = (color){
        (float)(int)(fresh[i].r + 0.5f), (float)(int)(fresh[i].g + 0.5f),
        (float)(int)(fresh[i].b + 0.5f)};
  }
  p->count = count;
  p->is_exact = 0;
  p->amplitude = dither_amplitude(p->colors, count);
  memset(p->lookup, 0xff, sizeof p->lookup);
}

// Bayer's matrix, by interleaving the bits of x^y and y: 0…63.
static int bayer(int x, int y) {
  int v = x ^ y, out = 0;
  for (int bit = 0; bit < 3; bit++)
    out |= ((v >> bit & 1) << 1 | (y >> bit & 1)) << (2 * (2 - bit));
  return out;
}

static inline int clamped(int v) { return v < 0 ? 0 : v > 255 ? 255 : v; }

static void draw(
    mr_palette *p, const uint8_t *rgba, ptrdiff_t stride, int width, int height,
    uint8_t *indices, ptrdiff_t index_stride) {
  int offsets[64];
  for (int i = 0; i < 64; i++)
    offsets[i] = (2 * bayer(i & 7, i >> 3) - 63) * p->amplitude / 128;
  for (int y = 0; y < height; y++) {
    const uint8_t *row = rgba + y * stride;
    for (int x = 0; x < width; x++, row += 4) {
      uint8_t *index = indices + y * index_stride + x;
      if (row[3] < OPAQUE) {
        *index = TRANSPARENT;
        continue;
      }
      int offset = offsets[(y & 7) << 3 | (x & 7)];
      int r = clamped(row[0] + offset), g = clamped(row[1] + offset), b = clamped(row[2] + offset);
      int16_t *entry = &p->lookup[(r >> 2) << 12 | (g >> 2) << 6 | b >> 2];
      if (*entry < 0) {
        float fr = (float)(r & ~3) + 1.5f, fg = (float)(g & ~3) + 1.5f, fb = (float)(b & ~3) + 1.5f;
        *entry = (int16_t)nearest(p->colors, p->count, fr, fg, fb, NULL);
      }
      *index = (uint8_t)*entry;
    }
  }
}

void mr_palette_apply(
    mr_palette *p, const uint8_t *rgba, ptrdiff_t rgba_stride, int width, int height,
    uint8_t *indices, ptrdiff_t index_stride, uint32_t *colors) {
  if (!apply_exact(p, rgba, rgba_stride, width, height, indices, index_stride)) {
    gather(p, rgba, rgba_stride, width, height);
    choose_palette(p);
    draw(p, rgba, rgba_stride, width, height, indices, index_stride);
  }
  for (int i = 0; i < 256; i++) {
    int is_color = i < p->count;
    uint32_t r = is_color ? (uint32_t)p->colors[i].r : 0, g = is_color ? (uint32_t)p->colors[i].g : 0;
    uint32_t b = is_color ? (uint32_t)p->colors[i].b : 0;
    colors[i] = (i == TRANSPARENT ? 0 : 0xff000000u) | r << 16 | g << 8 | b;
  }
}
