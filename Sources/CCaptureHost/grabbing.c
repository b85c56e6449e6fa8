// SPDX-License-Identifier: MIT
//
// A picture comes through memory that the server shares where both can, which saves sending it. The segment is
// marked for removal as soon as the server has it, so none is left behind, however both end. Else a picture is sent in pieces.
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/ipc.h>
#include <sys/shm.h>

#include "x11.h"

enum { Z_PIXMAP = 2, PIECE = 192 << 10 };

void mr_x11_unshare(mr_display *display) {
  enum { DETACH = 2 };
  if (!display->shared) return;
  uint32_t request[2] = {0, display->segment};
  mr_x11_tell(display, &mr_x11_shm, DETACH, request, sizeof request);
  shmdt(display->shared);
  display->shared = NULL;
  display->shared_size = 0;
}

/// Shares `size` bytes with the server; where either refuses, pictures are sent from then on.
static void share(mr_display *display, size_t size) {
  enum { ATTACH = 1 };
  if (!display->has_shm || display->shared_size >= size) return;
  mr_x11_unshare(display);
  display->has_shm = false;
  int number = shmget(IPC_PRIVATE, size, IPC_CREAT | 0600);
  if (number < 0) return;
  void *memory = shmat(number, NULL, 0);
  uint32_t segment = display->x11->new_id(display->connection);
  uint32_t request[4] = {0, segment, (uint32_t)number, 0};
  bool is_attached = memory != (void *)-1 &&
                     mr_x11_tell(display, &mr_x11_shm, ATTACH, request, sizeof request);
  shmctl(number, IPC_RMID, NULL);
  if (!is_attached) {
    if (memory != (void *)-1) shmdt(memory);
    return;
  }
  display->has_shm = true;
  display->segment = segment;
  display->shared = memory;
  display->shared_size = size;
}

static void copy_lines(const uint8_t *from, int32_t width, int32_t height, uint8_t *to,
                       int32_t stride) {
  for (int32_t y = 0; y < height; y++) {
    const uint8_t *line = from + (size_t)y * (size_t)width * 4;
    uint8_t *target = to + (size_t)y * (size_t)stride;
    for (int32_t x = 0; x < width; x++) {
      uint32_t pixel;
      memcpy(&pixel, line + 4 * x, 4);
      pixel |= 0xff000000u;
      memcpy(target + 4 * x, &pixel, 4);
    }
  }
}

static bool grab_shared(mr_display *display, mr_screen_area area, uint8_t *pixels,
                        int32_t stride) {
  enum { GET_IMAGE = 4 };
  uint8_t request[32] = {0};
  int16_t place[2] = {(int16_t)area.x, (int16_t)area.y};
  uint16_t size[2] = {(uint16_t)area.width, (uint16_t)area.height};
  uint32_t planes = UINT32_MAX, offset = 0;
  memcpy(request + 4, &display->root, 4);
  memcpy(request + 8, place, 4);
  memcpy(request + 12, size, 4);
  memcpy(request + 16, &planes, 4);
  request[20] = Z_PIXMAP;
  memcpy(request + 24, &display->segment, 4);
  memcpy(request + 28, &offset, 4);
  uint8_t *reply = mr_x11_ask(display, &mr_x11_shm, GET_IMAGE, request, sizeof request);
  if (!reply) return false;
  free(reply);
  copy_lines(display->shared, area.width, area.height, pixels, stride);
  return true;
}

/// The same over the wire, some lines at a time.
static bool grab_sent(mr_display *display, mr_screen_area area, uint8_t *pixels, int32_t stride) {
  int32_t lines = PIECE / (area.width * 4);
  if (lines < 1) lines = 1;
  for (int32_t y = 0; y < area.height; y += lines) {
    int32_t count = area.height - y < lines ? area.height - y : lines;
    uint8_t request[20] = {0, Z_PIXMAP};
    int16_t place[2] = {(int16_t)area.x, (int16_t)(area.y + y)};
    uint16_t size[2] = {(uint16_t)area.width, (uint16_t)count};
    uint32_t planes = UINT32_MAX;
    memcpy(request + 4, &display->root, 4);
    memcpy(request + 8, place, 4);
    memcpy(request + 12, size, 4);
    memcpy(request + 16, &planes, 4);
    uint8_t *reply = mr_x11_ask(display, NULL, X11_GET_IMAGE, request, sizeof request);
    bool is_whole = reply && x11_rest(reply) >= (size_t)area.width * (size_t)count * 4;
    if (is_whole)
      copy_lines(reply + 32, area.width, count, pixels + (size_t)y * (size_t)stride, stride);
    free(reply);
    if (!is_whole) return false;
  }
  return true;
}

