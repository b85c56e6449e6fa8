// SPDX-License-Identifier: MIT
//
// The files of the studio's page, embedded when the package is built.
#pragma once
#include <stddef.h>

/// One embedded file.
typedef struct {
  const char *name;  // its path on the page's server, such as "js/main.js"
  const unsigned char *bytes;
  size_t count;
} mr_page_file;

/// The script that draws galleries, ends with a zero byte.
const char *mr_gallery_script(void);

/// A script that returns what titles and templates are shown with, ends with a zero byte.
const char *mr_gallery_samples(void);

/// File `index`, or one whose name is NULL past the last.
mr_page_file mr_page_file_at(size_t index);
