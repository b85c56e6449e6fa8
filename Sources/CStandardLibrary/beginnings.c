// SPDX-License-Identifier: MIT
//
// The files of stdlib/new, which `moonreel new` writes: two lines for each.
#include "standard_library.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const mr_library_file beginnings[] = {
#define MR_FILE "../../stdlib/new/effect/assets/look.cube"
#include "file.inc"
#define MR_FILE "../../stdlib/new/effect/example.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/new/effect/init.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/new/effect/init_test.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/new/film/README.md"
#include "file.inc"
#define MR_FILE "../../stdlib/new/film/film.json"
#include "file.inc"
#define MR_FILE "../../stdlib/new/film/film.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/new/film/film_test.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/new/package/README.md"
#include "file.inc"
#define MR_FILE "../../stdlib/new/package/moonreel.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/new/package/rockspec"
#include "file.inc"
#define MR_FILE "../../stdlib/new/template/assets/mark.svg"
#include "file.inc"
#define MR_FILE "../../stdlib/new/template/example.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/new/template/init.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/new/template/init_test.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/new/title/assets/underline.svg"
#include "file.inc"
#define MR_FILE "../../stdlib/new/title/example.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/new/title/init.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/new/title/init_test.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/new/transition/assets/shape.svg"
#include "file.inc"
#define MR_FILE "../../stdlib/new/transition/example.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/new/transition/init.lua"
#include "file.inc"
#define MR_FILE "../../stdlib/new/transition/init_test.lua"
#include "file.inc"
};

mr_library_file mr_library_beginning_at(size_t index) {
  const mr_library_file none = {0, 0};
  return index < sizeof beginnings / sizeof *beginnings ? beginnings[index] : none;
}
