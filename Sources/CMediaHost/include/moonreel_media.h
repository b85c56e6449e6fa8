// SPDX-License-Identifier: MIT
//
// The border to libav, for reading and writing: what Swift cannot import of it (macros with arguments, fixed-size
// arrays, variadic functions, its log), and what Swift cannot do around it. Where versions of FFmpeg differ stands in
// moonreel_ffmpeg.h.
#pragma once

#include "moonreel_crash.h"
#include "moonreel_ffmpeg.h"

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
#include <malloc.h>
#include <stddef.h>

/// Error codes and markers.
static const int32_t MR_EAGAIN = AVERROR(EAGAIN);
static const int32_t MR_EOF = AVERROR_EOF;
static const int32_t MR_ENOMEM = AVERROR(ENOMEM);
static const int32_t MR_EIO = AVERROR(EIO);
static const int32_t MR_EACCES = AVERROR(EACCES);
static const int32_t MR_EINVAL = AVERROR(EINVAL);
static const int32_t MR_INVALID_DATA = AVERROR_INVALIDDATA;
static const int32_t MR_DECODER_NOT_FOUND = AVERROR_DECODER_NOT_FOUND;
static const int64_t MR_NO_TIME = AV_NOPTS_VALUE;

/// Blocks of `size` bytes and more are mapped one by one, however many there have been, and threads share
/// two heaps.
static inline void mr_return_large_blocks(int32_t size) {
#ifdef M_MMAP_THRESHOLD
  mallopt(M_MMAP_THRESHOLD, size);
  mallopt(M_ARENA_MAX, 2);
#endif
}

/// `avcodec_open2` for encoders; threads keep the priority that they had before.
int32_t mr_open_encoder(AVCodecContext *context, const AVCodec *codec);

/// Writes libav's words for `code` into `text`.
static inline void mr_error_text(int32_t code, char *text, size_t size) {
  av_strerror(code, text, size);
}

/// The order of a stream's fields as its description states it, numbered as `mr_frame_field_order` does; 0 where it
/// states none.
static inline int32_t mr_stream_field_order(const AVCodecParameters *parameters) {
  switch (parameters->field_order) {
    case AV_FIELD_TT: case AV_FIELD_TB: return 1;
    case AV_FIELD_BB: case AV_FIELD_BT: return 2;
    default: return 0;
  }
}

/// Row `index` of the frame's plane pointers and strides.
static inline uint8_t *mr_frame_plane(const AVFrame *frame, int32_t index) {
  return frame->data[index];
}
static inline int32_t mr_frame_stride(const AVFrame *frame, int32_t index) {
  return frame->linesize[index];
}

/// Stream `index` of the file, or null.
static inline AVStream *mr_stream(const AVFormatContext *context, int32_t index) {
  return index >= 0 && (unsigned)index < context->nb_streams ? context->streams[index] : NULL;
}

/// What a container's own table says of one packet.
typedef struct mr_index_entry {
  int64_t position, timestamp;
  int32_t size, isKeyFrame, isDiscarded;
} mr_index_entry;
/// Entry `index` of the stream's table; 0 where there is none.
int32_t mr_get_index_entry(AVStream *stream, int32_t index, mr_index_entry *entry);

/// Chapter `index` of the file, or null.
static inline AVChapter *mr_chapter(const AVFormatContext *context, int32_t index) {
  return index >= 0 && (unsigned)index < context->nb_chapters ? context->chapters[index] : NULL;
}

/// The 3x3 display matrix of the stream, or null.
const int32_t *mr_display_matrix(const AVStream *stream);

/// The 3x3 display matrix that the frame carries itself, or null.
const int32_t *mr_frame_display_matrix(const AVFrame *frame);

/// What an HDR picture was made on (SMPTE ST 2086) and how bright it gets (CTA-861.3).
typedef struct mr_hdr {
  int32_t hasDisplay, hasLight;
  double primaries[6];  // CIE x, y of red, green, blue
  double white[2];
  double minLuminance, maxLuminance;  // cd/m2
  int32_t maxContent, maxAverage;     // cd/m2
} mr_hdr;

/// What the frame, or the stream's container, says of that; nothing where it does not.
mr_hdr mr_frame_hdr(const AVFrame *frame);
mr_hdr mr_stream_hdr(const AVStream *stream);

/// Writes it into a stream that is to be muxed; 0, or a negative code without memory.
int32_t mr_set_stream_hdr(AVStream *stream, const mr_hdr *hdr);

/// Whether samples of `format` are 16-bit words in big-endian order.
int32_t mr_is_big_endian(int32_t format);

/// Whether the decoder says that parts of the frame were made up.
int32_t mr_frame_is_damaged(const AVFrame *frame);

/// How many samples at a sound frame's beginning the decoder says are not to be heard.
uint32_t mr_frame_skipped_samples(const AVFrame *frame);

/// From now on memory that libraries are given is zeroed, as that of a new process is: x264 and x265 read some before they
/// write to it, so that what they give would depend on what a process did before.
void mr_zero_memory(void);

/// Calls `body` with the path of every library that is loaded, and `context`.
void mr_each_library(void (*body)(const char *path, void *context), void *context);

/// From now on libav prints nothing: the last error line of each thread is kept instead.
void mr_quiet_log(void);

/// The last line that libav logged as an error on this thread, or an empty string; clears it.
void mr_take_log(char *text, size_t size);

/// The size of the last picture that libav refused on this thread because of its size, and 1; 0 where there
/// was none. Clears it.
int32_t mr_take_refused_size(int32_t *width, int32_t *height);

// Writing.

/// Points plane `index` of `frame` at foreign memory.
void mr_set_frame_plane(AVFrame *frame, int index, uint8_t *base, int stride);
/// Sets the frame's only buffer reference, which keeps the foreign memory alive.
void mr_set_frame_owner(AVFrame *frame, AVBufferRef *owner);
/// Plane `index` of a sound frame.
uint8_t *mr_sound_plane(AVFrame *frame, int index);
/// Whether `codec` takes sound of `layout`.
int mr_codec_takes_layout(const AVCodec *codec, const AVChannelLayout *layout);

/// Appends a chapter in nanoseconds to `context`; returns 0 or a libav error.
int mr_add_chapter(
    AVFormatContext *context, int64_t id, int64_t start, int64_t end, const char *title);
/// Notes on `packet` that a decoder drops its last `samples` samples; returns 0 or a libav error.
int mr_set_end_padding(AVPacket *packet, uint32_t samples);
/// How many samples at the end of `packet` a decoder drops.
uint32_t mr_end_padding(const AVPacket *packet);

/// Writes all bytes to `fd` without ever raising SIGPIPE; returns 0 or an `errno` value.
int mr_write_bytes(int fd, const uint8_t *bytes, size_t count);

/// Sets the extended attribute `name` of an open file; returns 0 or -1.
int mr_write_mark(int fd, const char *name, const char *text, size_t count);
/// The extended attribute `name` of the file at `path` in `text` of `size` bytes; returns its length or -1.
ptrdiff_t mr_read_mark(const char *path, const char *name, char *text, size_t size);
