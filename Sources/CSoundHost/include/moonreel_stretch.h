// SPDX-License-Identifier: MIT
//
// What Swift cannot import of SoundTouch: its interface is C++. Nothing here throws.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// One stretcher; for one thread at a time.
typedef struct mr_stretcher mr_stretcher;

/// The pieces that sound is cut into, in milliseconds.
typedef struct mr_stretcher_pieces {
  /// A piece, both its overlaps included.
  int32_t length_ms;
  /// How far around its place the best beginning of a piece is looked for, in all.
  int32_t seek_ms;
  /// What two neighbours share, one fading into the other.
  int32_t overlap_ms;
} mr_stretcher_pieces;

/// A stretcher that plays `tempo` seconds of its input in one second, at an unchanged pitch; `NULL` where
/// memory is short or the library refuses the rate (above 192,000) or the channels (beyond 16).
mr_stretcher *mr_make_stretcher(int32_t sample_rate, int32_t channel_count, double tempo,
                                mr_stretcher_pieces pieces);

/// Frees `stretcher`, which may be `NULL`.
void mr_free_stretcher(mr_stretcher *stretcher);

/// Takes `frame_count` samples of each of `planes` in; false where memory is short.
bool mr_feed_stretcher(mr_stretcher *stretcher, const float *const *planes, int32_t frame_count);

/// How many samples of each channel are ready.
int32_t mr_count_stretched(const mr_stretcher *stretcher);

/// Moves at most `frame_count` samples that are ready to `planes`; returns how many, and -1 where memory is
/// short.
int32_t mr_take_stretched(mr_stretcher *stretcher, float *const *planes, int32_t frame_count);

/// The version of SoundTouch that is loaded: "2.3.2".
const char *mr_stretch_version(void);

#ifdef __cplusplus
}
#endif
