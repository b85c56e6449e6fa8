// SPDX-License-Identifier: MIT
//
// The page's files: two lines for each, which is all that has to be written for a new one.
#include "studio_page.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const mr_page_file files[] = {
#define MR_FILE "page/index.html"
#include "file.inc"
#define MR_FILE "page/js/dom.js"
#include "file.inc"
#define MR_FILE "page/js/export-jobs.js"
#include "file.inc"
#define MR_FILE "page/js/exports.js"
#include "file.inc"
#define MR_FILE "page/js/findings.js"
#include "file.inc"
#define MR_FILE "page/js/flip.js"
#include "file.inc"
#define MR_FILE "page/js/gallery-card.js"
#include "file.inc"
#define MR_FILE "page/js/gallery.js"
#include "file.inc"
#define MR_FILE "page/js/guides-control.js"
#include "file.inc"
#define MR_FILE "page/js/guides.js"
#include "file.inc"
#define MR_FILE "page/js/host-clock.js"
#include "file.inc"
#define MR_FILE "page/js/inspector.js"
#include "file.inc"
#define MR_FILE "page/js/keys.js"
#include "file.inc"
#define MR_FILE "page/js/main.js"
#include "file.inc"
#define MR_FILE "page/js/media.js"
#include "file.inc"
#define MR_FILE "page/js/meters.js"
#include "file.inc"
#define MR_FILE "page/js/newest.js"
#include "file.inc"
#define MR_FILE "page/js/panels.js"
#include "file.inc"
#define MR_FILE "page/js/param-fields.js"
#include "file.inc"
#define MR_FILE "page/js/param-presets.js"
#include "file.inc"
#define MR_FILE "page/js/param-text.js"
#include "file.inc"
#define MR_FILE "page/js/params.js"
#include "file.inc"
#define MR_FILE "page/js/pictures.js"
#include "file.inc"
#define MR_FILE "page/js/pixels.js"
#include "file.inc"
#define MR_FILE "page/js/problem.js"
#include "file.inc"
#define MR_FILE "page/js/protocol.js"
#include "file.inc"
#define MR_FILE "page/js/proxies.js"
#include "file.inc"
#define MR_FILE "page/js/resume.js"
#include "file.inc"
#define MR_FILE "page/js/scopes-count.js"
#include "file.inc"
#define MR_FILE "page/js/scopes.js"
#include "file.inc"
#define MR_FILE "page/js/scrub-marks.js"
#include "file.inc"
#define MR_FILE "page/js/selected.js"
#include "file.inc"
#define MR_FILE "page/js/settings-dialog.js"
#include "file.inc"
#define MR_FILE "page/js/settings.js"
#include "file.inc"
#define MR_FILE "page/js/socket.js"
#include "file.inc"
#define MR_FILE "page/js/sound-control.js"
#include "file.inc"
#define MR_FILE "page/js/sound-worklet.js"
#include "file.inc"
#define MR_FILE "page/js/sound.js"
#include "file.inc"
#define MR_FILE "page/js/stage-box.js"
#include "file.inc"
#define MR_FILE "page/js/stage-pointer.js"
#include "file.inc"
#define MR_FILE "page/js/stage.js"
#include "file.inc"
#define MR_FILE "page/js/store.js"
#include "file.inc"
#define MR_FILE "page/js/timecode.js"
#include "file.inc"
#define MR_FILE "page/js/timeline-clip.js"
#include "file.inc"
#define MR_FILE "page/js/timeline-curves.js"
#include "file.inc"
#define MR_FILE "page/js/timeline-pointer.js"
#include "file.inc"
#define MR_FILE "page/js/timeline-ruler.js"
#include "file.inc"
#define MR_FILE "page/js/timeline-scale.js"
#include "file.inc"
#define MR_FILE "page/js/timeline-tracks.js"
#include "file.inc"
#define MR_FILE "page/js/timeline.js"
#include "file.inc"
#define MR_FILE "page/js/transport-view.js"
#include "file.inc"
#define MR_FILE "page/js/transport.js"
#include "file.inc"
#define MR_FILE "page/studio.css"
#include "file.inc"
};

const char *mr_gallery_script(void) {
  static const char text[] = {
#embed "gallery.lua" suffix(, )
      0};
  return text;
}

const char *mr_gallery_samples(void) {
  static const char text[] = {
#embed "../../scripts/gallery.d/samples.lua" suffix(, )
      0};
  return text;
}

mr_page_file mr_page_file_at(size_t index) {
  const mr_page_file none = {0, 0, 0};
  return index < sizeof files / sizeof *files ? files[index] : none;
}
