// SPDX-License-Identifier: MIT
//
// What is used of libpulse-simple, declared here so that its headers are not needed. The values are those of its ABI, which
// has not changed since 0.9.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pa_simple pa_simple;

typedef struct pulse_format {
  int32_t kind;
  uint32_t rate;
  uint8_t channels;
} pulse_format;

typedef struct pulse_buffer {
  uint32_t most, target, before_start, least_request, fragment;
} pulse_buffer;

enum { PULSE_PLAYBACK = 1, PULSE_FLOAT_LITTLE = 5, PULSE_FLOAT_BIG = 6 };

typedef struct pulse_library {
  pa_simple *(*open)(const char *server, const char *name, int32_t direction, const char *device,
                     const char *title, const pulse_format *format, const void *map,
                     const pulse_buffer *buffer, int32_t *error);
  void (*free)(pa_simple *stream);
  int32_t (*write)(pa_simple *stream, const void *bytes, size_t count, int32_t *error);
  uint64_t (*latency)(pa_simple *stream, int32_t *error);
  const char *(*text)(int32_t error);
} pulse_library;

/// Loads the library; false where it is not installed.
bool mr_load_pulse(pulse_library *pulse);
