// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "moonreel_substation.h"

#include <ass/ass.h>
#include <dlfcn.h>
#include <fontconfig/fontconfig.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// At most this many messages wait; what a script repeats says nothing new.
enum { MOST_MESSAGES = 32, MESSAGE_SIZE = 256 };

struct mr_substation {
  ASS_Library *library;
  ASS_Renderer *renderer;
  ASS_Track *track;
  /// Fontconfig's settings.
  char *configuration;
  bool has_fonts;
  /// What was drawn last; libass's own, until it draws again.
  const ASS_Image *images;
  int32_t message_count;
  char messages[MOST_MESSAGES][MESSAGE_SIZE];
};

/// Keeps warnings (level 2 and below are errors and warnings); nothing goes to the terminal.
static void take_message(int level, const char *format, va_list arguments, void *data) {
  mr_substation *script = data;
  if (level > 2 || !script || script->message_count >= MOST_MESSAGES) return;
  char *text = script->messages[script->message_count];
  vsnprintf(text, MESSAGE_SIZE, format, arguments);
  for (int32_t i = 0; i < script->message_count; i++)
    if (strcmp(script->messages[i], text) == 0) return;
  script->message_count++;
}

mr_substation *mr_substation_make(const char *header, size_t size, const char *configuration) {
  mr_substation *script = calloc(1, sizeof *script);
  if (!script) return NULL;
  script->configuration = strdup(configuration);
  script->library = ass_library_init();
  if (script->library) {
    ass_set_message_cb(script->library, take_message, script);
    ass_set_extract_fonts(script->library, 1);
    script->renderer = ass_renderer_init(script->library);
    script->track = ass_new_track(script->library);
  }
  char *copy = malloc(size + 1);
  if (!script->renderer || !script->track || !copy || !script->configuration) {
    free(copy);
    mr_substation_free(script);
    return NULL;
  }
  memcpy(copy, header, size);
  copy[size] = 0;
  ass_process_codec_private(script->track, copy, (int)size);
  free(copy);
  ass_set_hinting(script->renderer, ASS_HINTING_NONE);
  ass_set_shaper(script->renderer, ASS_SHAPING_COMPLEX);
  return script;
}

void mr_substation_free(mr_substation *script) {
  if (!script) return;
  if (script->track) ass_free_track(script->track);
  if (script->renderer) ass_renderer_done(script->renderer);
  if (script->library) ass_library_done(script->library);
  free(script->configuration);
  free(script);
}

void mr_substation_add_font(
    mr_substation *script, const char *name, const uint8_t *bytes, size_t size) {
  if (size <= INT32_MAX) ass_add_font(script->library, name, (const char *)bytes, (int)size);
}

void mr_substation_add_event(
    mr_substation *script, const char *text, size_t size, int64_t start, int64_t duration) {
  char *copy = malloc(size + 1);
  if (!copy) return;
  memcpy(copy, text, size);
  copy[size] = 0;
  ass_process_chunk(script->track, copy, (int)size, start, duration);
  free(copy);
}

void mr_substation_frame(const mr_substation *script, int32_t *width, int32_t *height) {
  *width = script->track->PlayResX;
  *height = script->track->PlayResY;
}

void mr_substation_forget_places(mr_substation *script) {
  // What libass notes of an event while drawing is made anew where it is missing, and freed as here.
  for (int i = 0; i < script->track->n_events; i++) {
    free(script->track->events[i].render_priv);
    script->track->events[i].render_priv = NULL;
  }
}

/// What libass is told instead of a path: the settings lie in memory. A file of them would need a folder that may
/// be written.
static const char IN_MEMORY[] = "moonreel: settings in memory";
static _Thread_local const char *settings_in_memory;

/// Stands before Fontconfig's own function of this name, which libass calls with the path that it was given.
/// Where something keeps it from standing there, the machine's own settings hold.
FcBool FcConfigParseAndLoad(FcConfig *config, const FcChar8 *file, FcBool complain) {
  if (file && settings_in_memory && strcmp((const char *)file, IN_MEMORY) == 0)
    return FcConfigParseAndLoadFromMemory(config, (const FcChar8 *)settings_in_memory, complain);
  typedef FcBool (*load)(FcConfig *, const FcChar8 *, FcBool);
  load theirs = (load)dlsym(RTLD_NEXT, "FcConfigParseAndLoad");
  return theirs ? theirs(config, file, complain) : FcFalse;
}

