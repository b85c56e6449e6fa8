// SPDX-License-Identifier: MIT
#include "moonreel_pack.h"

#include <math.h>

static inline float measure(float value, mr_sound_level *level) {
  float magnitude = fabsf(value);
  // Written so that a sample that is not a number counts as silence and not as the peak.
  if (magnitude > level->peak) level->peak = magnitude;
  return value == value ? value : 0;
}

static inline int32_t rounded(float value, double scale, mr_sound_level *level) {
  double wanted = nearbyint((double)measure(value, level) * scale);
  if (wanted > scale - 1) {
    // +1.0 itself is full scale: it is stored one step lower, which nobody calls clipping.
    if (value > 1) level->clipped++;
    return (int32_t)(scale - 1);
  }
  if (wanted < -scale) {
    level->clipped++;
    return (int32_t)-scale;
  }
  return (int32_t)wanted;
}

void mr_store_s16(
    int16_t *to, size_t step, const float *from, size_t count, mr_sound_level *level) {
  for (size_t i = 0; i < count; i++) to[i * step] = (int16_t)rounded(from[i], 32768, level);
}

// Steele and others, "Fast splittable pseudorandom number generators" (2014), the mixing of SplitMix64.
static inline uint64_t mixed(uint64_t value) {
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
  value = (value ^ value >> 27) * 0x94d049bb133111ebu;
  return value ^ value >> 31;
}

// The sum of two even distributions, each one step wide, around zero.
static inline double triangular(uint64_t position, uint64_t channel) {
  uint64_t bits = mixed(position * 0x9e3779b97f4a7c15u + mixed(channel + 1));
  return ((double)(uint32_t)bits + (double)(bits >> 32) + 1) / 4294967296.0 - 1;
}

void mr_store_s16_dithered(
    int16_t *to, size_t step, const float *from, size_t count, int64_t position, int channel,
    mr_sound_level *level) {
  for (size_t i = 0; i < count; i++) {
    double exact = (double)from[i] * 32768;
    int16_t plain = (int16_t)rounded(from[i], 32768, level);
    // What has 16 bits, silence above all, stays as it is; so does what is beyond full scale.
    if (!(fabs(exact) < 32768) || exact == nearbyint(exact)) {
      to[i * step] = plain;
      continue;
    }
    double wanted = nearbyint(exact + triangular((uint64_t)position + i, (uint64_t)channel));
    to[i * step] = (int16_t)fmin(fmax(wanted, -32768), 32767);
  }
}

void mr_store_s24(
    int32_t *to, size_t step, const float *from, size_t count, mr_sound_level *level) {
  for (size_t i = 0; i < count; i++) to[i * step] = rounded(from[i], 8388608, level) * 256;
}

void mr_store_float(
    float *to, size_t step, const float *from, size_t count, mr_sound_level *level) {
  for (size_t i = 0; i < count; i++) to[i * step] = measure(from[i], level);
}
