// SPDX-License-Identifier: MIT
// Writing to files and pipes, and marks on files.
#define _GNU_SOURCE
#include "moonreel_media.h"

#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

int mr_write_mark(int fd, const char *name, const char *text, size_t count) {
  return fsetxattr(fd, name, text, count, 0);
}

ptrdiff_t mr_read_mark(const char *path, const char *name, char *text, size_t size) {
  return getxattr(path, name, text, size);
}

// A closed pipe and a file beyond the process's limit must be error codes, not the end of the process: their
// signals are held back on this thread and, where our write raised one, taken out again before they are let
// through.
int mr_write_bytes(int fd, const uint8_t *bytes, size_t count) {
  sigset_t held, before, pending;
  sigemptyset(&held);
  sigaddset(&held, SIGPIPE);
  sigaddset(&held, SIGXFSZ);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &held, &before);
  int error = 0;
  while (count > 0 && error == 0) {
    ssize_t written = write(fd, bytes, count);
    if (written >= 0) {
      bytes += written;
      count -= (size_t)written;
    } else if (errno != EINTR) {
      error = errno;
    }
  }
  int raised = error == EPIPE ? SIGPIPE : error == EFBIG ? SIGXFSZ : 0;
  if (raised && !sigismember(&pending, raised)) {
    const struct timespec none = {0, 0};
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, raised);
    while (sigtimedwait(&one, NULL, &none) < 0 && errno == EINTR) {
    }
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return error;
}

struct library_walk {
  void (*body)(const char *, void *);
  void *context;
};

static int each_library(struct dl_phdr_info *info, size_t size, void *walk) {
  (void)size;
  struct library_walk *to = walk;
  if (info->dlpi_name && *info->dlpi_name) to->body(info->dlpi_name, to->context);
  return 0;
}

void mr_each_library(void (*body)(const char *path, void *context), void *context) {
  struct library_walk walk = {body, context};
  dl_iterate_phdr(each_library, &walk);
}
