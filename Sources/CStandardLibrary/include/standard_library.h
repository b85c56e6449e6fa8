// SPDX-License-Identifier: MIT
//
// The Lua files of stdlib/, embedded when the package is built.
#pragma once
#include <stddef.h>

/// One embedded file.
typedef struct {
  const char *name;  // the path under stdlib/, such as "moonreel/options.lua"
  const char *text;  // ends with a zero byte
} mr_library_file;

/// File `index`, or one whose name is NULL past the last.
mr_library_file mr_library_file_at(size_t index);

/// File `index` of those that `moonreel new` writes, or one whose name is NULL past the last.
mr_library_file mr_library_beginning_at(size_t index);

/// Stub `index`, or one whose name is NULL past the last.
mr_library_file mr_library_stub_at(size_t index);

/// File `index` of stdlib/reference, or one whose name is NULL past the last.
mr_library_file mr_library_reference_at(size_t index);
