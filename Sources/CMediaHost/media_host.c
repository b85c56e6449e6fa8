// SPDX-License-Identifier: MIT
#include "moonreel_media.h"

#include <libavutil/display.h>
#include <libavutil/intreadwrite.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const int32_t *mr_display_matrix(const AVStream *stream) {
  size_t size;
  const uint8_t *data = mr_stream_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  return data && size >= 9 * sizeof(int32_t) ? (const int32_t *)data : NULL;
}

const int32_t *mr_frame_display_matrix(const AVFrame *frame) {
  const AVFrameSideData *data = av_frame_get_side_data(frame, AV_FRAME_DATA_DISPLAYMATRIX);
  return data && data->size >= 9 * sizeof(int32_t) ? (const int32_t *)data->data : NULL;
}

int32_t mr_is_big_endian(int32_t format) {
  const AVPixFmtDescriptor *shape = av_pix_fmt_desc_get((enum AVPixelFormat)format);
  return shape && (shape->flags & AV_PIX_FMT_FLAG_BE) != 0;
}

int32_t mr_frame_is_damaged(const AVFrame *frame) {
  // A missing reference alone is not damage: streams that were joined in the middle begin so.
  const int damage = FF_DECODE_ERROR_INVALID_BITSTREAM | FF_DECODE_ERROR_CONCEALMENT_ACTIVE |
                     FF_DECODE_ERROR_DECODE_SLICES;
  return (frame->decode_error_flags & damage) != 0;
}

int32_t mr_get_index_entry(AVStream *stream, int32_t index, mr_index_entry *entry) {
  const AVIndexEntry *found = avformat_index_get_entry(stream, index);
  if (!found) return 0;
  *entry = (mr_index_entry){
      .position = found->pos,
      .timestamp = found->timestamp,
      .size = found->size,
      .isKeyFrame = (found->flags & AVINDEX_KEYFRAME) != 0,
      .isDiscarded = (found->flags & AVINDEX_DISCARD_FRAME) != 0,
  };
  return 1;
}

uint32_t mr_frame_skipped_samples(const AVFrame *frame) {
  const AVFrameSideData *data = av_frame_get_side_data(frame, AV_FRAME_DATA_SKIP_SAMPLES);
  return data && data->size >= 4 ? AV_RL32(data->data) : 0;
}

static _Thread_local char last_line[512];
static _Thread_local int32_t refused_size[2];

static void keep_line(void *context, int level, const char *format, va_list arguments) {
  if (level > AV_LOG_ERROR) return;
  char line[sizeof last_line];
  int prefix = 0;
  av_log_format_line(context, level, format, arguments, line, (int)sizeof line, &prefix);
  // The only word that libav has for a picture beyond `max_pixels`, whose size is then forgotten.
  const char *size = strstr(line, "Picture size ");
  if (size) sscanf(size, "Picture size %dx%d", &refused_size[0], &refused_size[1]);
  // Fragments without a line end continue the line before; keep it simple and keep the last one.
  size_t length = strlen(line);
  while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == ' ')) line[--length] = 0;
  if (length > 0) memcpy(last_line, line, length + 1);
}

void mr_quiet_log(void) { av_log_set_callback(keep_line); }

void mr_take_log(char *text, size_t size) {
  if (size == 0) return;
  snprintf(text, size, "%s", last_line);
  last_line[0] = 0;
}

int32_t mr_take_refused_size(int32_t *width, int32_t *height) {
  *width = refused_size[0];
  *height = refused_size[1];
  memset(refused_size, 0, sizeof refused_size);
  return *width > 0 && *height > 0;
}
