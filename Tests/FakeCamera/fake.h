// SPDX-License-Identifier: MIT
#pragma once

#include "fake_camera.h"

#include <pthread.h>

enum { MOST = 8, MOST_CONTROLS = 24, MOST_HANDLES = 64, MOST_BUFFERS = 32, MOST_EVENTS = 64 };

typedef struct fake_control {
  mr_camera_control rule;
  int64_t value;
  uint32_t choice_count;
  struct {
    uint32_t index;
    char name[32];
    int64_t number;
  } choices[MOST];
} fake_control;

typedef struct fake_payload {
  uint8_t *bytes;
  size_t count;
} fake_payload;

struct fake_camera {
  fake_world *world;
  char path[256], name[32], bus[32];
  bool plugged;
  uint32_t code_count, size_count, duration_count, control_count, payload_count;
  uint32_t codes[MOST];
  mr_camera_sizes sizes[MOST];
  mr_camera_durations durations[MOST];
  fake_control controls[MOST_CONTROLS];
  fake_payload payloads[64];
  int64_t knobs[FAKE_KNOBS];
  uint32_t code, width, height;
  mr_camera_fraction duration;
  /// Pictures that were given since it was plugged in, and the number that the next one bears.
  int64_t given;
  uint32_t sequence;
  int64_t began;
  bool was_silent;
};

typedef struct fake_handle {
  fake_camera *camera;
  int32_t bell;
  bool streams;
  uint32_t buffer_count, queued_count, queued[MOST_BUFFERS];
  void *buffers[MOST_BUFFERS];
  bool has_filled;
  struct {
    uint32_t index, byte_count, sequence;
    int64_t time;
    bool flagged;
  } filled;
  uint32_t event_count, events[MOST_EVENTS];
  int64_t event_values[MOST_EVENTS];
  bool subscribed[MOST_CONTROLS];
} fake_handle;

struct fake_world {
  mr_camera_kernel kernel;
  pthread_mutex_t mutex;
  int64_t now;
  uint32_t camera_count;
  fake_camera *cameras[MOST];
  fake_handle handles[MOST_HANDLES];
  int32_t mapped;
};

/// Descriptors are numbers that no file has.
enum { FIRST_DESCRIPTOR = 1 << 20 };

fake_handle *fake_handle_of(fake_world *world, int32_t descriptor);
fake_control *fake_control_of(fake_camera *camera, uint32_t code);
void fake_follow(fake_camera *camera);
void fake_tell(fake_camera *camera, uint32_t code, const fake_handle *but);
int32_t fake_ask(fake_handle *handle, uint64_t request, void *argument);
int32_t fake_ask_controls(fake_handle *handle, uint64_t request, void *argument);
uint32_t fake_row_bytes(const fake_camera *camera);
uint32_t fake_byte_count(const fake_camera *camera);
/// Fills `out` with picture `number`; how many bytes it takes.
uint32_t fake_draw(const fake_camera *camera, uint32_t number, uint8_t *out);
