// SPDX-License-Identifier: MIT
//
// Scripts of Advanced SubStation Alpha, drawn by libass. One thread at a time may use a script.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A script with its fonts and what libass keeps for drawing it.
typedef struct mr_substation mr_substation;

/// A script that begins with `header` (styles, and fonts in it), without events yet. The machine's fonts are
/// those that `configuration`, a text in Fontconfig's format, names. NULL without memory.
mr_substation *mr_substation_make(const char *header, size_t size, const char *configuration);
void mr_substation_free(mr_substation *script);

/// Adds a font file that lies in memory; before the first frame.
void mr_substation_add_font(
    mr_substation *script, const char *name, const uint8_t *bytes, size_t size);

/// Adds an event as Matroska stores it ("order,layer,style,…,text"), in milliseconds.
void mr_substation_add_event(
    mr_substation *script, const char *text, size_t size, int64_t start, int64_t duration);

/// Width and height that positions are given in; 0 where the header does not say.
void mr_substation_frame(const mr_substation *script, int32_t *width, int32_t *height);

/// Forgets where events that do not say it themselves were put: the next frame does not depend on those
/// drawn before.
void mr_substation_forget_places(mr_substation *script);

/// A rectangle of pixels.
typedef struct mr_area {
  int32_t x, y, width, height;
} mr_area;

/// Draws the moment `milliseconds` onto `width` × `height` pixels, for a film whose frames have `frame_width` ×
/// `frame_height`; returns where something is, without width and height where nothing is.
mr_area mr_substation_draw(
    mr_substation *script, int64_t milliseconds, int32_t width, int32_t height, int32_t frame_width,
    int32_t frame_height);

/// Writes what was drawn last within `area` onto transparent pixels, premultiplied, blue first. Every letter is
/// rounded once, the same on every machine.
void mr_substation_paint(
    const mr_substation *script, mr_area area, uint8_t *base, size_t stride);

/// The next of libass's messages that matter to whoever wrote the script (missing fonts, letters), or an empty
/// string.
void mr_substation_take_message(mr_substation *script, char *text, size_t size);

/// The version of libass that is loaded: 1701 for 0.17.1.
int32_t mr_libass_version(void);
