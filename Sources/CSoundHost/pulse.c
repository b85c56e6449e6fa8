// SPDX-License-Identifier: MIT
#include "pulse.h"

#include <dlfcn.h>

bool mr_load_pulse(pulse_library *pulse) {
  // Never closed: it has threads of its own.
  void *library = dlopen("libpulse-simple.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
  *(void **)&pulse->open = dlsym(library, "pa_simple_new");
  *(void **)&pulse->free = dlsym(library, "pa_simple_free");
  *(void **)&pulse->write = dlsym(library, "pa_simple_write");
  *(void **)&pulse->latency = dlsym(library, "pa_simple_get_latency");
  *(void **)&pulse->text = dlsym(library, "pa_strerror");
  return pulse->open && pulse->free && pulse->write && pulse->latency && pulse->text;
}
