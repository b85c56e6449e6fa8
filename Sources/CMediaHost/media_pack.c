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

void mr_store_s24(
    int32_t *to, size_t step, const float *from, size_t count, mr_sound_level *level) {
  for (size_t i = 0; i < count; i++) to[i * step] = rounded(from[i], 8388608, level) * 256;
}

void mr_store_float(
    float *to, size_t step, const float *from, size_t count, mr_sound_level *level) {
  for (size_t i = 0; i < count; i++) to[i * step] = measure(from[i], level);
}
