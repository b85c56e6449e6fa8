// SPDX-License-Identifier: MIT
//
// What is used of libxcb, declared here so that its headers are not needed, and requests as bytes. The layout of the
// types is that of its ABI.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/uio.h>

#include "moonreel_screens.h"

typedef struct xcb_connection xcb_connection;

typedef struct x11_extension {
  const char *name;
  int global_id;
} x11_extension;

typedef struct x11_request {
  size_t count;
  x11_extension *extension;
  uint8_t opcode, is_void;
} x11_request;

/// The reply to a question for an extension.
typedef struct x11_extension_data {
  uint8_t type, pad;
  uint16_t sequence;
  uint32_t length;
  uint8_t present, major, first_event, first_error;
} x11_extension_data;

typedef struct x11_cookie {
  unsigned sequence;
} x11_cookie;

typedef struct x11_library {
  xcb_connection *(*connect)(const char *, int *);
  void (*disconnect)(xcb_connection *);
  int (*has_error)(xcb_connection *);
  const uint8_t *(*setup)(xcb_connection *);
  unsigned (*send)(xcb_connection *, int, struct iovec *, const x11_request *);
  void *(*wait)(xcb_connection *, unsigned, void **);
  void *(*check)(xcb_connection *, x11_cookie);
  void *(*poll_event)(xcb_connection *);
  uint32_t (*new_id)(xcb_connection *);
  const x11_extension_data *(*extension)(xcb_connection *, x11_extension *);
} x11_library;

/// The extensions; libxcb gives each a number that holds for the process.
extern x11_extension mr_x11_shm, mr_x11_fixes, mr_x11_randr;

/// Core requests by their numbers.
enum {
  X11_GET_GEOMETRY = 14,
  X11_QUERY_TREE = 15,
  X11_INTERN_ATOM = 16,
  X11_GET_PROPERTY = 20,
  X11_QUERY_POINTER = 38,
  X11_TRANSLATE = 40,
  X11_GET_IMAGE = 73,
  X11_GET_WINDOW_ATTRIBUTES = 3,
};

struct mr_display {
  const x11_library *x11;
  xcb_connection *connection;
  uint32_t root;
  bool has_shm, has_fixes, has_randr;
  /// Memory that the server writes pictures to; zero and `NULL` where there is none.
  uint32_t segment;
  uint8_t *shared;
  size_t shared_size;
  /// Atoms: the title of a window, its encoding, the windows of the session.
  uint32_t name_atom, utf8_atom, list_atom;
};

/// The library, loaded when it is first asked for; `NULL` where it is not installed.
const x11_library *mr_load_x11(void);

/// Asks `request`, whose first four bytes are the library's: the reply, which the caller frees, or `NULL`.
uint8_t *mr_x11_ask(mr_display *display, x11_extension *extension, uint8_t opcode, void *request,
                    size_t size);

/// Sends `request` to which there is no reply; false where the server refuses.
bool mr_x11_tell(mr_display *display, x11_extension *extension, uint8_t opcode, void *request,
                 size_t size);

static inline uint16_t x11_u16(const uint8_t *bytes) {
  uint16_t value;
  memcpy(&value, bytes, sizeof value);
  return value;
}
static inline int16_t x11_i16(const uint8_t *bytes) { return (int16_t)x11_u16(bytes); }
static inline uint32_t x11_u32(const uint8_t *bytes) {
  uint32_t value;
  memcpy(&value, bytes, sizeof value);
  return value;
}
/// How many bytes follow the 32 of every reply.
static inline size_t x11_rest(const uint8_t *reply) { return (size_t)x11_u32(reply + 4) * 4; }

/// Lets go of the memory that is shared with the server.
void mr_x11_unshare(mr_display *display);
