// SPDX-License-Identifier: MIT
//
// What a display shows, for tests that capture it: its background, and windows. libxcb is loaded when a stage is opened. One
// thread at a time; every call has been carried out when it returns.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct mr_stage mr_stage;

/// Opens the display `name`; `NULL` where it or the library is not there.
mr_stage *mr_open_stage(const char *name);
void mr_close_stage(mr_stage *stage);

/// Fills the background with a colour, 0xRRGGBB.
void mr_fill_stage(mr_stage *stage, uint32_t color);

/// Shows a window of one colour; its identifier.
uint32_t mr_add_window(mr_stage *stage, int16_t x, int16_t y, uint16_t width, uint16_t height,
                       uint32_t color, const char *title);
void mr_move_window(mr_stage *stage, uint32_t window, int32_t x, int32_t y);
void mr_resize_window(mr_stage *stage, uint32_t window, uint32_t width, uint32_t height);
void mr_hide_window(mr_stage *stage, uint32_t window);
void mr_show_window(mr_stage *stage, uint32_t window);
void mr_remove_window(mr_stage *stage, uint32_t window);
/// Puts the mouse pointer somewhere.
void mr_move_pointer(mr_stage *stage, int16_t x, int16_t y);
