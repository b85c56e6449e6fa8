// SPDX-License-Identifier: MIT
//
// The clock by which all C hosts tell the time. It goes on evenly, whoever sets the time of day.
#pragma once

#include <stdint.h>
#include <time.h>

/// Nanoseconds of `CLOCK_MONOTONIC`.
static inline int64_t mr_monotonic_nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}
