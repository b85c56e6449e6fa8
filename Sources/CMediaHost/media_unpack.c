// SPDX-License-Identifier: MIT
#include "moonreel_unpack.h"

#include <libavutil/intreadwrite.h>
#include <string.h>

// Samples are unpacked in stretches of this many.
enum { STRETCH = 512 };

static void read_bits(uint32_t *restrict codes, const mr_packed *in, const uint8_t *row,
                      int32_t x, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    const int64_t bit = in->firstBit + (int64_t)(x + i) * in->step;
    codes[i] = (uint32_t)row[bit >> 3] >> (8 - in->depth - (bit & 7));
  }
}

static void read_codes(uint32_t *restrict codes, const mr_packed *in, const uint8_t *row,
                       int32_t x, int32_t count) {
  const int64_t step = in->step;
  const uint8_t *from = row + x * step;
  if (in->size == 0) {
    read_bits(codes, in, row, x, count);
  } else if (in->size == 1) {
    for (int32_t i = 0; i < count; i++) codes[i] = from[i * step];
  } else if (in->size == 2 && in->bigEndian) {
    for (int32_t i = 0; i < count; i++) codes[i] = AV_RB16(from + i * step);
  } else if (in->size == 2) {
    for (int32_t i = 0; i < count; i++) codes[i] = AV_RL16(from + i * step);
  } else if (in->bigEndian) {
    for (int32_t i = 0; i < count; i++) codes[i] = AV_RB32(from + i * step);
  } else {
    for (int32_t i = 0; i < count; i++) codes[i] = AV_RL32(from + i * step);
  }
  const uint32_t largest = (uint32_t)((1ull << in->depth) - 1);
  const int32_t shift = in->shift;
  for (int32_t i = 0; i < count; i++) codes[i] = codes[i] >> shift & largest;
}

static uint32_t half_bits(uint32_t half) {
  const uint32_t sign = (half & 0x8000) << 16, exponent = half >> 10 & 31, rest = half & 1023;
  if (exponent == 31) return sign | 0x7f800000 | rest << 13;
  if (exponent > 0) return sign | (exponent + 112) << 23 | rest << 13;
  const float small = (float)rest * 0x1p-24f;
  uint32_t bits;
  memcpy(&bits, &small, sizeof bits);
  return sign | bits;
}

static void write_floats(float *restrict out, const mr_unpacked *to, const uint32_t *codes,
                         uint32_t largest, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    float value = (float)codes[i] / (float)largest;
    if (to->kind != MR_SHARES) {
      const uint32_t bits = to->kind == MR_HALVES ? half_bits(codes[i]) : codes[i];
      memcpy(&value, &bits, sizeof value);
    }
    out[i * to->step] = value;
  }
}

void mr_unpack(const mr_unpacked *to, const mr_packed *in, int32_t width, int32_t height) {
  const uint32_t largest = (uint32_t)((1ull << in->depth) - 1);
  const uint32_t flip = to->inverted ? largest : 0, factor = (uint32_t)to->factor;
  const int32_t step = to->step;
  uint32_t codes[STRETCH];
  for (int32_t y = 0; y < height; y++) {
    const uint8_t *row = in->base + y * in->stride;
    uint8_t *start = to->base + y * to->stride;
    for (int32_t x = 0; x < width; x += STRETCH) {
      const int32_t count = width - x < STRETCH ? width - x : STRETCH;
      read_codes(codes, in, row, x, count);
      if (to->kind == MR_BYTES) {
        uint8_t *restrict out = start + (int64_t)x * step;
        for (int32_t i = 0; i < count; i++) out[i * step] = (uint8_t)((codes[i] ^ flip) * factor);
      } else if (to->kind == MR_WORDS) {
        uint16_t *restrict out = (uint16_t *)start + (int64_t)x * step;
        for (int32_t i = 0; i < count; i++) out[i * step] = (uint16_t)((codes[i] ^ flip) * factor);
      } else {
        write_floats((float *)start + (int64_t)x * step, to, codes, largest, count);
      }
    }
  }
}

void mr_unpack_palette(uint8_t *out, int64_t outStride, const uint8_t *in, int64_t inStride,
                       const uint8_t *palette, int32_t width, int32_t height) {
  for (int32_t y = 0; y < height; y++) {
    const uint8_t *from = in + y * inStride;
    uint8_t *to = out + y * outStride;
    for (int32_t x = 0; x < width; x++) memcpy(to + 4 * x, palette + 4 * from[x], 4);
  }
}
