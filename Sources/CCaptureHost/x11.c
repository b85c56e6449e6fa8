// SPDX-License-Identifier: MIT
#include "x11.h"

#include <pthread.h>
#include <stdlib.h>

#include "moonreel_library.h"

x11_extension mr_x11_shm = {"MIT-SHM", 0};
x11_extension mr_x11_fixes = {"XFIXES", 0};
x11_extension mr_x11_randr = {"RANDR", 0};

enum { CHECKED = 1 };

static x11_library library;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  static const char *const names[] = {"libxcb.so.1"};
  const mr_library_function functions[] = {
      {"xcb_connect", (void **)&library.connect},
      {"xcb_disconnect", (void **)&library.disconnect},
      {"xcb_connection_has_error", (void **)&library.has_error},
      {"xcb_get_setup", (void **)&library.setup},
      {"xcb_send_request", (void **)&library.send},
      {"xcb_wait_for_reply", (void **)&library.wait},
      {"xcb_request_check", (void **)&library.check},
      {"xcb_poll_for_event", (void **)&library.poll_event},
      {"xcb_generate_id", (void **)&library.new_id},
      {"xcb_get_extension_data", (void **)&library.extension},
  };
  is_loaded = mr_load_library(names, 1, functions, sizeof functions / sizeof *functions);
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
