// SPDX-License-Identifier: MIT
//
// Samples that share words, lie in big-endian words or count single bits, copied one by one into a
// plane of bytes, 16-bit words or floats. Nothing is rounded.
#pragma once
#include <stdint.h>

/// One component as libav describes it: sample x of a row is the `depth` bits above `shift` of the
/// word at `base + x·step`.
typedef struct mr_packed {
  const uint8_t *base;
  int64_t stride;     // bytes from row to row, may be negative
  int32_t step;       // bytes from sample to sample; bits where `size` is 0
  int32_t size;       // bytes of a word: 1, 2 or 4; 0: bits, the first one the highest of its byte
  int32_t firstBit;   // of the row, where `size` is 0
  int32_t bigEndian;  // whether words are
  int32_t shift, depth;
} mr_packed;

/// What is written.
typedef enum mr_unpacked_kind {
  MR_BYTES,   // code · factor as bytes
  MR_WORDS,   // code · factor as 16-bit words
  MR_SHARES,  // code / largest code as floats
  MR_HALVES,  // IEEE 754 half floats as floats
  MR_FLOATS,  // floats as they are
} mr_unpacked_kind;

/// Where samples go.
typedef struct mr_unpacked {
  uint8_t *base;
  int64_t stride;  // bytes from row to row
  int32_t step;    // components from sample to sample
  int32_t kind;    // an mr_unpacked_kind
  int32_t factor;
  int32_t inverted;  // whether a code stands for the largest less itself
} mr_unpacked;

/// Copies `width` × `height` samples.
void mr_unpack(const mr_unpacked *out, const mr_packed *in, int32_t width, int32_t height);

/// Replaces bytes by the four bytes of their entries in `palette`, which has 256.
void mr_unpack_palette(uint8_t *out, int64_t outStride, const uint8_t *in, int64_t inStride,
                       const uint8_t *palette, int32_t width, int32_t height);
