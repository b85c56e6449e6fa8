// SPDX-License-Identifier: MIT
#include "x11.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

x11_extension mr_x11_shm = {"MIT-SHM", 0};
x11_extension mr_x11_fixes = {"XFIXES", 0};
x11_extension mr_x11_randr = {"RANDR", 0};

enum { CHECKED = 1 };

static x11_library library;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *file = dlopen("libxcb.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!file) return;
  const struct {
    void *place;
    const char *name;
  } functions[] = {
      {&library.connect, "xcb_connect"},
      {&library.disconnect, "xcb_disconnect"},
      {&library.has_error, "xcb_connection_has_error"},
      {&library.setup, "xcb_get_setup"},
      {&library.send, "xcb_send_request"},
      {&library.wait, "xcb_wait_for_reply"},
      {&library.check, "xcb_request_check"},
      {&library.poll_event, "xcb_poll_for_event"},
      {&library.new_id, "xcb_generate_id"},
      {&library.extension, "xcb_get_extension_data"},
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    void *function = dlsym(file, functions[i].name);
    if (!function) return;
    *(void **)functions[i].place = function;
  }
  is_loaded = true;
}

const x11_library *mr_load_x11(void) {
  pthread_once(&once, load);
  return is_loaded ? &library : NULL;
}

/// Sends `request`; 0 where the connection is lost. The library writes to the two places before the first part.
static unsigned send(mr_display *display, x11_extension *extension, uint8_t opcode, void *request,
                     size_t size, bool is_void) {
  struct iovec parts[4] = {{0}, {0}, {request, size}, {NULL, -size & 3}};
  const x11_request about = {2, extension, opcode, is_void};
  return display->x11->send(display->connection, CHECKED, parts + 2, &about);
}

uint8_t *mr_x11_ask(mr_display *display, x11_extension *extension, uint8_t opcode, void *request,
                    size_t size) {
  unsigned sequence = send(display, extension, opcode, request, size, false);
  if (!sequence) return NULL;
  void *error = NULL;
  void *reply = display->x11->wait(display->connection, sequence, &error);
  free(error);
  return reply;
}

bool mr_x11_tell(mr_display *display, x11_extension *extension, uint8_t opcode, void *request,
                 size_t size) {
  unsigned sequence = send(display, extension, opcode, request, size, true);
  if (!sequence) return false;
  void *error = display->x11->check(display->connection, (x11_cookie){sequence});
  bool is_fine = !error;
  free(error);
  return is_fine && !display->x11->has_error(display->connection);
}
