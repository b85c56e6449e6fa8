// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "fake.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

static void lock(fake_world *world) { pthread_mutex_lock(&world->mutex); }
static void unlock(fake_world *world) { pthread_mutex_unlock(&world->mutex); }

fake_handle *fake_handle_of(fake_world *world, int32_t descriptor) {
  const int32_t place = descriptor - FIRST_DESCRIPTOR;
  if (place < 0 || place >= MOST_HANDLES || !world->handles[place].camera) return NULL;
  return &world->handles[place];
}

static void ring(const fake_handle *handle) {
  const uint64_t one = 1;
  (void)!write(handle->bell, &one, sizeof one);
}

/// Whoever waits at the camera looks again.
static void ring_all(const fake_camera *camera) {
  for (int i = 0; i < MOST_HANDLES; i++)
    if (camera->world->handles[i].camera == camera) ring(&camera->world->handles[i]);
}

static int32_t open_node(void *context, const char *path) {
  fake_world *world = context;
  lock(world);
  int32_t result = -ENOENT;
  for (uint32_t i = 0; i < world->camera_count && result == -ENOENT; i++) {
    fake_camera *camera = world->cameras[i];
    if (!camera->plugged || strcmp(camera->path, path) != 0) continue;
    result = -EMFILE;
    for (int place = 0; place < MOST_HANDLES; place++) {
      fake_handle *handle = &world->handles[place];
      if (handle->camera) continue;
      *handle = (fake_handle){.camera = camera, .bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
      result = FIRST_DESCRIPTOR + place;
      break;
    }
  }
  unlock(world);
  return result;
}

static void close_node(void *context, int32_t descriptor) {
  fake_world *world = context;
  lock(world);
  fake_handle *handle = fake_handle_of(world, descriptor);
  if (handle) {
    close(handle->bell);
    handle->camera = NULL;
  }
  unlock(world);
}

static int32_t control(void *context, int32_t descriptor, uint64_t request, void *argument) {
  fake_world *world = context;
  lock(world);
  fake_handle *handle = fake_handle_of(world, descriptor);
  int32_t result = -EBADF;
  if (handle) result = handle->camera->plugged ? fake_ask(handle, request, argument) : -ENODEV;
  unlock(world);
  return result;
}

static void *map_memory(void *context, int32_t descriptor, size_t length, int64_t offset) {
  fake_world *world = context;
  lock(world);
  fake_handle *handle = fake_handle_of(world, descriptor);
  void *memory = handle ? calloc(1, length) : NULL;
  if (memory) {
    handle->buffers[offset >> 12] = memory;
    world->mapped++;
  }
  unlock(world);
  return memory;
}

static void unmap_memory(void *context, void *memory, size_t length) {
  (void)length;
  fake_world *world = context;
  lock(world);
  world->mapped--;
  for (int i = 0; i < MOST_HANDLES; i++)
    for (int k = 0; k < MOST_BUFFERS; k++)
      if (world->handles[i].buffers[k] == memory) world->handles[i].buffers[k] = NULL;
  unlock(world);
  free(memory);
}

static int64_t now(void *context) {
  fake_world *world = context;
  lock(world);
  const int64_t time = world->now;
  unlock(world);
  return time;
}

/// When the picture with that number is taken.
static int64_t due(const fake_camera *camera, uint32_t sequence) {
  const double period = 1e9 * camera->duration.numerator / camera->duration.denominator;
  const double drift = 1 - (double)camera->knobs[FAKE_PPM] / 1e6;
  return camera->began + (int64_t)(period * drift * (sequence + 1.0));
}

/// Exposure goes its way, as long as it is set by itself.
static void expose(fake_camera *camera) {
  fake_control *exposure = fake_control_of(camera, MR_CAMERA_EXPOSURE_ABSOLUTE);
  const int64_t target = camera->knobs[FAKE_EXPOSURE_TARGET];
  if (!exposure || !exposure->rule.is_inactive || target == 0) return;
  const int64_t way = target - exposure->value;
  exposure->value += way / 4 != 0 ? way / 4 : way > 0 ? 1 : way < 0 ? -1 : 0;
}

static void fill(fake_handle *handle) {
  fake_camera *camera = handle->camera;
  const int64_t lose = camera->knobs[FAKE_LOSE_EVERY];
  if (lose > 0 && (camera->given + 1) % lose == 0) camera->sequence++;
  const uint32_t index = handle->queued[0];
  handle->queued_count--;
  memmove(handle->queued, handle->queued + 1, handle->queued_count * sizeof handle->queued[0]);
  expose(camera);
  const int64_t time = due(camera, camera->sequence);
  if (time > camera->world->now) camera->world->now = time;
  const int64_t flag = camera->knobs[FAKE_FLAG_EVERY];
  handle->filled.index = index;
  handle->filled.time = time;
  handle->filled.sequence = camera->sequence;
  handle->filled.flagged = flag > 0 && (camera->given + 1) % flag == 0;
  handle->filled.byte_count =
      handle->buffers[index] ? fake_draw(camera, camera->sequence, handle->buffers[index]) : 0;
  handle->has_filled = true;
  camera->sequence++;
  camera->given++;
}

/// Lets the next picture come, or what comes in its place; -1: nothing ever does by itself.
static int32_t go_on(fake_handle *handle, int32_t milliseconds) {
  fake_camera *camera = handle->camera;
  const int64_t *knobs = camera->knobs;
  if (!camera->plugged) return MR_CAMERA_FAULT;
  if (handle->has_filled) return MR_CAMERA_PICTURE;
  if (!handle->streams) return MR_CAMERA_FAULT;
  if (knobs[FAKE_UNPLUG_AT] == camera->given + 1) {
    camera->world->now = due(camera, camera->sequence);
    camera->plugged = false;
    return MR_CAMERA_FAULT;
  }
  if (knobs[FAKE_PICTURES] > 0 && camera->given >= knobs[FAKE_PICTURES]) return -1;
  if (knobs[FAKE_SILENT_AT] == camera->given + 1 && !camera->was_silent) {
    if (milliseconds < 0) return -1;
    camera->world->now += (int64_t)milliseconds * 1000000;
    camera->began += (int64_t)milliseconds * 1000000;
    camera->knobs[FAKE_SILENCE] -= (int64_t)milliseconds * 1000000;
    camera->was_silent = knobs[FAKE_SILENCE] <= 0;
    return 0;
  }
  if (handle->queued_count == 0) {
    camera->world->now = due(camera, camera->sequence++);
    return 0;
  }
  fill(handle);
  return MR_CAMERA_PICTURE;
}

static int32_t wait_for(void *context, int32_t descriptor, int32_t bell, bool for_events,
                        int32_t milliseconds) {
  fake_world *world = context;
  struct pollfd polled[2] = {{.fd = bell, .events = POLLIN}, {.fd = -1, .events = POLLIN}};
  while (true) {
    if (poll(polled, 1, 0) == 1) return MR_CAMERA_BELL;
    lock(world);
    fake_handle *handle = fake_handle_of(world, descriptor);
    int32_t found = handle ? -1 : MR_CAMERA_FAULT;
    if (handle && for_events) {
      if (handle->event_count > 0) found = MR_CAMERA_EVENT;
      if (!handle->camera->plugged) found = MR_CAMERA_FAULT;
    } else if (handle) {
      found = go_on(handle, milliseconds);
    }
    if (handle) polled[1].fd = handle->bell;
    unlock(world);
    if (found >= 0) return found;
    polled[1].revents = 0;
    poll(polled, 2, -1);
    uint64_t count;
    if (polled[1].revents) (void)!read(polled[1].fd, &count, sizeof count);
  }
}

fake_world *fake_make_world(void) {
  fake_world *world = calloc(1, sizeof *world);
  pthread_mutex_init(&world->mutex, NULL);
  world->now = 1000000000;
  world->kernel = (mr_camera_kernel){
      .context = world,
      .open = open_node,
      .close = close_node,
      .control = control,
      .map = map_memory,
      .unmap = unmap_memory,
      .wait = wait_for,
      .now = now,
  };
  return world;
}

void fake_free_world(fake_world *world) {
  for (uint32_t i = 0; i < world->camera_count; i++) {
    fake_camera *camera = world->cameras[i];
    for (uint32_t k = 0; k < camera->payload_count; k++) free(camera->payloads[k].bytes);
    free(camera);
  }
  pthread_mutex_destroy(&world->mutex);
  free(world);
}

const mr_camera_kernel *fake_kernel(fake_world *world) { return &world->kernel; }

void fake_pass(fake_world *world, int64_t nanoseconds) {
  lock(world);
  world->now += nanoseconds;
  unlock(world);
}

int32_t fake_open_count(fake_world *world) {
  lock(world);
  int32_t count = 0;
  for (int i = 0; i < MOST_HANDLES; i++) count += world->handles[i].camera != NULL;
  unlock(world);
  return count;
}

int32_t fake_mapped_count(fake_world *world) {
  lock(world);
  const int32_t count = world->mapped;
  unlock(world);
  return count;
}

void fake_tell(fake_camera *camera, uint32_t code, const fake_handle *but) {
  const fake_control *control = fake_control_of(camera, code);
  for (int i = 0; i < MOST_HANDLES; i++) {
    fake_handle *handle = &camera->world->handles[i];
    if (handle == but || handle->camera != camera) continue;
    if (!handle->subscribed[control - camera->controls] || handle->event_count == MOST_EVENTS)
      continue;
    handle->events[handle->event_count] = code;
    handle->event_values[handle->event_count++] = control->value;
    ring(handle);
  }
}

void fake_set(fake_camera *camera, fake_knob knob, int64_t value) {
  lock(camera->world);
  camera->knobs[knob] = value;
  ring_all(camera);
  unlock(camera->world);
}

int64_t fake_value(fake_camera *camera, uint32_t code) {
  lock(camera->world);
  const fake_control *control = fake_control_of(camera, code);
  const int64_t value = control ? control->value : -1;
  unlock(camera->world);
  return value;
}

void fake_change(fake_camera *camera, uint32_t code, int64_t value) {
  lock(camera->world);
  fake_control *control = fake_control_of(camera, code);
  if (control) {
    control->value = value;
    fake_follow(camera);
    fake_tell(camera, code, NULL);
  }
  unlock(camera->world);
}

void fake_unplug(fake_camera *camera) {
  lock(camera->world);
  camera->plugged = false;
  ring_all(camera);
  unlock(camera->world);
}

void fake_plug(fake_camera *camera, const char *path) {
  lock(camera->world);
  camera->plugged = true;
  camera->knobs[FAKE_UNPLUG_AT] = 0;
  strncpy(camera->path, path, sizeof camera->path - 1);
  for (uint32_t i = 0; i < camera->control_count; i++)
    camera->controls[i].value = camera->controls[i].rule.usual;
  fake_follow(camera);
  unlock(camera->world);
}
