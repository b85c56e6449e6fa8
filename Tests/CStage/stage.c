// SPDX-License-Identifier: MIT
#include "stage.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef struct cookie {
  unsigned sequence;
} cookie;

/// The beginning of a screen as the protocol has it, and the iterator over screens.
typedef struct screen {
  uint32_t root, colormap, white, black, events;
  uint16_t width, height;
} screen;
typedef struct screens {
  screen *data;
  int left, index;
} screens;

struct mr_stage {
  void *connection;
  uint32_t root;
  void (*disconnect)(void *);
  uint32_t (*new_id)(void *);
  cookie (*create)(void *, uint8_t, uint32_t, uint32_t, int16_t, int16_t, uint16_t, uint16_t,
                   uint16_t, uint16_t, uint32_t, uint32_t, const void *);
  cookie (*change)(void *, uint32_t, uint32_t, const void *);
  cookie (*clear)(void *, uint8_t, uint32_t, int16_t, int16_t, uint16_t, uint16_t);
  cookie (*property)(void *, uint8_t, uint32_t, uint32_t, uint32_t, uint8_t, uint32_t,
                     const void *);
  cookie (*configure)(void *, uint32_t, uint16_t, const void *);
  cookie (*map)(void *, uint32_t), (*unmap)(void *, uint32_t), (*destroy)(void *, uint32_t);
  cookie (*warp)(void *, uint32_t, uint32_t, int16_t, int16_t, uint16_t, uint16_t, int16_t,
                 int16_t);
  cookie (*focus)(void *);
  void *(*focus_reply)(void *, cookie, void **);
};

static bool load(mr_stage *stage, void *library) {
  const struct {
    void *place;
    const char *name;
  } functions[] = {
      {&stage->disconnect, "xcb_disconnect"},
      {&stage->new_id, "xcb_generate_id"},
      {&stage->create, "xcb_create_window"},
      {&stage->change, "xcb_change_window_attributes"},
      {&stage->clear, "xcb_clear_area"},
      {&stage->property, "xcb_change_property"},
      {&stage->configure, "xcb_configure_window"},
      {&stage->map, "xcb_map_window"},
      {&stage->unmap, "xcb_unmap_window"},
      {&stage->destroy, "xcb_destroy_window"},
      {&stage->warp, "xcb_warp_pointer"},
      {&stage->focus, "xcb_get_input_focus"},
      {&stage->focus_reply, "xcb_get_input_focus_reply"},
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    void *function = dlsym(library, functions[i].name);
    if (!function) return false;
    *(void **)functions[i].place = function;
  }
  return true;
}

/// Waits until the server has done all that it was sent.
static void settle(mr_stage *stage) {
  free(stage->focus_reply(stage->connection, stage->focus(stage->connection), NULL));
}

mr_stage *mr_open_stage(const char *name) {
  void *library = dlopen("libxcb.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return NULL;
  void *(*connect)(const char *, int *);
  int (*has_error)(void *);
  const void *(*setup)(void *);
  screens (*roots)(const void *);
  *(void **)&connect = dlsym(library, "xcb_connect");
  *(void **)&has_error = dlsym(library, "xcb_connection_has_error");
  *(void **)&setup = dlsym(library, "xcb_get_setup");
  *(void **)&roots = dlsym(library, "xcb_setup_roots_iterator");
  mr_stage *stage = calloc(1, sizeof *stage);
  if (!stage || !load(stage, library)) return NULL;
  stage->connection = connect(name, NULL);
  if (has_error(stage->connection)) {
    mr_close_stage(stage);
    return NULL;
  }
  stage->root = roots(setup(stage->connection)).data->root;
  return stage;
}

void mr_close_stage(mr_stage *stage) {
  if (!stage) return;
  stage->disconnect(stage->connection);
  free(stage);
}

enum { BACK_PIXEL = 2, MAPPED_BY_ITSELF = 512 };

void mr_fill_stage(mr_stage *stage, uint32_t color) {
  stage->change(stage->connection, stage->root, BACK_PIXEL, &color);
  stage->clear(stage->connection, 0, stage->root, 0, 0, 0, 0);
  settle(stage);
}

uint32_t mr_add_window(mr_stage *stage, int16_t x, int16_t y, uint16_t width, uint16_t height,
                       uint32_t color, const char *title) {
  enum { INPUT_OUTPUT = 1, WM_NAME = 39, STRING = 31 };
  uint32_t window = stage->new_id(stage->connection);
  const uint32_t values[2] = {color, 1};
  stage->create(stage->connection, 0, window, stage->root, x, y, width, height, 0, INPUT_OUTPUT, 0,
                BACK_PIXEL | MAPPED_BY_ITSELF, values);
  stage->property(stage->connection, 0, window, WM_NAME, STRING, 8, (uint32_t)strlen(title),
                  title);
  mr_show_window(stage, window);
  return window;
}

void mr_move_window(mr_stage *stage, uint32_t window, int32_t x, int32_t y) {
  const uint32_t values[2] = {(uint32_t)x, (uint32_t)y};
  stage->configure(stage->connection, window, 1 | 2, values);
  settle(stage);
}

void mr_resize_window(mr_stage *stage, uint32_t window, uint32_t width, uint32_t height) {
  const uint32_t values[2] = {width, height};
  stage->configure(stage->connection, window, 4 | 8, values);
  settle(stage);
}

void mr_hide_window(mr_stage *stage, uint32_t window) {
  stage->unmap(stage->connection, window);
  settle(stage);
}

void mr_show_window(mr_stage *stage, uint32_t window) {
  stage->map(stage->connection, window);
  settle(stage);
}

void mr_remove_window(mr_stage *stage, uint32_t window) {
  stage->destroy(stage->connection, window);
  settle(stage);
}

void mr_move_pointer(mr_stage *stage, int16_t x, int16_t y) {
  stage->warp(stage->connection, 0, stage->root, 0, 0, 0, 0, x, y);
  settle(stage);
}
