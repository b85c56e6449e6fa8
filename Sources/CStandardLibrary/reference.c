// SPDX-License-Identifier: MIT
//
// What `moonreel docs --library` makes the library's reference of besides stubs and modules: two lines for each.
#include "standard_library.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const mr_library_file files[] = {
#define MR_FILE "../../stdlib/reference/examples/analysis.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/reference/examples/captions.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/reference/examples/composition.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/reference/examples/kernels.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/reference/examples/library.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/reference/examples/media.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/reference/examples/pictures.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/reference/examples/playing.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/reference/examples/script.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/reference/examples/shaders.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/reference/examples/sound.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/reference/examples/text.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/reference/examples/timeline.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/reference/head.md"
#include "file.inc"
#define MR_FILE "../../stdlib/reference/pages"
#include "file.inc"
};

mr_library_file mr_library_reference_at(size_t index) {
  const mr_library_file none = {0, 0};
  return index < sizeof files / sizeof *files ? files[index] : none;
}
