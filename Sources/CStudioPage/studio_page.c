// SPDX-License-Identifier: MIT
//
// The page's files: two lines for each, which is all that has to be written for a new one.
#include "studio_page.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const mr_page_file files[] = {
#define MR_FILE "page/index.html"
#include "file.inc"
};

mr_page_file mr_page_file_at(size_t index) {
  const mr_page_file none = {0, 0, 0};
  return index < sizeof files / sizeof *files ? files[index] : none;
}
