// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "moonreel_camera.h"

#include "moonreel_clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

static int32_t open_node(void *context, const char *path) {
  (void)context;
  int descriptor;
  do descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  while (descriptor < 0 && errno == EINTR);
  return descriptor < 0 ? -errno : descriptor;
}

static void close_node(void *context, int32_t camera) {
  (void)context;
  close(camera);
}

static int32_t control_node(void *context, int32_t camera, uint64_t request, void *argument) {
  (void)context;
  int result;
  do result = ioctl(camera, (unsigned long)request, argument);
  while (result < 0 && errno == EINTR);
  return result < 0 ? -errno : 0;
}

static void *map_memory(void *context, int32_t camera, size_t length, int64_t offset) {
  (void)context;
  void *memory = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, camera, (off_t)offset);
  return memory == MAP_FAILED ? NULL : memory;
}

static void unmap_memory(void *context, void *memory, size_t length) {
  (void)context;
  munmap(memory, length);
}

static int32_t wait_for_node(void *context, int32_t camera, int32_t bell, bool for_events,
                             int32_t milliseconds) {
  (void)context;
  struct pollfd polled[2] = {{.fd = camera, .events = for_events ? POLLPRI : POLLIN},
                             {.fd = bell, .events = POLLIN}};
  int count = poll(polled, 2, milliseconds);
  if (count < 0) return errno == EINTR ? 0 : MR_CAMERA_FAULT;
  int32_t found = 0;
  if (polled[0].revents & POLLIN) found |= MR_CAMERA_PICTURE;
  if (polled[0].revents & POLLPRI) found |= MR_CAMERA_EVENT;
  if (polled[0].revents & (POLLERR | POLLHUP | POLLNVAL)) found |= MR_CAMERA_FAULT;
  if (polled[1].revents) found |= MR_CAMERA_BELL;
  return found;
}

static int64_t now(void *context) {
  (void)context;
  return mr_monotonic_nanoseconds();
}

const mr_camera_kernel *mr_machine_kernel(void) {
  static const mr_camera_kernel kernel = {
      .open = open_node,
      .close = close_node,
      .control = control_node,
      .map = map_memory,
      .unmap = unmap_memory,
      .wait = wait_for_node,
      .now = now,
  };
  return &kernel;
}
