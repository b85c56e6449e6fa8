// SPDX-License-Identifier: MIT
#include "pulse.h"

#include <pthread.h>

#include "moonreel_library.h"

static pulse_library pulse;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  static const char *const names[] = {"libpulse.so.0"};
  const mr_library_function functions[] = {
      {"pa_threaded_mainloop_new", (void **)&pulse.loop_new},
      {"pa_threaded_mainloop_free", (void **)&pulse.loop_free},
      {"pa_threaded_mainloop_start", (void **)&pulse.loop_start},
      {"pa_threaded_mainloop_stop", (void **)&pulse.loop_stop},
      {"pa_threaded_mainloop_lock", (void **)&pulse.loop_lock},
      {"pa_threaded_mainloop_unlock", (void **)&pulse.loop_unlock},
      {"pa_threaded_mainloop_get_api", (void **)&pulse.loop_api},
      {"pa_context_new", (void **)&pulse.context_new},
      {"pa_context_unref", (void **)&pulse.context_unref},
      {"pa_context_set_state_callback", (void **)&pulse.context_on_state},
      {"pa_context_connect", (void **)&pulse.context_connect},
      {"pa_context_disconnect", (void **)&pulse.context_disconnect},
      {"pa_context_get_state", (void **)&pulse.context_state},
      {"pa_context_errno", (void **)&pulse.context_error},
      {"pa_context_set_subscribe_callback", (void **)&pulse.context_on_event},
      {"pa_context_subscribe", (void **)&pulse.subscribe},
      {"pa_context_get_source_info_list", (void **)&pulse.list_sources},
      {"pa_context_get_server_info", (void **)&pulse.server_info},
      {"pa_operation_get_state", (void **)&pulse.operation_state},
      {"pa_operation_cancel", (void **)&pulse.operation_cancel},
      {"pa_operation_unref", (void **)&pulse.operation_unref},
      {"pa_stream_new", (void **)&pulse.stream_new},
      {"pa_stream_unref", (void **)&pulse.stream_unref},
      {"pa_stream_connect_record", (void **)&pulse.stream_record},
      {"pa_stream_disconnect", (void **)&pulse.stream_disconnect},
      {"pa_stream_get_state", (void **)&pulse.stream_state},
      {"pa_stream_peek", (void **)&pulse.stream_peek},
      {"pa_stream_drop", (void **)&pulse.stream_drop},
      {"pa_stream_get_latency", (void **)&pulse.stream_latency},
      {"pa_stream_is_suspended", (void **)&pulse.stream_is_suspended},
      {"pa_stream_set_state_callback", (void **)&pulse.stream_on_state},
      {"pa_stream_set_read_callback", (void **)&pulse.stream_on_read},
      {"pa_stream_set_overflow_callback", (void **)&pulse.stream_on_overflow},
      {"pa_stream_set_suspended_callback", (void **)&pulse.stream_on_suspended},
      {"pa_strerror", (void **)&pulse.text},
  };
  is_loaded = mr_load_library(names, 1, functions, sizeof functions / sizeof *functions);
}

const pulse_library *mr_capture_pulse(void) {
  pthread_once(&once, load);
  return is_loaded ? &pulse : NULL;
}
