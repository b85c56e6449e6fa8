// SPDX-License-Identifier: MIT
#include "curl.h"

#include <dlfcn.h>
#include <pthread.h>

static curl_functions functions;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *library(void) {
  // The library that comes with curl, and the one that comes with git.
  static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    void *found = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (found) return found;
  }
  return NULL;
}

static void load(void) {
  void *from = library();
  if (!from) return;
  const struct {
    const char *name;
    void *place;
  } wanted[] = {
      {"curl_global_init", &functions.global_init},
      {"curl_easy_init", &functions.easy_init},
      {"curl_easy_setopt", &functions.easy_setopt},
      {"curl_easy_getinfo", &functions.easy_getinfo},
      {"curl_easy_reset", &functions.easy_reset},
      {"curl_easy_cleanup", &functions.easy_cleanup},
      {"curl_easy_strerror", &functions.easy_strerror},
      {"curl_multi_init", &functions.multi_init},
      {"curl_multi_add_handle", &functions.multi_add_handle},
      {"curl_multi_remove_handle", &functions.multi_remove_handle},
      {"curl_multi_perform", &functions.multi_perform},
      {"curl_multi_wait", &functions.multi_wait},
      {"curl_multi_info_read", &functions.multi_info_read},
      {"curl_multi_cleanup", &functions.multi_cleanup},
      {"curl_slist_append", &functions.slist_append},
      {"curl_slist_free_all", &functions.slist_free_all},
  };
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    void *found = dlsym(from, wanted[i].name);
    if (!found) return;
    *(void **)wanted[i].place = found;
  }
  is_loaded = functions.global_init(CURL_GLOBAL_ALL) == 0;
}

const curl_functions *mr_curl(void) {
  pthread_once(&once, load);
  return is_loaded ? &functions : NULL;
}
