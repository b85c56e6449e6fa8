// SPDX-License-Identifier: MIT
//
// What is used of libpulse's asynchronous interface, declared here so that its headers are not needed. The values and the
// layouts are those of its ABI, which has not changed since 0.9.22.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pa_threaded_mainloop pa_threaded_mainloop;
typedef struct pa_mainloop_api pa_mainloop_api;
typedef struct pa_context pa_context;
typedef struct pa_stream pa_stream;
typedef struct pa_operation pa_operation;

typedef struct pulse_sample_format {
  int32_t kind;
  uint32_t rate;
  uint8_t channels;
} pulse_sample_format;

typedef struct pulse_channel_map {
  uint8_t channels;
  int32_t positions[32];
} pulse_channel_map;

typedef struct pulse_volume {
  uint8_t channels;
  uint32_t values[32];
} pulse_volume;

/// The beginning of `pa_source_info`.
typedef struct pulse_source {
  const char *name;
  uint32_t index;
  const char *description;
  pulse_sample_format format;
  pulse_channel_map map;
  uint32_t owner;
  pulse_volume volume;
  int32_t is_muted;
  uint32_t monitored_sink;
} pulse_source;

/// The beginning of `pa_server_info`.
typedef struct pulse_server {
  const char *user, *host, *version, *name;
  pulse_sample_format format;
  const char *default_sink, *default_source;
} pulse_server;

typedef struct pulse_buffer {
  uint32_t most, target, before_start, least_request, fragment;
} pulse_buffer;

enum {
  PULSE_CONTEXT_READY = 4,
  PULSE_CONTEXT_FAILED = 5,
  PULSE_STREAM_READY = 2,
  PULSE_STREAM_FAILED = 3,
  PULSE_OPERATION_RUNNING = 0,
  PULSE_NO_AUTOSPAWN = 1,
  /// INTERPOLATE_TIMING, AUTO_TIMING_UPDATE, DONT_MOVE, ADJUST_LATENCY.
  PULSE_RECORD_FLAGS = 0x2 | 0x8 | 0x200 | 0x2000,
  /// Sources and the server.
  PULSE_WATCHED = 0x2 | 0x80,
  PULSE_FACILITY_MASK = 0xf,
  PULSE_FACILITY_SERVER = 7,
  PULSE_EVENT_MASK = 0x30,
  PULSE_EVENT_CHANGE = 0x10,
  PULSE_FLOAT_LITTLE = 5,
  PULSE_FLOAT_BIG = 6,
};

/// No index.
#define PULSE_INVALID UINT32_MAX

typedef struct pulse_library {
  pa_threaded_mainloop *(*loop_new)(void);
  void (*loop_free)(pa_threaded_mainloop *);
  int (*loop_start)(pa_threaded_mainloop *);
  void (*loop_stop)(pa_threaded_mainloop *);
  void (*loop_lock)(pa_threaded_mainloop *);
  void (*loop_unlock)(pa_threaded_mainloop *);
  pa_mainloop_api *(*loop_api)(pa_threaded_mainloop *);
  pa_context *(*context_new)(pa_mainloop_api *, const char *);
  void (*context_unref)(pa_context *);
  void (*context_on_state)(pa_context *, void (*)(pa_context *, void *), void *);
  int (*context_connect)(pa_context *, const char *, int, const void *);
  void (*context_disconnect)(pa_context *);
  int (*context_state)(const pa_context *);
  int (*context_error)(const pa_context *);
  void (*context_on_event)(pa_context *, void (*)(pa_context *, int, uint32_t, void *), void *);
  pa_operation *(*subscribe)(pa_context *, int, void *, void *);
  pa_operation *(*list_sources)(pa_context *,
                                void (*)(pa_context *, const pulse_source *, int, void *), void *);
  pa_operation *(*server_info)(pa_context *,
                               void (*)(pa_context *, const pulse_server *, void *), void *);
  int (*operation_state)(const pa_operation *);
  void (*operation_cancel)(pa_operation *);
  void (*operation_unref)(pa_operation *);
  pa_stream *(*stream_new)(pa_context *, const char *, const pulse_sample_format *,
                           const pulse_channel_map *);
  void (*stream_unref)(pa_stream *);
  int (*stream_record)(pa_stream *, const char *, const pulse_buffer *, int);
  int (*stream_disconnect)(pa_stream *);
  int (*stream_state)(const pa_stream *);
  int (*stream_peek)(pa_stream *, const void **, size_t *);
  int (*stream_drop)(pa_stream *);
  int (*stream_latency)(pa_stream *, uint64_t *, int *);
  int (*stream_is_suspended)(const pa_stream *);
  void (*stream_on_state)(pa_stream *, void (*)(pa_stream *, void *), void *);
  void (*stream_on_read)(pa_stream *, void (*)(pa_stream *, size_t, void *), void *);
  void (*stream_on_overflow)(pa_stream *, void (*)(pa_stream *, void *), void *);
  void (*stream_on_suspended)(pa_stream *, void (*)(pa_stream *, void *), void *);
  const char *(*text)(int);
} pulse_library;

/// The library, loaded when it is first asked for; `NULL` where it is not installed.
const pulse_library *mr_capture_pulse(void);
