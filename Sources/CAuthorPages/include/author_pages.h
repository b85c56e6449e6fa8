// SPDX-License-Identifier: MIT
//
// What the pages of HTML that Moonreel writes for authors have in common: a look and two scripts, as texts.
#ifndef MOONREEL_AUTHOR_PAGES_H
#define MOONREEL_AUTHOR_PAGES_H

/// The look.
const char *mr_author_style(void);
/// Searching a page's headings.
const char *mr_author_search(void);
/// Moving pictures that play while they are seen.
const char *mr_author_gallery(void);

#endif
