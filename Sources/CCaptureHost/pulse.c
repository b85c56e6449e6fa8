// SPDX-License-Identifier: MIT
#include "pulse.h"

#include <dlfcn.h>
#include <pthread.h>

static pulse_library pulse;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  // Never closed: it has threads of its own.
  void *library = dlopen("libpulse.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  const struct {
    void *place;
    const char *name;
  } functions[] = {
      {&pulse.loop_new, "pa_threaded_mainloop_new"},
      {&pulse.loop_free, "pa_threaded_mainloop_free"},
      {&pulse.loop_start, "pa_threaded_mainloop_start"},
      {&pulse.loop_stop, "pa_threaded_mainloop_stop"},
      {&pulse.loop_lock, "pa_threaded_mainloop_lock"},
      {&pulse.loop_unlock, "pa_threaded_mainloop_unlock"},
      {&pulse.loop_api, "pa_threaded_mainloop_get_api"},
      {&pulse.context_new, "pa_context_new"},
      {&pulse.context_unref, "pa_context_unref"},
      {&pulse.context_on_state, "pa_context_set_state_callback"},
      {&pulse.context_connect, "pa_context_connect"},
      {&pulse.context_disconnect, "pa_context_disconnect"},
      {&pulse.context_state, "pa_context_get_state"},
      {&pulse.context_error, "pa_context_errno"},
      {&pulse.context_on_event, "pa_context_set_subscribe_callback"},
      {&pulse.subscribe, "pa_context_subscribe"},
      {&pulse.list_sources, "pa_context_get_source_info_list"},
      {&pulse.server_info, "pa_context_get_server_info"},
      {&pulse.operation_state, "pa_operation_get_state"},
      {&pulse.operation_cancel, "pa_operation_cancel"},
      {&pulse.operation_unref, "pa_operation_unref"},
      {&pulse.stream_new, "pa_stream_new"},
      {&pulse.stream_unref, "pa_stream_unref"},
      {&pulse.stream_record, "pa_stream_connect_record"},
      {&pulse.stream_disconnect, "pa_stream_disconnect"},
      {&pulse.stream_state, "pa_stream_get_state"},
      {&pulse.stream_peek, "pa_stream_peek"},
      {&pulse.stream_drop, "pa_stream_drop"},
      {&pulse.stream_latency, "pa_stream_get_latency"},
      {&pulse.stream_is_suspended, "pa_stream_is_suspended"},
      {&pulse.stream_on_state, "pa_stream_set_state_callback"},
      {&pulse.stream_on_read, "pa_stream_set_read_callback"},
      {&pulse.stream_on_overflow, "pa_stream_set_overflow_callback"},
      {&pulse.stream_on_suspended, "pa_stream_set_suspended_callback"},
      {&pulse.text, "pa_strerror"},
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    void *function = dlsym(library, functions[i].name);
    if (!function) return;
    *(void **)functions[i].place = function;
  }
  is_loaded = true;
}

const pulse_library *mr_capture_pulse(void) {
  pthread_once(&once, load);
  return is_loaded ? &pulse : NULL;
}
