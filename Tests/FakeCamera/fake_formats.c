// SPDX-License-Identifier: MIT
#include "fake.h"

#include <errno.h>
#include <linux/videodev2.h>
#include <stdio.h>
#include <string.h>

static int32_t describe(const fake_camera *camera, struct v4l2_capability *out) {
  memset(out, 0, sizeof *out);
  snprintf((char *)out->driver, sizeof out->driver, "fake");
  snprintf((char *)out->card, sizeof out->card, "%s", camera->name);
  snprintf((char *)out->bus_info, sizeof out->bus_info, "%s", camera->bus);
  out->device_caps = V4L2_CAP_STREAMING | (camera->knobs[FAKE_NO_CAPTURE]
                                               ? V4L2_CAP_META_CAPTURE
                                               : V4L2_CAP_VIDEO_CAPTURE);
  out->capabilities = V4L2_CAP_DEVICE_CAPS | V4L2_CAP_VIDEO_CAPTURE | out->device_caps;
  return 0;
}

static int32_t format_at(const fake_camera *camera, struct v4l2_fmtdesc *out) {
  if (out->index >= camera->code_count) return -EINVAL;
  out->pixelformat = camera->codes[out->index];
  snprintf((char *)out->description, sizeof out->description, "format %u", out->index);
  return 0;
}

static int32_t size_at(const fake_camera *camera, struct v4l2_frmsizeenum *out) {
  if (out->index >= camera->size_count) return -EINVAL;
  const mr_camera_sizes *sizes = &camera->sizes[out->index];
  if (sizes->least_width == sizes->most_width) {
    out->type = V4L2_FRMSIZE_TYPE_DISCRETE;
    out->discrete.width = sizes->least_width;
    out->discrete.height = sizes->least_height;
    return 0;
  }
  out->type = sizes->step_width == 0 ? V4L2_FRMSIZE_TYPE_CONTINUOUS : V4L2_FRMSIZE_TYPE_STEPWISE;
  out->stepwise = (struct v4l2_frmsize_stepwise){sizes->least_width,  sizes->most_width,
                                                 sizes->step_width,   sizes->least_height,
                                                 sizes->most_height,  sizes->step_height};
  return 0;
}

static struct v4l2_fract fraction(mr_camera_fraction of) {
  return (struct v4l2_fract){of.numerator, of.denominator};
}

static int32_t duration_at(const fake_camera *camera, struct v4l2_frmivalenum *out) {
  if (out->index >= camera->duration_count) return -EINVAL;
  const mr_camera_durations *durations = &camera->durations[out->index];
  if (durations->is_range) {
    out->type = V4L2_FRMIVAL_TYPE_CONTINUOUS;
    out->stepwise.min = fraction(durations->least);
    out->stepwise.max = fraction(durations->most);
  } else {
    out->type = V4L2_FRMIVAL_TYPE_DISCRETE;
    out->discrete = fraction(durations->least);
  }
  return 0;
}

static void tell_format(const fake_camera *camera, struct v4l2_format *out) {
  out->fmt.pix.pixelformat = camera->code;
  out->fmt.pix.width = camera->width;
  out->fmt.pix.height = camera->height;
  out->fmt.pix.field = V4L2_FIELD_NONE;
  out->fmt.pix.bytesperline = fake_row_bytes(camera);
  out->fmt.pix.sizeimage = fake_byte_count(camera);
  out->fmt.pix.colorspace = V4L2_COLORSPACE_SRGB;
}

static int32_t set_format(fake_camera *camera, struct v4l2_format *out) {
  if (camera->knobs[FAKE_BUSY]) return -EBUSY;
  const int64_t *knobs = camera->knobs;
  camera->code = knobs[FAKE_GIVEN_CODE] ? (uint32_t)knobs[FAKE_GIVEN_CODE] : out->fmt.pix.pixelformat;
  camera->width = knobs[FAKE_GIVEN_WIDTH] ? (uint32_t)knobs[FAKE_GIVEN_WIDTH] : out->fmt.pix.width;
  camera->height =
      knobs[FAKE_GIVEN_HEIGHT] ? (uint32_t)knobs[FAKE_GIVEN_HEIGHT] : out->fmt.pix.height;
  tell_format(camera, out);
  return 0;
}

