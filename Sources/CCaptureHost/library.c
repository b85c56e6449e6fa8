// SPDX-License-Identifier: MIT
#include "moonreel_library.h"

#include <dlfcn.h>
#include <stddef.h>

bool mr_load_library(
  const char *const *libraries, int32_t count, const mr_library_function *functions, int32_t function_count) {
  void *library = NULL;
  for (int32_t index = 0; index < count && !library; index++)
    library = dlopen(libraries[index], RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
  bool is_complete = true;
  for (int32_t index = 0; index < function_count; index++) {
    *functions[index].place = dlsym(library, functions[index].name);
    is_complete = is_complete && *functions[index].place;
  }
  return is_complete;
}
