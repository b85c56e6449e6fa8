// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include <stdlib.h>

#include "x11.h"

enum { SETUP_HEAD = 40, FORMAT_SIZE = 8, SCREEN_HEAD = 40, MOST_WINDOWS = 512 };

/// The screen of the setup that `number` means; `NULL` where there is none.
static const uint8_t *find_screen(const uint8_t *setup, int number) {
  size_t end = 8 + (size_t)x11_u16(setup + 6) * 4;
  size_t place = SETUP_HEAD + (((size_t)x11_u16(setup + 24) + 3) & ~(size_t)3);
  place += (size_t)setup[29] * FORMAT_SIZE;
  for (int index = 0; index < setup[28] && place + SCREEN_HEAD <= end; index++) {
    const uint8_t *screen = setup + place;
    if (index == number) return screen;
    size_t depths = screen[39];
    place += SCREEN_HEAD;
    for (size_t depth = 0; depth < depths && place + 8 <= end; depth++)
      place += 8 + (size_t)x11_u16(setup + place + 2) * 24;
  }
  return NULL;
}

/// Whether pixels of the screen's depth take 32 bits, and the server sends the lowest byte first.
static bool has_known_pixels(const uint8_t *setup, const uint8_t *screen) {
  bool is_little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
  if (setup[30] != 0 || !is_little || (screen[38] != 24 && screen[38] != 32)) return false;
  size_t place = SETUP_HEAD + (((size_t)x11_u16(setup + 24) + 3) & ~(size_t)3);
  for (int index = 0; index < setup[29]; index++, place += FORMAT_SIZE)
    if (setup[place] == screen[38]) return setup[place + 1] == 32;
  return false;
}

static bool has_extension(mr_display *display, x11_extension *extension) {
  const x11_extension_data *data = display->x11->extension(display->connection, extension);
  return data && data->present;
}

/// Tells the server the version that is spoken: without that it answers no other request of the extension.
static bool has_version(mr_display *display, x11_extension *extension, uint32_t major,
                        uint32_t minor) {
  if (!has_extension(display, extension)) return false;
  uint32_t question[3] = {0, major, minor};
  uint8_t *reply = mr_x11_ask(display, extension, 0, question, sizeof question);
  bool is_known = reply != NULL;
  free(reply);
  return is_known;
}

static uint32_t atom(mr_display *display, const char *name) {
  size_t length = strlen(name);
  uint8_t question[8 + 32] = {0};
  uint16_t count = (uint16_t)length;
  memcpy(question + 4, &count, sizeof count);
  memcpy(question + 8, name, length);
  uint8_t *reply = mr_x11_ask(display, NULL, X11_INTERN_ATOM, question, 8 + length);
  uint32_t value = reply ? x11_u32(reply + 8) : 0;
  free(reply);
  return value;
}

static mr_display_state prepare(mr_display *display, int number) {
  const uint8_t *setup = display->x11->setup(display->connection);
  const uint8_t *screen = setup ? find_screen(setup, number) : NULL;
  if (!screen) return MR_DISPLAY_REFUSED;
  if (!has_known_pixels(setup, screen)) return MR_DISPLAY_OTHER_PIXELS;
  display->root = x11_u32(screen);
  uint32_t question[1] = {0};
  if (has_extension(display, &mr_x11_shm)) {
    uint8_t *reply = mr_x11_ask(display, &mr_x11_shm, 0, question, sizeof question);
    display->has_shm = reply != NULL;
    free(reply);
  }
  display->has_fixes = has_version(display, &mr_x11_fixes, 4, 0);
  display->has_randr = has_version(display, &mr_x11_randr, 1, 5);
  display->name_atom = atom(display, "_NET_WM_NAME");
  display->utf8_atom = atom(display, "UTF8_STRING");
  display->list_atom = atom(display, "_NET_CLIENT_LIST");
  return MR_DISPLAY_OPEN;
}

mr_display *mr_open_display(const char *name, mr_display_state *state) {
  const x11_library *x11 = mr_load_x11();
  *state = MR_DISPLAY_NO_LIBRARY;
  if (!x11) return NULL;
  mr_display *display = calloc(1, sizeof *display);
  *state = MR_DISPLAY_NO_MEMORY;
  if (!display) return NULL;
  display->x11 = x11;
  int number = 0;
  display->connection = x11->connect(name, &number);
  *state = x11->has_error(display->connection) ? MR_DISPLAY_REFUSED : prepare(display, number);
  if (*state == MR_DISPLAY_OPEN) return display;
  mr_close_display(display);
  return NULL;
}

void mr_close_display(mr_display *display) {
  if (!display) return;
  mr_x11_unshare(display);
  display->x11->disconnect(display->connection);
  free(display);
}

bool mr_shares_memory(const mr_display *display) { return display->shared != NULL; }

/// Place and size of a window, from its parent; false where there is none.
static bool geometry(mr_display *display, uint32_t window, mr_screen_area *area) {
  uint32_t question[2] = {0, window};
  uint8_t *reply = mr_x11_ask(display, NULL, X11_GET_GEOMETRY, question, sizeof question);
  if (!reply) return false;
  *area = (mr_screen_area){x11_i16(reply + 12), x11_i16(reply + 14), x11_u16(reply + 16),
                           x11_u16(reply + 18)};
  free(reply);
  return true;
}

