// SPDX-License-Identifier: MIT
//
// The stubs of stdlib/meta, which `moonreel stubs` writes for editors: two lines for each.
#include "standard_library.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const mr_library_file stubs[] = {
#define MR_FILE "../../stdlib/meta/analysis.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/meta/captions.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/meta/color.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/meta/compositing.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/meta/composition.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/meta/filters.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/meta/geometry.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/meta/kernels.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/meta/layers.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/meta/media.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/meta/moonreel.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/meta/options.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/meta/picture.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/meta/playing.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/meta/presets.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/meta/shaders.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/meta/sound.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/meta/testing.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/meta/timeline.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/meta/titles.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/meta/transitions.lua"
#include "file.inc"
};

mr_library_file mr_library_stub_at(size_t index) {
  const mr_library_file none = {0, 0};
  return index < sizeof stubs / sizeof *stubs ? stubs[index] : none;
}
