// SPDX-License-Identifier: MIT
#include "standard_library.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char prelude[] = {
#embed "../../stdlib/prelude.lua" suffix(, )
    0};
static const char moonreel_options[] = {
#embed "../../stdlib/moonreel/options.lua" suffix(, )
    0};

static const mr_library_file files[] = {
    {"prelude.lua", prelude, sizeof prelude - 1},
    {"moonreel/options.lua", moonreel_options, sizeof moonreel_options - 1},
};

mr_library_file mr_library_file_at(size_t index) {
  return index < sizeof files / sizeof *files ? files[index] : (mr_library_file){0, 0, 0};
}
