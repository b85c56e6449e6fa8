// SPDX-License-Identifier: MIT
//
// What Swift cannot import of Pango's and Fontconfig's headers (macros, types without a definition), and the
// one loop over pixels that text needs.
#pragma once

#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "moonreel_substation.h"

/// Has `say` get the warnings and errors of GLib and of the libraries that are built on it, in place of standard error,
/// from any thread. Only the first call counts.
void mr_glib_listen(void (*say)(const char *sentence));

/// The fonts that may be used: Fontconfig's configuration and the font map that reads from it.
typedef struct mr_fonts mr_fonts;

/// Fonts as `configuration`, a text in Fontconfig's format, says; nothing of the machine's own configuration.
/// NULL where Fontconfig refuses.
mr_fonts *mr_fonts_make(const char *configuration);
void mr_fonts_free(mr_fonts *fonts);

/// Adds the font file at `path`, its faces under the one name `family`.
///
/// Returns false where the file is no font.
bool mr_fonts_add_file(mr_fonts *fonts, const char *path, const char *family);

/// Whether a face of `family` exists; upper and lower case count as one.
bool mr_fonts_has_family(const mr_fonts *fonts, const char *family);

/// A context for layouts, to be given back with `g_object_unref`: no hinting, whole gray levels, widths not
/// rounded, 1 point = 1 pixel.
PangoContext *mr_fonts_context(mr_fonts *fonts);

/// Whether the glyphs of `font` are pictures with colours of their own.
bool mr_font_has_color(PangoFont *font);

/// Whether `glyph` stands for a character that no font has, and which.
static inline bool mr_glyph_is_missing(PangoGlyph glyph, uint32_t *character) {
  if (!(glyph & PANGO_GLYPH_UNKNOWN_FLAG)) return false;
  *character = glyph == PANGO_GLYPH_INVALID_INPUT ? 0xFFFD : glyph & ~PANGO_GLYPH_UNKNOWN_FLAG;
  return true;
}

/// The attribute's colour, 16 bits a component; false for attributes without one.
static inline bool mr_attribute_color(const PangoAttribute *attribute, PangoColor *color) {
  switch (attribute->klass->type) {
    case PANGO_ATTR_FOREGROUND: case PANGO_ATTR_BACKGROUND:
    case PANGO_ATTR_UNDERLINE_COLOR: case PANGO_ATTR_STRIKETHROUGH_COLOR:
      *color = ((const PangoAttrColor *)attribute)->color;
      return true;
    default: return false;
  }
}

/// The attribute's whole number; 0 for attributes without one.
static inline int32_t mr_attribute_number(const PangoAttribute *attribute) {
  switch (attribute->klass->type) {
    case PANGO_ATTR_FOREGROUND_ALPHA: case PANGO_ATTR_BACKGROUND_ALPHA:
    case PANGO_ATTR_UNDERLINE: case PANGO_ATTR_STRIKETHROUGH: case PANGO_ATTR_RISE:
      return ((const PangoAttrInt *)attribute)->value;
    default: return 0;
  }
}

/// What Pango knows of the place before a character.
enum { MR_CURSOR_POSITION = 1, MR_WORD_START = 2, MR_WHITE = 4 };
static inline uint32_t mr_log_flags(const PangoLogAttr *attribute) {
  return (attribute->is_cursor_position ? MR_CURSOR_POSITION : 0) |
         (attribute->is_word_start ? MR_WORD_START : 0) | (attribute->is_white ? MR_WHITE : 0);
}

/// Blurs `height` rows of `width` bytes in place; what lies beyond the edges counts as 0.
///
/// `weights` holds the middle weight and those of the `radius` samples on each side. Sums are in a fixed
/// order; false where memory is short.
bool mr_blur_alpha(
    uint8_t *base, size_t width, size_t height, size_t stride, const float *weights, size_t radius);
