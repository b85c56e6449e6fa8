// SPDX-License-Identifier: MIT
//
// Pictures of X11 screens, by libxcb, which is loaded when a display is first opened: Moonreel is built without it and runs
// without it. Requests are written here byte by byte as the protocol has them, those of the extensions MIT-SHM, XFIXES and
// RANDR too; so libxcb alone is needed.
//
// One thread at a time uses a display.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A connection to a display.
typedef struct mr_display mr_display;

typedef enum mr_display_state {
  MR_DISPLAY_OPEN,
  /// libxcb is not installed.
  MR_DISPLAY_NO_LIBRARY,
  /// There is no such display, or it refuses this program.
  MR_DISPLAY_REFUSED,
  /// Its pixels are none of 24 bits in 32, blue first.
  MR_DISPLAY_OTHER_PIXELS,
  MR_DISPLAY_NO_MEMORY,
} mr_display_state;

/// A rectangle in pixels of a display, from its upper left corner.
typedef struct mr_screen_area {
  int32_t x, y, width, height;
} mr_screen_area;

/// A monitor, as RandR tells.
typedef struct mr_monitor {
  char name[64];
  mr_screen_area area;
  bool is_primary;
} mr_monitor;

/// A window with a title.
typedef struct mr_window {
  uint32_t identifier;
  char title[256];
  mr_screen_area area;
  bool is_visible;
} mr_window;

typedef enum mr_grab_state {
  MR_GRABBED,
  /// The display has gone.
  MR_GRAB_NO_DISPLAY,
  /// The server refused; the area lies outside the display, as after a change of its size.
  MR_GRAB_REFUSED,
} mr_grab_state;

/// Connects to the display `name` (":0"), `NULL` for that which `DISPLAY` names.
///
/// - Returns: `NULL` with the reason in `state`.
mr_display *mr_open_display(const char *name, mr_display_state *state);

/// Closes the connection, which may be `NULL`.
void mr_close_display(mr_display *display);

/// The whole display, as large as it is now; all zero where it has gone.
mr_screen_area mr_display_area(mr_display *display);

/// Lists monitors to `list`, at most `capacity`; returns how many there are, 0 where the server does not know.
int32_t mr_list_monitors(mr_display *display, mr_monitor *list, int32_t capacity);

/// Lists windows with a title to `list`, at most `capacity`; returns how many there are.
int32_t mr_list_windows(mr_display *display, mr_window *list, int32_t capacity);

/// Finds where a window lies; false where there is none.
bool mr_find_window(mr_display *display, uint32_t identifier, mr_window *window);

/// Copies what `area` of the display shows, the mouse pointer included where `has_pointer`, to `pixels`: blue, green, red and
/// 255 for each, `stride` bytes a line. Parts outside the display become black.
mr_grab_state mr_grab(mr_display *display, mr_screen_area area, bool has_pointer, uint8_t *pixels,
                      int32_t stride);

/// Whether pictures come through memory that the server shares.
bool mr_shares_memory(const mr_display *display);

#ifdef __cplusplus
}
#endif
