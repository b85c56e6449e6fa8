// SPDX-License-Identifier: MIT
// Mastering display and content light: read from frames and streams, written into streams.
#include "moonreel_media.h"

#include <libavutil/mastering_display_metadata.h>
#include <string.h>

static mr_hdr hdr_of(const void *display, size_t displaySize, const void *light, size_t lightSize) {
  mr_hdr hdr;
  memset(&hdr, 0, sizeof hdr);
  const AVMasteringDisplayMetadata *d = display;
  if (d && displaySize >= sizeof *d && d->has_primaries && d->has_luminance) {
    hdr.hasDisplay = 1;
    for (int i = 0; i < 6; i++) hdr.primaries[i] = av_q2d(d->display_primaries[i / 2][i % 2]);
    for (int i = 0; i < 2; i++) hdr.white[i] = av_q2d(d->white_point[i]);
    hdr.minLuminance = av_q2d(d->min_luminance);
    hdr.maxLuminance = av_q2d(d->max_luminance);
  }
  const AVContentLightMetadata *l = light;
  if (l && lightSize >= sizeof *l) {
    hdr.hasLight = 1;
    hdr.maxContent = (int32_t)l->MaxCLL;
    hdr.maxAverage = (int32_t)l->MaxFALL;
  }
  return hdr;
}

mr_hdr mr_frame_hdr(const AVFrame *frame) {
  const AVFrameSideData *d = av_frame_get_side_data(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA);
  const AVFrameSideData *l = av_frame_get_side_data(frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL);
  return hdr_of(d ? d->data : NULL, d ? d->size : 0, l ? l->data : NULL, l ? l->size : 0);
}

mr_hdr mr_stream_hdr(const AVStream *stream) {
  size_t displaySize, lightSize;
  const void *display =
      mr_stream_side_data(stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, &displaySize);
  const void *light = mr_stream_side_data(stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, &lightSize);
  return hdr_of(display, displaySize, light, lightSize);
}

// Writes a copy of `data` into the stream and frees it.
static int32_t add(AVStream *stream, enum AVPacketSideDataType type, void *data, size_t size) {
  uint8_t *room = mr_stream_new_side_data(stream, type, size);
  if (room) memcpy(room, data, size);
  av_free(data);
  return room ? 0 : AVERROR(ENOMEM);
}

int32_t mr_set_stream_hdr(AVStream *stream, const mr_hdr *hdr) {
  if (hdr->hasDisplay) {
    AVMasteringDisplayMetadata *d = av_mastering_display_metadata_alloc();
    if (!d) return AVERROR(ENOMEM);
    for (int i = 0; i < 6; i++) {
      d->display_primaries[i / 2][i % 2] = av_make_q((int)(hdr->primaries[i] * 50000 + 0.5), 50000);
    }
    for (int i = 0; i < 2; i++) d->white_point[i] = av_make_q((int)(hdr->white[i] * 50000 + 0.5), 50000);
    d->min_luminance = av_make_q((int)(hdr->minLuminance * 10000 + 0.5), 10000);
    d->max_luminance = av_make_q((int)(hdr->maxLuminance * 10000 + 0.5), 10000);
    d->has_primaries = d->has_luminance = 1;
    const int32_t code = add(stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, d, sizeof *d);
    if (code < 0) return code;
  }
  if (hdr->hasLight) {
    size_t size = 0;
    AVContentLightMetadata *l = av_content_light_metadata_alloc(&size);
    if (!l) return AVERROR(ENOMEM);
    l->MaxCLL = (unsigned)hdr->maxContent;
    l->MaxFALL = (unsigned)hdr->maxAverage;
    return add(stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, l, size);
  }
  return 0;
}
