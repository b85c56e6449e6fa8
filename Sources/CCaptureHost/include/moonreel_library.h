// SPDX-License-Identifier: MIT
//
// Libraries that are loaded while the program runs: hosts that only render need not have them.
#pragma once

#include <stdbool.h>
#include <stdint.h>

/// One function of a library, and where its address is put.
typedef struct {
  const char *name;
  void **place;
} mr_library_function;

/// Loads the first of `libraries` that is there (`count` names such as `libpulse.so.0`) and looks `functions` up in it;
/// `false` where none is there or a function is missing. A library stays loaded: many have threads of their own.
bool mr_load_library(
  const char *const *libraries, int32_t count, const mr_library_function *functions, int32_t function_count);