static int32_t parameters(fake_camera *camera, struct v4l2_streamparm *out, bool is_set) {
  if (camera->knobs[FAKE_OLD]) return -ENOTTY;
  struct v4l2_fract *wanted = &out->parm.capture.timeperframe;
  if (is_set && wanted->numerator && wanted->denominator)
    camera->duration = (mr_camera_fraction){wanted->numerator, wanted->denominator};
  out->parm.capture.capability = V4L2_CAP_TIMEPERFRAME;
  *wanted = fraction(camera->duration);
  return 0;
}

static int32_t request_buffers(fake_handle *handle, struct v4l2_requestbuffers *request) {
  const int64_t most = handle->camera->knobs[FAKE_BUFFERS];
  if (handle->camera->knobs[FAKE_BUSY]) return -EBUSY;
  if (request->memory != V4L2_MEMORY_MMAP) return -EINVAL;
  if (request->count > MOST_BUFFERS) request->count = MOST_BUFFERS;
  if (most > 0 && request->count > most) request->count = (uint32_t)most;
  handle->buffer_count = request->count;
  handle->queued_count = 0;
  return 0;
}

static int32_t describe_buffer(const fake_handle *handle, struct v4l2_buffer *out) {
  if (out->index >= handle->buffer_count) return -EINVAL;
  out->length = fake_byte_count(handle->camera);
  out->m.offset = out->index << 12;
  return 0;
}

static int32_t queue_buffer(fake_handle *handle, const struct v4l2_buffer *buffer) {
  if (buffer->index >= handle->buffer_count) return -EINVAL;
  for (uint32_t i = 0; i < handle->queued_count; i++)
    if (handle->queued[i] == buffer->index) return -EINVAL;
  handle->queued[handle->queued_count++] = buffer->index;
  return 0;
}

static int32_t take_buffer(fake_handle *handle, struct v4l2_buffer *out) {
  if (!handle->has_filled) return -EAGAIN;
  const fake_camera *camera = handle->camera;
  handle->has_filled = false;
  memset(out, 0, sizeof *out);
  out->type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  out->memory = V4L2_MEMORY_MMAP;
  out->index = handle->filled.index;
  out->bytesused = handle->filled.byte_count;
  out->sequence = handle->filled.sequence;
  const fake_stamp stamp = (fake_stamp)camera->knobs[FAKE_STAMP];
  const int64_t time = stamp == FAKE_STAMP_ZERO ? 0 : handle->filled.time;
  out->timestamp.tv_sec = time / 1000000000;
  out->timestamp.tv_usec = time % 1000000000 / 1000;
  out->flags = (stamp == FAKE_STAMP_UNKNOWN ? V4L2_BUF_FLAG_TIMESTAMP_UNKNOWN
                                            : V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC) |
               (stamp == FAKE_STAMP_END ? V4L2_BUF_FLAG_TSTAMP_SRC_EOF
                                        : V4L2_BUF_FLAG_TSTAMP_SRC_SOE) |
               (handle->filled.flagged ? V4L2_BUF_FLAG_ERROR : 0);
  return 0;
}

static int32_t stream(fake_handle *handle, bool on) {
  if (on && handle->buffer_count == 0) return -EINVAL;
  handle->streams = on;
  handle->has_filled = false;
  if (on) {
    handle->camera->sequence = 0;
    handle->camera->began = handle->camera->world->now;
  } else {
    handle->queued_count = 0;
  }
  return 0;
}

int32_t fake_ask(fake_handle *handle, uint64_t request, void *argument) {
  fake_camera *camera = handle->camera;
  switch ((uint32_t)request) {
    case VIDIOC_QUERYCAP: return describe(camera, argument);
    case VIDIOC_ENUM_FMT: return format_at(camera, argument);
    case VIDIOC_ENUM_FRAMESIZES: return size_at(camera, argument);
    case VIDIOC_ENUM_FRAMEINTERVALS: return duration_at(camera, argument);
    case VIDIOC_S_FMT: return set_format(camera, argument);
    case VIDIOC_G_FMT: tell_format(camera, argument); return 0;
    case VIDIOC_S_PARM: return parameters(camera, argument, true);
    case VIDIOC_G_PARM: return parameters(camera, argument, false);
    case VIDIOC_REQBUFS: return request_buffers(handle, argument);
    case VIDIOC_QUERYBUF: return describe_buffer(handle, argument);
    case VIDIOC_QBUF: return queue_buffer(handle, argument);
    case VIDIOC_DQBUF: return take_buffer(handle, argument);
    case VIDIOC_STREAMON: return stream(handle, true);
    case VIDIOC_STREAMOFF: return stream(handle, false);
    default: return fake_ask_controls(handle, request, argument);
  }
}