mr_screen_area mr_display_area(mr_display *display) {
  mr_screen_area area = {0};
  geometry(display, display->root, &area);
  return area;
}

/// The name of an atom, as far as it fits.
static void name_of_atom(mr_display *display, uint32_t atom, char *name, size_t size) {
  enum { GET_ATOM_NAME = 17 };
  uint32_t question[2] = {0, atom};
  uint8_t *reply = mr_x11_ask(display, NULL, GET_ATOM_NAME, question, sizeof question);
  size_t length = reply ? x11_u16(reply + 8) : 0;
  if (reply && length > x11_rest(reply)) length = x11_rest(reply);
  if (length >= size) length = size - 1;
  if (reply) memcpy(name, reply + 32, length);
  name[length] = 0;
  free(reply);
}

int32_t mr_list_monitors(mr_display *display, mr_monitor *list, int32_t capacity) {
  enum { GET_MONITORS = 42 };
  if (!display->has_randr) return 0;
  uint32_t question[3] = {0, display->root, 1};
  uint8_t *reply =
      mr_x11_ask(display, &mr_x11_randr, GET_MONITORS, question, sizeof question);
  if (!reply) return 0;
  uint32_t count = x11_u32(reply + 12), index = 0;
  size_t place = 32, end = 32 + x11_rest(reply);
  for (; index < count && place + 24 <= end; index++) {
    const uint8_t *found = reply + place;
    place += 24 + (size_t)x11_u16(found + 6) * 4;
    if ((int32_t)index >= capacity) continue;
    mr_monitor *monitor = &list[index];
    name_of_atom(display, x11_u32(found), monitor->name, sizeof monitor->name);
    monitor->is_primary = found[4] != 0;
    monitor->area = (mr_screen_area){x11_i16(found + 8), x11_i16(found + 10),
                                     x11_u16(found + 12), x11_u16(found + 14)};
  }
  free(reply);
  return (int32_t)index;
}

/// A property's bytes, at most `size`; returns how many.
static size_t property(mr_display *display, uint32_t window, uint32_t atom, uint32_t type,
                       void *bytes, size_t size) {
  uint32_t question[6] = {0, window, atom, type, 0, (uint32_t)(size / 4)};
  uint8_t *reply = mr_x11_ask(display, NULL, X11_GET_PROPERTY, question, sizeof question);
  if (!reply) return 0;
  size_t length = (size_t)x11_u32(reply + 16) * (reply[1] / 8);
  if (length > x11_rest(reply)) length = x11_rest(reply);
  if (length > size) length = size;
  memcpy(bytes, reply + 32, length);
  free(reply);
  return length;
}

static bool title_of(mr_display *display, uint32_t window, char title[256]) {
  enum { WM_NAME = 39, ANY_TYPE = 0 };
  size_t length = property(display, window, display->name_atom, display->utf8_atom, title, 252);
  if (!length) length = property(display, window, WM_NAME, ANY_TYPE, title, 252);
  title[length] = 0;
  return length > 0;
}

bool mr_find_window(mr_display *display, uint32_t identifier, mr_window *window) {
  *window = (mr_window){.identifier = identifier};
  if (!geometry(display, identifier, &window->area)) return false;
  uint32_t question[4] = {0, identifier, display->root, 0};
  uint8_t *reply = mr_x11_ask(display, NULL, X11_TRANSLATE, question, sizeof question);
  if (!reply) return false;
  window->area.x = x11_i16(reply + 12);
  window->area.y = x11_i16(reply + 14);
  free(reply);
  uint32_t attributes[2] = {0, identifier};
  reply = mr_x11_ask(display, NULL, X11_GET_WINDOW_ATTRIBUTES, attributes, sizeof attributes);
  window->is_visible = reply && reply[26] == 2;
  free(reply);
  title_of(display, identifier, window->title);
  return true;
}

/// The windows of the session as its manager lists them; the root's children where nobody does.
static size_t session_windows(mr_display *display, uint32_t *windows) {
  enum { WINDOW_TYPE = 33 };
  size_t size = property(display, display->root, display->list_atom, WINDOW_TYPE, windows,
                         MOST_WINDOWS * sizeof *windows);
  if (size) return size / sizeof *windows;
  uint32_t question[2] = {0, display->root};
  uint8_t *reply = mr_x11_ask(display, NULL, X11_QUERY_TREE, question, sizeof question);
  if (!reply) return 0;
  size_t count = x11_u16(reply + 16);
  if (count > x11_rest(reply) / 4) count = x11_rest(reply) / 4;
  if (count > MOST_WINDOWS) count = MOST_WINDOWS;
  memcpy(windows, reply + 32, count * sizeof *windows);
  free(reply);
  return count;
}

int32_t mr_list_windows(mr_display *display, mr_window *list, int32_t capacity) {
  uint32_t *windows = calloc(MOST_WINDOWS, sizeof *windows);
  if (!windows) return 0;
  size_t all = session_windows(display, windows);
  int32_t count = 0;
  for (size_t index = 0; index < all && count < capacity; index++)
    if (mr_find_window(display, windows[index], &list[count]) && list[count].title[0]) count++;
  free(windows);
  return count;
}
