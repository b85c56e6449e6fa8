// SPDX-License-Identifier: MIT
#include "moonreel_media_write.h"

#include <errno.h>
#include <libavutil/intreadwrite.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

int mr_write_code_end(void) { return AVERROR_EOF; }
int mr_write_code_again(void) { return AVERROR(EAGAIN); }
int64_t mr_write_no_time(void) { return AV_NOPTS_VALUE; }
int mr_write_code_from_errno(int system_error) { return AVERROR(system_error); }

int mr_write_errno_from_code(int code) {
  // libav's own codes are four-letter tags, far beyond the system's numbers.
  int number = AVUNERROR(code);
  return number > 0 && number < 4096 ? number : 0;
}

void mr_write_error_text(int code, char *text, size_t size) { av_strerror(code, text, size); }

int mr_write_mark(int fd, const char *name, const char *text, size_t count) {
  return fsetxattr(fd, name, text, count, 0);
}

ptrdiff_t mr_write_read_mark(const char *path, const char *name, char *text, size_t size) {
  return getxattr(path, name, text, size);
}

// A closed pipe and a file beyond the process's limit must be error codes, not the end of the process: their
// signals are held back on this thread and, where our write raised one, taken out again before they are let
// through.
int mr_write_bytes(int fd, const uint8_t *bytes, size_t count) {
  sigset_t held, before, pending;
  sigemptyset(&held);
  sigaddset(&held, SIGPIPE);
  sigaddset(&held, SIGXFSZ);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &held, &before);
  int error = 0;
  while (count > 0 && error == 0) {
    ssize_t written = write(fd, bytes, count);
    if (written >= 0) {
      bytes += written;
      count -= (size_t)written;
    } else if (errno != EINTR) {
      error = errno;
    }
  }
  int raised = error == EPIPE ? SIGPIPE : error == EFBIG ? SIGXFSZ : 0;
  if (raised && !sigismember(&pending, raised)) {
    const struct timespec none = {0, 0};
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, raised);
    while (sigtimedwait(&one, NULL, &none) < 0 && errno == EINTR) {
    }
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return error;
}

void mr_write_set_plane(AVFrame *frame, int index, uint8_t *base, int stride) {
  frame->data[index] = base;
  frame->linesize[index] = stride;
}

void mr_write_set_owner(AVFrame *frame, AVBufferRef *owner) { frame->buf[0] = owner; }

uint8_t *mr_write_sound_plane(AVFrame *frame, int index) { return frame->extended_data[index]; }

int mr_write_takes_layout(const AVCodec *codec, const AVChannelLayout *layout) {
  const AVChannelLayout *layouts = mr_codec_layouts(codec);
  if (!layouts) return 1;
  for (; layouts->nb_channels; layouts++)
    if (av_channel_layout_compare(layouts, layout) == 0) return 1;
  return 0;
}

int mr_write_add_chapter(
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

AVStream *mr_write_stream(AVFormatContext *context, unsigned index) {
  return context->streams[index];
}

int mr_write_set_end_padding(AVPacket *packet, uint32_t samples) {
  uint8_t *data = av_packet_new_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, 10);
  if (!data) return AVERROR(ENOMEM);
  memset(data, 0, 10);
  AV_WL32(data + 4, samples);
  return 0;
}

static inline float measure(float value, mr_write_level *level) {
  float magnitude = fabsf(value);
  // Written so that a sample that is not a number counts as silence and not as the peak.
  if (magnitude > level->peak) level->peak = magnitude;
  return value == value ? value : 0;
}

static inline int32_t rounded(float value, double scale, mr_write_level *level) {
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

void mr_write_store_s16(
    int16_t *to, size_t step, const float *from, size_t count, mr_write_level *level) {
  for (size_t i = 0; i < count; i++) to[i * step] = (int16_t)rounded(from[i], 32768, level);
}

void mr_write_store_s24(
    int32_t *to, size_t step, const float *from, size_t count, mr_write_level *level) {
  for (size_t i = 0; i < count; i++) to[i * step] = rounded(from[i], 8388608, level) * 256;
}

void mr_write_store_float(
    float *to, size_t step, const float *from, size_t count, mr_write_level *level) {
  for (size_t i = 0; i < count; i++) to[i * step] = measure(from[i], level);
}
