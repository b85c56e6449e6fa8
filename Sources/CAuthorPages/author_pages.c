// SPDX-License-Identifier: MIT
#include "author_pages.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

const char *mr_author_style(void) {
  static const char text[] = {
#embed "page/author.css" suffix(, )
      0};
  return text;
}

const char *mr_author_search(void) {
  static const char text[] = {
#embed "page/search.js" suffix(, )
      0};
  return text;
}

const char *mr_author_gallery(void) {
  static const char text[] = {
#embed "page/gallery.js" suffix(, )
      0};
  return text;
}
