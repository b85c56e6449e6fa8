// SPDX-License-Identifier: MIT
#include "fake.h"

#include <linux/videodev2.h>
#include <string.h>

/// Bytes of a pixel in the first plane, and how many rows of that length there are for two rows of pixels.
static void shape_of(uint32_t code, uint32_t *bytes, uint32_t *rows) {
  *bytes = 1;
  *rows = 2;
  switch (code) {
    case V4L2_PIX_FMT_YUYV:
    case V4L2_PIX_FMT_UYVY: *bytes = 2; break;
    case V4L2_PIX_FMT_RGB24:
    case V4L2_PIX_FMT_BGR24: *bytes = 3; break;
    case V4L2_PIX_FMT_NV12:
    case V4L2_PIX_FMT_YUV420: *rows = 3; break;
    default: break;
  }
}

uint32_t fake_row_bytes(const fake_camera *camera) {
  uint32_t bytes, rows;
  shape_of(camera->code, &bytes, &rows);
  return camera->width * bytes + (uint32_t)camera->knobs[FAKE_ROW_PADDING];
}

static bool is_coded(uint32_t code) {
  return code == V4L2_PIX_FMT_MJPEG || code == V4L2_PIX_FMT_H264;
}

uint32_t fake_byte_count(const fake_camera *camera) {
  if (is_coded(camera->code)) return 1 << 20;
  uint32_t bytes, rows;
  shape_of(camera->code, &bytes, &rows);
  return fake_row_bytes(camera) * camera->height * rows / 2;
}

static void draw_packed(const fake_camera *camera, uint32_t number, uint8_t *out) {
  const uint32_t stride = fake_row_bytes(camera);
  const bool luma_first = camera->code == V4L2_PIX_FMT_YUYV;
  const bool is_yuv = luma_first || camera->code == V4L2_PIX_FMT_UYVY;
  for (uint32_t y = 0; y < camera->height; y++) {
    uint8_t *row = out + (size_t)y * stride;
    for (uint32_t x = 0; x < camera->width; x++) {
      if (is_yuv) {
        row[x * 2 + !luma_first] = fake_sample(0, x, y, number);
        row[x * 2 + luma_first] = fake_sample(1 + (x & 1), x / 2, y, number);
      } else {
        for (int32_t c = 0; c < 3; c++)
          row[x * 3 + (camera->code == V4L2_PIX_FMT_RGB24 ? c : 2 - c)] =
              fake_sample(c, x, y, number);
      }
    }
  }
}

static void draw_planar(const fake_camera *camera, uint32_t number, uint8_t *out) {
  const uint32_t stride = fake_row_bytes(camera), width = camera->width, height = camera->height;
  for (uint32_t y = 0; y < height; y++)
    for (uint32_t x = 0; x < width; x++)
      out[(size_t)y * stride + x] = fake_sample(0, x, y, number);
  if (camera->code == V4L2_PIX_FMT_GREY) return;
  uint8_t *chroma = out + (size_t)stride * height;
  for (uint32_t y = 0; y < height / 2; y++)
    for (uint32_t x = 0; x < width / 2; x++)
      for (int32_t c = 0; c < 2; c++) {
        uint8_t *sample = camera->code == V4L2_PIX_FMT_NV12
                              ? chroma + (size_t)y * stride + x * 2 + c
                              : chroma + (size_t)c * (stride / 2) * (height / 2) +
                                    (size_t)y * (stride / 2) + x;
        *sample = fake_sample(1 + c, x, y, number);
      }
}

static bool is_due(const fake_camera *camera, fake_knob knob) {
  return camera->knobs[knob] > 0 && (camera->given + 1) % camera->knobs[knob] == 0;
}

uint32_t fake_draw(const fake_camera *camera, uint32_t number, uint8_t *out) {
  uint32_t count = fake_byte_count(camera);
  if (is_coded(camera->code)) {
    if (camera->payload_count == 0) return 0;
    const fake_payload *payload = &camera->payloads[camera->given % camera->payload_count];
    count = (uint32_t)payload->count;
    memcpy(out, payload->bytes, count);
  } else if (camera->code == V4L2_PIX_FMT_NV12 || camera->code == V4L2_PIX_FMT_YUV420 ||
             camera->code == V4L2_PIX_FMT_GREY) {
    draw_planar(camera, number, out);
  } else {
    draw_packed(camera, number, out);
  }
  if (is_due(camera, FAKE_NOISE_EVERY)) memset(out + count / 2, 0xff, count / 4);
  return is_due(camera, FAKE_CUT_EVERY) ? count / 2 : count;
}