/// Lays a pixel of the pointer, premultiplied, over one of the picture.
static void blend(uint8_t *pixel, uint32_t over) {
  uint32_t rest = 255 - (over >> 24);
  for (int channel = 0; channel < 3; channel++) {
    uint32_t sum = ((over >> (8 * channel)) & 255) + (pixel[channel] * rest + 127) / 255;
    pixel[channel] = (uint8_t)(sum > 255 ? 255 : sum);
  }
}

static void draw_pointer(mr_display *display, mr_screen_area area, uint8_t *pixels,
                         int32_t stride) {
  enum { GET_CURSOR_IMAGE = 4 };
  if (!display->has_fixes) return;
  uint32_t request[1] = {0};
  uint8_t *reply =
      mr_x11_ask(display, &mr_x11_fixes, GET_CURSOR_IMAGE, request, sizeof request);
  if (!reply) return;
  int32_t width = x11_u16(reply + 12), height = x11_u16(reply + 14);
  int32_t left = x11_i16(reply + 8) - x11_u16(reply + 16) - area.x;
  int32_t top = x11_i16(reply + 10) - x11_u16(reply + 18) - area.y;
  if ((size_t)width * (size_t)height * 4 <= x11_rest(reply))
    for (int32_t y = 0; y < height; y++)
      for (int32_t x = 0; x < width; x++) {
        int32_t column = left + x, line = top + y;
        if (column < 0 || line < 0 || column >= area.width || line >= area.height) continue;
        blend(pixels + (size_t)line * (size_t)stride + 4 * (size_t)column,
              x11_u32(reply + 32 + 4 * ((size_t)y * (size_t)width + (size_t)x)));
      }
  free(reply);
}

/// The part of `area` that lies on `display`.
static mr_screen_area visible_part(mr_screen_area area, mr_screen_area display) {
  int32_t left = area.x < 0 ? 0 : area.x, top = area.y < 0 ? 0 : area.y;
  int32_t right = area.x + area.width, bottom = area.y + area.height;
  if (right > display.width) right = display.width;
  if (bottom > display.height) bottom = display.height;
  return (mr_screen_area){left, top, right - left, bottom - top};
}

static void forget_events(mr_display *display) {
  for (void *event; (event = display->x11->poll_event(display->connection));) free(event);
}

static void fill_black(mr_screen_area area, uint8_t *pixels, int32_t stride) {
  static const uint8_t black[4] = {0, 0, 0, 255};
  for (int32_t y = 0; y < area.height; y++)
    for (int32_t x = 0; x < area.width; x++)
      memcpy(pixels + (size_t)y * (size_t)stride + 4 * (size_t)x, black, 4);
}

mr_grab_state mr_grab(mr_display *display, mr_screen_area area, bool has_pointer, uint8_t *pixels,
                      int32_t stride) {
  forget_events(display);
  mr_screen_area part = visible_part(area, mr_display_area(display));
  if (display->x11->has_error(display->connection)) return MR_GRAB_NO_DISPLAY;
  if (part.width != area.width || part.height != area.height) fill_black(area, pixels, stride);
  if (part.width > 0 && part.height > 0) {
    uint8_t *start = pixels + (size_t)(part.y - area.y) * (size_t)stride +
                     4 * (size_t)(part.x - area.x);
    share(display, (size_t)part.width * (size_t)part.height * 4);
    bool is_there = display->shared ? grab_shared(display, part, start, stride)
                                    : grab_sent(display, part, start, stride);
    if (display->x11->has_error(display->connection)) return MR_GRAB_NO_DISPLAY;
    if (!is_there) return MR_GRAB_REFUSED;
  }
  if (has_pointer) draw_pointer(display, area, pixels, stride);
  return MR_GRABBED;
}
