// SPDX-License-Identifier: MIT
//
// What writing needs of libav and the system that Swift cannot import or do: error numbers, fields
// that are arrays, writing to pipes without a signal, and loops over samples.
#pragma once
#include "moonreel_ffmpeg.h"

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <stddef.h>
#include <stdint.h>

/// libav's end of stream, "try again", and "not a time".
int mr_write_code_end(void);
int mr_write_code_again(void);
int64_t mr_write_no_time(void);
/// libav's error for the system's `errno` value, and back (0 where it is not a system error).
int mr_write_code_from_errno(int system_error);
int mr_write_errno_from_code(int code);
/// What libav says about `code`, in `text` of `size` bytes.
void mr_write_error_text(int code, char *text, size_t size);

/// Writes all bytes to `fd` without ever raising SIGPIPE; returns 0 or an `errno` value.
int mr_write_bytes(int fd, const uint8_t *bytes, size_t count);

/// Sets the extended attribute `name` of an open file; returns 0 or -1.
int mr_write_mark(int fd, const char *name, const char *text, size_t count);
/// The extended attribute `name` of the file at `path` in `text` of `size` bytes; returns its length or -1.
ptrdiff_t mr_write_read_mark(const char *path, const char *name, char *text, size_t size);

/// Points plane `index` of `frame` at foreign memory.
void mr_write_set_plane(AVFrame *frame, int index, uint8_t *base, int stride);
/// Sets the frame's only buffer reference, which keeps the foreign memory alive.
void mr_write_set_owner(AVFrame *frame, AVBufferRef *owner);
/// Plane `index` of a sound frame.
uint8_t *mr_write_sound_plane(AVFrame *frame, int index);
/// Whether `codec` takes sound of `layout`.
int mr_write_takes_layout(const AVCodec *codec, const AVChannelLayout *layout);

/// Appends a chapter in nanoseconds to `context`; returns 0 or a libav error.
int mr_write_add_chapter(
    AVFormatContext *context, int64_t id, int64_t start, int64_t end, const char *title);
/// The stream at `index`.
AVStream *mr_write_stream(AVFormatContext *context, unsigned index);
/// Notes on `packet` that a decoder drops its last `samples` samples; returns 0 or a libav error.
int mr_write_set_end_padding(AVPacket *packet, uint32_t samples);

/// A measure of samples before they were stored.
typedef struct {
  float peak;
  int64_t clipped;
} mr_write_level;

/// Each stores `count` floats into every `step`-th place of `to`: integers rounded to nearest (halves
/// to even) and saturated; 24 bits lie in the upper part of 32. `level` gathers the peak and the number
/// of samples beyond full scale; what is not a number becomes silence.
void mr_write_store_s16(
    int16_t *to, size_t step, const float *from, size_t count, mr_write_level *level);
void mr_write_store_s24(
    int32_t *to, size_t step, const float *from, size_t count, mr_write_level *level);
void mr_write_store_float(
    float *to, size_t step, const float *from, size_t count, mr_write_level *level);

// Pictures in 255 colours and transparency, for GIF.

/// The palette in use, carried from picture to picture.
typedef struct mr_write_palette mr_write_palette;

mr_write_palette *mr_write_palette_create(void);
void mr_write_palette_free(mr_write_palette *palette);

/// Writes the picture's palette (256 words 0xAARRGGBB; the last one is transparent) and indices.
/// `rgba` is straight; alpha below 128 becomes transparent. Strides in bytes, `rgba`'s of any sign.
void mr_write_palette_apply(
    mr_write_palette *palette, const uint8_t *rgba, ptrdiff_t rgba_stride, int width, int height,
    uint8_t *indices, ptrdiff_t index_stride, uint32_t *colors);
