// SPDX-License-Identifier: MIT
#include "trial.h"

#include <libavcodec/avcodec.h>
#include <libavutil/opt.h>
#include <stdlib.h>
#include <string.h>

/// Some grey frames through `context`; 0 or a negative number.
static int encode(AVCodecContext *context) {
  AVFrame *frame = av_frame_alloc();
  AVPacket *packet = av_packet_alloc();
  frame->format = context->pix_fmt;
  frame->width = context->width;
  frame->height = context->height;
  int error = av_frame_get_buffer(frame, 0);
  for (int i = 0; i <= 4 && error >= 0; i++) {
    frame->pts = i;
    for (int plane = 0; plane < 3; plane++)
      memset(frame->data[plane], 128, (size_t)frame->linesize[plane] * (frame->height >> !!plane));
    error = avcodec_send_frame(context, i < 4 ? frame : NULL);
    while (error >= 0 && avcodec_receive_packet(context, packet) >= 0) av_packet_unref(packet);
  }
  av_packet_free(&packet);
  av_frame_free(&frame);
  return error;
}

int trial_encode(const char *encoder, const char *option) {
  const AVCodec *codec = avcodec_find_encoder_by_name(encoder);
  const char *equals = strchr(option, '=');
  if (!codec || !equals) return -1;
  AVCodecContext *context = avcodec_alloc_context3(codec);
  context->width = context->height = 64;
  context->pix_fmt = AV_PIX_FMT_YUV420P;
  context->time_base = (AVRational){1, 25};
  char *name = strndup(option, (size_t)(equals - option));
  av_opt_set(context->priv_data, name, equals + 1, 0);
  int error = avcodec_open2(context, codec, NULL);
  if (error >= 0) error = encode(context);
  free(name);
  avcodec_free_context(&context);
  return error < 0 ? -error : 0;
}
