// SPDX-License-Identifier: MIT
#include "standard_library.h"
#include "transitions.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char prelude[] = {
#embed "../../stdlib/prelude.lua" suffix(, )
    0};
static const char moonreel_options[] = {
#embed "../../stdlib/moonreel/options.lua" suffix(, )
    0};
static const char moonreel_ease[] = {
#embed "../../stdlib/moonreel/ease.lua" suffix(, )
    0};
static const char moonreel_echo[] = {
#embed "../../stdlib/moonreel/echo.lua" suffix(, )
    0};
static const char moonreel_frame_blend[] = {
#embed "../../stdlib/moonreel/frame_blend.lua" suffix(, )
    0};
static const char moonreel_freeze[] = {
#embed "../../stdlib/moonreel/freeze.lua" suffix(, )
    0};
static const char moonreel_reverse[] = {
#embed "../../stdlib/moonreel/reverse.lua" suffix(, )
    0};

#include "effects.inc"

static const mr_library_file files[] = {
    {"prelude.lua", prelude, sizeof prelude - 1},
    {"moonreel/options.lua", moonreel_options, sizeof moonreel_options - 1},
    {"moonreel/ease.lua", moonreel_ease, sizeof moonreel_ease - 1},
    {"moonreel/echo.lua", moonreel_echo, sizeof moonreel_echo - 1},
    {"moonreel/frame_blend.lua", moonreel_frame_blend, sizeof moonreel_frame_blend - 1},
    {"moonreel/freeze.lua", moonreel_freeze, sizeof moonreel_freeze - 1},
    {"moonreel/reverse.lua", moonreel_reverse, sizeof moonreel_reverse - 1},
    MR_EFFECT_FILES
};

mr_library_file mr_library_file_at(size_t index) {
  const size_t count = sizeof files / sizeof *files;
  if (index < count) return files[index];
  index -= count;
  if (index < mr_transition_file_count) return mr_transition_file_at(index);
  return (mr_library_file){0, 0, 0};
}