/// Puts fonts in place; costs a look at all of the machine's, and so waits for the first frame.
static void find_fonts(mr_substation *script) {
  if (script->has_fonts) return;
  script->has_fonts = true;
  settings_in_memory = script->configuration;
  ass_set_fonts(
      script->renderer, NULL, "sans-serif", ASS_FONTPROVIDER_FONTCONFIG, IN_MEMORY, 1);
  settings_in_memory = NULL;
}

/// value · share / 255, rounded.
static inline uint32_t part(uint32_t value, uint32_t share) { return (value * share + 127) / 255; }

/// Lays one image of one colour over the pixels of `area`.
static void blend(const ASS_Image *image, uint8_t *base, size_t stride, const mr_area *area) {
  const uint32_t opacity = 255 - (image->color & 0xFF);
  const uint32_t color[3] = {
      image->color >> 8 & 0xFF, image->color >> 16 & 0xFF, image->color >> 24 & 0xFF};
  for (int y = 0; y < image->h; y++) {
    const int row = image->dst_y + y - area->y;
    if (row < 0 || row >= area->height) continue;
    const unsigned char *from = image->bitmap + (ptrdiff_t)y * image->stride;
    uint8_t *to = base + (size_t)row * stride;
    for (int x = 0; x < image->w; x++) {
      const int column = image->dst_x + x - area->x;
      if (column < 0 || column >= area->width || !from[x]) continue;
      const uint32_t alpha = part(from[x], opacity);
      uint8_t *pixel = to + 4 * (size_t)column;
      pixel[3] = (uint8_t)(alpha + part(pixel[3], 255 - alpha));
      for (int i = 0; i < 3; i++) {
        const uint32_t sum = part(color[i], alpha) + part(pixel[i], 255 - alpha);
        pixel[i] = (uint8_t)(sum < pixel[3] ? sum : pixel[3]);
      }
    }
  }
}

mr_area mr_substation_draw(
    mr_substation *script, int64_t milliseconds, int32_t width, int32_t height, int32_t frame_width,
    int32_t frame_height) {
  find_fonts(script);
  ass_set_frame_size(script->renderer, width, height);
  ass_set_storage_size(script->renderer, frame_width, frame_height);
  script->images = ass_render_frame(script->renderer, script->track, milliseconds, NULL);
  int32_t left = width, top = height, right = 0, bottom = 0;
  for (const ASS_Image *image = script->images; image; image = image->next) {
    if (image->w <= 0 || image->h <= 0) continue;
    if (image->dst_x < left) left = image->dst_x;
    if (image->dst_y < top) top = image->dst_y;
    if (image->dst_x + image->w > right) right = image->dst_x + image->w;
    if (image->dst_y + image->h > bottom) bottom = image->dst_y + image->h;
  }
  mr_area area = {left < 0 ? 0 : left, top < 0 ? 0 : top, 0, 0};
  area.width = (right > width ? width : right) - area.x;
  area.height = (bottom > height ? height : bottom) - area.y;
  if (area.width <= 0 || area.height <= 0) return (mr_area){0, 0, 0, 0};
  return area;
}

void mr_substation_paint(
    const mr_substation *script, mr_area area, uint8_t *base, size_t stride) {
  for (int32_t y = 0; y < area.height; y++)
    memset(base + (size_t)y * stride, 0, 4 * (size_t)area.width);
  for (const ASS_Image *image = script->images; image; image = image->next)
    blend(image, base, stride, &area);
}

void mr_substation_take_message(mr_substation *script, char *text, size_t size) {
  if (size) *text = 0;
  if (!size || script->message_count == 0) return;
  script->message_count--;
  snprintf(text, size, "%s", script->messages[script->message_count]);
}

// libass writes each part of its version as two decimal digits in a byte: 0x01701000 is 0.17.1.
static int32_t decimal(int byte) { return (byte >> 4 & 15) * 10 + (byte & 15); }

int32_t mr_libass_version(void) {
  const int version = ass_library_version();
  return (version >> 28 & 15) * 10000 + decimal(version >> 20) * 100 + decimal(version >> 12);
}
