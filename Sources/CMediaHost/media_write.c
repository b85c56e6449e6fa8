// SPDX-License-Identifier: MIT
// Fields of libav's structures that writing sets.
#include "moonreel_media.h"

#include <libavutil/intreadwrite.h>
#include <string.h>

void mr_set_frame_plane(AVFrame *frame, int index, uint8_t *base, int stride) {
  frame->data[index] = base;
  frame->linesize[index] = stride;
}

void mr_set_frame_owner(AVFrame *frame, AVBufferRef *owner) { frame->buf[0] = owner; }

uint8_t *mr_sound_plane(AVFrame *frame, int index) { return frame->extended_data[index]; }

int mr_codec_takes_layout(const AVCodec *codec, const AVChannelLayout *layout) {
  const AVChannelLayout *layouts = mr_codec_layouts(codec);
  if (!layouts) return 1;
  for (; layouts->nb_channels; layouts++)
    if (av_channel_layout_compare(layouts, layout) == 0) return 1;
  return 0;
}

int mr_add_chapter(
    AVFormatContext *context, int64_t id, int64_t start, int64_t end, const char *title) {
  AVChapter *chapter = av_mallocz(sizeof *chapter);
  if (!chapter) return AVERROR(ENOMEM);
  AVChapter **list = av_realloc_array(
      context->chapters, context->nb_chapters + 1, sizeof *context->chapters);
  if (!list) {
    av_free(chapter);
    return AVERROR(ENOMEM);
  }
  chapter->id = id;
  chapter->time_base = (AVRational){1, 1000000000};
  chapter->start = start;
  chapter->end = end;
  context->chapters = list;
  context->chapters[context->nb_chapters++] = chapter;
  return title ? av_dict_set(&chapter->metadata, "title", title, 0) : 0;
}

int mr_set_end_padding(AVPacket *packet, uint32_t samples) {
  uint8_t *data = av_packet_new_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, 10);
  if (!data) return AVERROR(ENOMEM);
  memset(data, 0, 10);
  AV_WL32(data + 4, samples);
  return 0;
}

uint32_t mr_end_padding(const AVPacket *packet) {
  size_t size = 0;
  const uint8_t *data = av_packet_get_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, &size);
  return data && size >= 10 ? AV_RL32(data + 4) : 0;
}
