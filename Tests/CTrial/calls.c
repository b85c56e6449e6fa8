// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "known_calls.h"
#include "trial.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

enum { LAST_NUMBER = 600, WAKE = 1 };

#if defined(__x86_64__)
/// Calls of probes that the kernel sets itself, since Linux 6.11 and 6.18. It answers others with a signal, before any
/// filter.
enum { CALL_URETPROBE = 335, CALL_UPROBE = 336 };
#endif

/// What cannot be tried with any arguments: it ends the caller, waits for ever, or goes on twice.
static bool is_left_out(int number) {
  static const int left_out[] = {
      SYS_exit, SYS_exit_group, SYS_rt_sigreturn,
#if defined(__x86_64__)
      SYS_pause, SYS_fork, SYS_vfork, CALL_URETPROBE, CALL_UPROBE,
#endif
  };
  for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
    if (left_out[i] == number) return true;
  return false;
}

static const char *name_of(int number, char *digits, size_t size) {
  for (size_t i = 0; i < sizeof known_calls / sizeof *known_calls; i++)
    if (known_calls[i].number == number) return known_calls[i].name;
  snprintf(digits, size, "%d", number);
  return digits;
}

/// All arguments are -1: a descriptor that is not open, an address where nothing is, flags that contradict each other.
static int error_of(int number) {
  // An operation that is unknown would be told as an unknown call.
  const long second = number == SYS_futex ? WAKE : -1;
  return syscall(number, -1, second, -1, -1, -1, -1) == -1 ? errno : 0;
}

void trial_calls(char *text, size_t size) {
  char digits[16];
  size_t used = 0;
  for (int number = 0; number <= LAST_NUMBER && used < size; number++) {
    if (is_left_out(number)) continue;
    errno = 0;
    const int error = error_of(number);
    used += (size_t)snprintf(
        text + used, size - used, "%s %d\n", name_of(number, digits, sizeof digits), error);
  }
}
