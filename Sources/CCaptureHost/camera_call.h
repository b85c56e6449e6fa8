// SPDX-License-Identifier: MIT
#pragma once

#include "moonreel_camera.h"

/// An `ioctl` of the node: 0, or a negative `errno`.
static inline int32_t ask(const mr_camera *camera, uint64_t request, void *argument) {
  return camera->kernel->control(camera->kernel->context, camera->descriptor, request, argument);
}
