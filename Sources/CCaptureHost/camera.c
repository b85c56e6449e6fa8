// SPDX-License-Identifier: MIT
#include "camera_call.h"

#include <errno.h>
#include <linux/videodev2.h>
#include <string.h>

static const uint32_t capture = V4L2_BUF_TYPE_VIDEO_CAPTURE;

/// Copies a text of the driver's, which may lack its end.
static void take_text(char *out, const void *text, size_t size) {
  memcpy(out, text, size);
  out[size] = 0;
}

int32_t mr_camera_describe(const mr_camera *camera, mr_camera_card *card) {
  struct v4l2_capability found = {0};
  int32_t code = ask(camera, VIDIOC_QUERYCAP, &found);
  if (code < 0) return code;
  take_text(card->driver, found.driver, sizeof found.driver);
  take_text(card->name, found.card, sizeof found.card);
  take_text(card->bus, found.bus_info, sizeof found.bus_info);
  const uint32_t all = found.capabilities;
  const uint32_t own = all & V4L2_CAP_DEVICE_CAPS ? found.device_caps : all;
  card->captures = own & V4L2_CAP_VIDEO_CAPTURE;
  card->streams = own & V4L2_CAP_STREAMING;
  return 0;
}

int32_t mr_camera_pixels_at(const mr_camera *camera, uint32_t index, mr_camera_pixels *pixels) {
  struct v4l2_fmtdesc found = {.index = index, .type = capture};
  int32_t code = ask(camera, VIDIOC_ENUM_FMT, &found);
  if (code < 0) return code;
  pixels->code = found.pixelformat;
  take_text(pixels->name, found.description, sizeof found.description);
  return 0;
}

int32_t mr_camera_sizes_at(const mr_camera *camera, uint32_t pixels, uint32_t index,
                           mr_camera_sizes *sizes) {
  struct v4l2_frmsizeenum found = {.index = index, .pixel_format = pixels};
  int32_t code = ask(camera, VIDIOC_ENUM_FRAMESIZES, &found);
  if (code < 0) return code;
  if (found.type == V4L2_FRMSIZE_TYPE_DISCRETE) {
    const uint32_t width = found.discrete.width, height = found.discrete.height;
    *sizes = (mr_camera_sizes){width, width, 0, height, height, 0};
    return 0;
  }
  const bool is_free = found.type == V4L2_FRMSIZE_TYPE_CONTINUOUS;
  const struct v4l2_frmsize_stepwise *range = &found.stepwise;
  *sizes = (mr_camera_sizes){
      range->min_width,  range->max_width,  is_free || !range->step_width ? 1 : range->step_width,
      range->min_height, range->max_height, is_free || !range->step_height ? 1 : range->step_height};
  return 0;
}

static mr_camera_fraction fraction(struct v4l2_fract of) {
  return (mr_camera_fraction){of.numerator, of.denominator};
}

int32_t mr_camera_durations_at(const mr_camera *camera, uint32_t pixels, uint32_t width,
                               uint32_t height, uint32_t index, mr_camera_durations *durations) {
  struct v4l2_frmivalenum found = {
      .index = index, .pixel_format = pixels, .width = width, .height = height};
  int32_t code = ask(camera, VIDIOC_ENUM_FRAMEINTERVALS, &found);
  if (code < 0) return code;
  durations->is_range = found.type != V4L2_FRMIVAL_TYPE_DISCRETE;
  durations->least = fraction(durations->is_range ? found.stepwise.min : found.discrete);
  durations->most = fraction(durations->is_range ? found.stepwise.max : found.discrete);
  return 0;
}

static void take_picture(mr_camera_picture *out, const struct v4l2_pix_format *in) {
  *out = (mr_camera_picture){in->pixelformat,  in->width,     in->height,
                             in->bytesperline, in->sizeimage, in->colorspace,
                             in->xfer_func,    in->ycbcr_enc, in->quantization};
}

int32_t mr_camera_picture_now(const mr_camera *camera, mr_camera_picture *picture) {
  struct v4l2_format format = {.type = capture};
  int32_t code = ask(camera, VIDIOC_G_FMT, &format);
  if (code < 0) return code;
  take_picture(picture, &format.fmt.pix);
  return 0;
}

