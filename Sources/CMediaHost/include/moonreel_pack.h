// SPDX-License-Identifier: MIT
//
// Samples and pictures as encoders take them: floats as integers, pictures in 255 colours.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// A measure of samples before they were stored.
typedef struct {
  float peak;
  int64_t clipped;
} mr_sound_level;

/// Each stores `count` floats into every `step`-th place of `to`: integers rounded to nearest (halves
/// to even) and saturated; 24 bits lie in the upper part of 32. `level` gathers the peak and the number
/// of samples beyond full scale; what is not a number becomes silence.
void mr_store_s16(
    int16_t *to, size_t step, const float *from, size_t count, mr_sound_level *level);
void mr_store_s24(
    int32_t *to, size_t step, const float *from, size_t count, mr_sound_level *level);
void mr_store_float(
    float *to, size_t step, const float *from, size_t count, mr_sound_level *level);

/// As `mr_store_s16`, but samples that are no multiples of 1/32768 are rounded after noise was added: triangular, of
/// two steps' width, a function of the channel and of the sample's number, which is `position` for the first.
void mr_store_s16_dithered(
    int16_t *to, size_t step, const float *from, size_t count, int64_t position, int channel,
    mr_sound_level *level);

// Pictures in 255 colours and transparency, for GIF.

/// The palette in use, carried from picture to picture.
typedef struct mr_palette mr_palette;

mr_palette *mr_palette_create(void);
void mr_palette_free(mr_palette *palette);

/// Writes the picture's palette (256 words 0xAARRGGBB; the last one is transparent) and indices.
/// `rgba` is straight; alpha below 128 becomes transparent. Strides in bytes, `rgba`'s of any sign.
void mr_palette_apply(
    mr_palette *palette, const uint8_t *rgba, ptrdiff_t rgba_stride, int width, int height,
    uint8_t *indices, ptrdiff_t index_stride, uint32_t *colors);
