// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "moonreel_sandbox.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
/// The number of `/proc/NUMBER/stat`; 0 for other paths.
static int thread_of(const char *path) {
  int number = 0, length = 0;
  if (strncmp(path, "/proc/", 6) != 0 || path[6] < '1' || path[6] > '9') return 0;
  if (sscanf(path, "/proc/%9d/stat%n", &number, &length) != 1 || length == 0) return 0;
  return path[length] == 0 ? number : 0;
}

// libdispatch looks at its threads in `/proc/THREAD/stat`, and ends the program where it cannot. Landlock has
// no rule for folders that come with a thread; below `/proc/self`, which it knows, the same file has another
// name.
__attribute__((visibility("default"))) int open(const char *path, int flags, ...) {
  mode_t mode = 0;
  if (flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE) {
    va_list arguments;
    va_start(arguments, flags);
    mode = va_arg(arguments, mode_t);
    va_end(arguments);
  }
  const int thread = thread_of(path);
  if (thread) {
    char own[64];
    snprintf(own, sizeof own, "/proc/self/task/%d/stat", thread);
    int file = openat(AT_FDCWD, own, flags, mode);
    if (file >= 0) return file;
  }
  return openat(AT_FDCWD, path, flags, mode);
}
#endif
