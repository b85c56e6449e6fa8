// SPDX-License-Identifier: MIT
#include "moonreel_text.h"

#include <stdlib.h>
#include <string.h>

struct mr_fonts {
  FcConfig *config;
  PangoFontMap *map;
};

mr_fonts *mr_fonts_make(const char *configuration) {
  mr_fonts *fonts = calloc(1, sizeof *fonts);
  if (!fonts) return NULL;
  fonts->config = FcConfigCreate();
  fonts->map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
  if (!fonts->config || !fonts->map ||
      !FcConfigParseAndLoadFromMemory(fonts->config, (const FcChar8 *)configuration, FcTrue) ||
      !FcConfigBuildFonts(fonts->config)) {
    mr_fonts_free(fonts);
    return NULL;
  }
  pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(fonts->map), 72);
  pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(fonts->map), fonts->config);
  return fonts;
}

void mr_fonts_free(mr_fonts *fonts) {
  if (!fonts) return;
  if (fonts->map) g_object_unref(fonts->map);
  if (fonts->config) FcConfigDestroy(fonts->config);
  free(fonts);
}

bool mr_fonts_add_file(mr_fonts *fonts, const char *path, const char *family) {
  if (!FcConfigAppFontAddFile(fonts->config, (const FcChar8 *)path)) return false;
  FcFontSet *set = FcConfigGetFonts(fonts->config, FcSetApplication);
  bool found = false;
  for (int i = 0; set && i < set->nfont; i++) {
    FcChar8 *file = NULL;
    if (FcPatternGetString(set->fonts[i], FC_FILE, 0, &file) != FcResultMatch) continue;
    if (strcmp((const char *)file, path) != 0) continue;
    // A family of the same name that is installed must not be taken in the file's place.
    FcPatternDel(set->fonts[i], FC_FAMILY);
    FcPatternDel(set->fonts[i], FC_FAMILYLANG);
    found |= FcPatternAddString(set->fonts[i], FC_FAMILY, (const FcChar8 *)family);
  }
  pango_fc_font_map_config_changed(PANGO_FC_FONT_MAP(fonts->map));
  return found;
}

static bool set_has_family(const FcFontSet *set, const char *family) {
  for (int i = 0; set && i < set->nfont; i++) {
    FcChar8 *name = NULL;
    for (int n = 0; FcPatternGetString(set->fonts[i], FC_FAMILY, n, &name) == FcResultMatch; n++)
      if (FcStrCmpIgnoreCase(name, (const FcChar8 *)family) == 0) return true;
  }
  return false;
}

bool mr_fonts_has_family(const mr_fonts *fonts, const char *family) {
  return set_has_family(FcConfigGetFonts(fonts->config, FcSetSystem), family) ||
         set_has_family(FcConfigGetFonts(fonts->config, FcSetApplication), family);
}

PangoContext *mr_fonts_context(mr_fonts *fonts) {
  PangoContext *context = pango_font_map_create_context(fonts->map);
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options(context, options);
  cairo_font_options_destroy(options);
  pango_context_set_round_glyph_positions(context, FALSE);
  return context;
}

bool mr_font_has_color(PangoFont *font) {
  if (!font || !PANGO_IS_FC_FONT(font)) return false;
  FcBool color = FcFalse;
  FcPattern *pattern = pango_fc_font_get_pattern(PANGO_FC_FONT(font));
  return FcPatternGetBool(pattern, FC_COLOR, 0, &color) == FcResultMatch && color;
}
