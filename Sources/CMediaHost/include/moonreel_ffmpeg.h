// SPDX-License-Identifier: MIT
//
// Where FFmpeg 5.1, 6.1, 7.1, 8 and 9 differ, and nowhere else: each function below does one thing on all of them.
// The libraries' numbers: FFmpeg 5.1 has libavutil 57, libavcodec and libavformat 59; 6.1 has 58, 60, 60; 7.1 has
// 59, 61, 61; 8.0 has 60, 62, 62; 9.0 has 61, 63, 63. A check names the version in which the new way appeared.
#pragma once
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/frame.h>

/// A parser for packets of `codec`, which FFmpeg takes as an integer before version 9; null where it has none.
static inline AVCodecParserContext *mr_parser_init(enum AVCodecID codec) {
  return av_parser_init(codec);
}

/// Notes how long a frame is shown, in its time base.
static inline void mr_set_frame_duration(AVFrame *frame, int64_t duration) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)  // FFmpeg 6
  frame->duration = duration;
#else
  frame->pkt_duration = duration;
#endif
}

/// The order of a frame's fields: 0 one moment, 1 top field first, 2 bottom field first.
static inline int32_t mr_frame_field_order(const AVFrame *frame) {
#ifdef AV_FRAME_FLAG_INTERLACED  // FFmpeg 6.1
  if (!(frame->flags & AV_FRAME_FLAG_INTERLACED)) return 0;
  return frame->flags & AV_FRAME_FLAG_TOP_FIELD_FIRST ? 1 : 2;
#else
  return !frame->interlaced_frame ? 0 : frame->top_field_first ? 1 : 2;
#endif
}

/// What `stream` says beside its packets, such as how it is turned, and its size; null where it says nothing.
static inline const uint8_t *mr_stream_side_data(
    const AVStream *stream, enum AVPacketSideDataType type, size_t *size) {
  *size = 0;
#if LIBAVCODEC_VERSION_MAJOR >= 61  // FFmpeg 7
  const AVPacketSideData *data = av_packet_side_data_get(
      stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
  if (!data) return NULL;
  *size = data->size;
  return data->data;
#else
  return av_stream_get_side_data(stream, type, size);
#endif
}

/// Room for `size` bytes that a stream to be muxed says beside its packets; null without memory.
static inline uint8_t *mr_stream_new_side_data(
    AVStream *stream, enum AVPacketSideDataType type, size_t size) {
#if LIBAVCODEC_VERSION_MAJOR >= 61  // FFmpeg 7
  AVPacketSideData *data = av_packet_side_data_new(
      &stream->codecpar->coded_side_data, &stream->codecpar->nb_coded_side_data, type, size, 0);
  return data ? data->data : NULL;
#else
  return av_stream_new_side_data(stream, type, size);
#endif
}

// What an encoder takes: lists that end with no format, 0, 0/0, and a layout without channels; null where it takes any.
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)  // FFmpeg 7.1
static inline const void *mr_codec_takes(const AVCodec *codec, enum AVCodecConfig what) {
  const void *list = NULL;
  return avcodec_get_supported_config(NULL, codec, what, 0, &list, NULL) < 0 ? NULL : list;
}
static inline const enum AVPixelFormat *mr_codec_pixel_formats(const AVCodec *codec) {
  return mr_codec_takes(codec, AV_CODEC_CONFIG_PIX_FORMAT);
}
static inline const AVRational *mr_codec_frame_rates(const AVCodec *codec) {
  return mr_codec_takes(codec, AV_CODEC_CONFIG_FRAME_RATE);
}
static inline const int *mr_codec_sample_rates(const AVCodec *codec) {
  return mr_codec_takes(codec, AV_CODEC_CONFIG_SAMPLE_RATE);
}
static inline const AVChannelLayout *mr_codec_layouts(const AVCodec *codec) {
  return mr_codec_takes(codec, AV_CODEC_CONFIG_CHANNEL_LAYOUT);
}
#else
static inline const enum AVPixelFormat *mr_codec_pixel_formats(const AVCodec *codec) {
  return codec->pix_fmts;
}
static inline const AVRational *mr_codec_frame_rates(const AVCodec *codec) {
  return codec->supported_framerates;
}
static inline const int *mr_codec_sample_rates(const AVCodec *codec) {
  return codec->supported_samplerates;
}
static inline const AVChannelLayout *mr_codec_layouts(const AVCodec *codec) {
  return codec->ch_layouts;
}
#endif