int32_t mr_camera_set_picture(const mr_camera *camera, mr_camera_picture *picture) {
  struct v4l2_format format = {.type = capture};
  format.fmt.pix.width = picture->width;
  format.fmt.pix.height = picture->height;
  format.fmt.pix.pixelformat = picture->code;
  format.fmt.pix.field = V4L2_FIELD_ANY;
  int32_t code = ask(camera, VIDIOC_S_FMT, &format);
  if (code < 0) return code;
  take_picture(picture, &format.fmt.pix);
  return 0;
}

static int32_t duration_of(const mr_camera *camera, uint64_t request, mr_camera_fraction *duration) {
  struct v4l2_streamparm found = {.type = capture};
  if (request == VIDIOC_S_PARM)
    found.parm.capture.timeperframe =
        (struct v4l2_fract){duration->numerator, duration->denominator};
  int32_t code = ask(camera, request, &found);
  if (code < 0) return code;
  if (!(found.parm.capture.capability & V4L2_CAP_TIMEPERFRAME)) return -ENOTTY;
  *duration = fraction(found.parm.capture.timeperframe);
  return 0;
}

int32_t mr_camera_set_duration(const mr_camera *camera, mr_camera_fraction *duration) {
  return duration_of(camera, VIDIOC_S_PARM, duration);
}

int32_t mr_camera_duration_now(const mr_camera *camera, mr_camera_fraction *duration) {
  return duration_of(camera, VIDIOC_G_PARM, duration);
}

int32_t mr_camera_request_buffers(const mr_camera *camera, uint32_t *count) {
  struct v4l2_requestbuffers request = {
      .count = *count, .type = capture, .memory = V4L2_MEMORY_MMAP};
  int32_t code = ask(camera, VIDIOC_REQBUFS, &request);
  if (code < 0) return code;
  *count = request.count;
  return 0;
}

int32_t mr_camera_map_buffer(const mr_camera *camera, uint32_t index, void **memory, size_t *length) {
  struct v4l2_buffer buffer = {.index = index, .type = capture, .memory = V4L2_MEMORY_MMAP};
  int32_t code = ask(camera, VIDIOC_QUERYBUF, &buffer);
  if (code < 0) return code;
  *length = buffer.length;
  *memory = camera->kernel->map(camera->kernel->context, camera->descriptor, buffer.length,
                                buffer.m.offset);
  return *memory ? 0 : -ENOMEM;
}

int32_t mr_camera_queue(const mr_camera *camera, uint32_t index) {
  struct v4l2_buffer buffer = {.index = index, .type = capture, .memory = V4L2_MEMORY_MMAP};
  return ask(camera, VIDIOC_QBUF, &buffer);
}

int32_t mr_camera_stream(const mr_camera *camera, bool on) {
  uint32_t type = capture;
  return ask(camera, on ? VIDIOC_STREAMON : VIDIOC_STREAMOFF, &type);
}

int32_t mr_camera_dequeue(const mr_camera *camera, mr_camera_filled *filled) {
  struct v4l2_buffer buffer = {.type = capture, .memory = V4L2_MEMORY_MMAP};
  int32_t code = ask(camera, VIDIOC_DQBUF, &buffer);
  if (code < 0) return code;
  const uint32_t flags = buffer.flags;
  *filled = (mr_camera_filled){
      .index = buffer.index,
      .byte_count = buffer.bytesused,
      .sequence = buffer.sequence,
      .nanoseconds =
          (int64_t)buffer.timestamp.tv_sec * 1000000000 + (int64_t)buffer.timestamp.tv_usec * 1000,
      .is_monotonic = (flags & V4L2_BUF_FLAG_TIMESTAMP_MASK) == V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC,
      .is_end = (flags & V4L2_BUF_FLAG_TSTAMP_SRC_MASK) == V4L2_BUF_FLAG_TSTAMP_SRC_EOF,
      .is_damaged = flags & V4L2_BUF_FLAG_ERROR,
  };
  return 0;
}
