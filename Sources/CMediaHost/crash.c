// SPDX-License-Identifier: MIT
//
// Nothing here may take a lock or memory: a signal comes in the middle of anything.
#define _GNU_SOURCE
#include "moonreel_crash.h"

#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SLOTS = 32, LENGTH = 4096, EMPTY = 0, CHANGING = 1, FULL = 2 };

static struct {
  atomic_int state;
  char path[LENGTH];
} slots[SLOTS];

static atomic_int refused_threads;
static atomic_flag is_ending = ATOMIC_FLAG_INIT;
static int32_t codes[2] = {6, 7};

static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE};
enum { FATAL = sizeof fatal / sizeof *fatal };
static struct sigaction before[FATAL];

// What ends a program that does not listen: timers, limits on its time, and other programs.
static const int ending[] = {SIGQUIT, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU,   SIGUSR1,
                             SIGUSR2, SIGIO,   SIGPWR,    SIGSYS,  SIGSTKFLT};
static int goes_on;

void mr_crash_keep(const char *path) {
  size_t length = strlen(path);
  if (length >= LENGTH) return;
  for (int i = 0; i < SLOTS; i++) {
    int expected = EMPTY;
    if (!atomic_compare_exchange_strong(&slots[i].state, &expected, CHANGING)) continue;
    memcpy(slots[i].path, path, length + 1);
    atomic_store(&slots[i].state, FULL);
    return;
  }
}

void mr_crash_forget(const char *path) {
  for (int i = 0; i < SLOTS; i++) {
    if (atomic_load(&slots[i].state) != FULL || strcmp(slots[i].path, path) != 0) continue;
    atomic_store(&slots[i].state, EMPTY);
    return;
  }
}

void mr_crash_note_thread(void) { atomic_store(&refused_threads, 1); }

struct entry {
  uint64_t inode;
  int64_t offset;
  unsigned short length;
  unsigned char type;
  char name[];
};

// The folder with the files in it; `opendir` would ask for memory.
static void remove_folder(const char *path) {
  int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (folder < 0) return;
  _Alignas(struct entry) char bytes[4096];
  long count;
  while ((count = syscall(SYS_getdents64, folder, bytes, sizeof bytes)) > 0)
    for (long at = 0; at < count; at += ((struct entry *)(bytes + at))->length)
      unlinkat(folder, ((struct entry *)(bytes + at))->name, 0);
  close(folder);
  rmdir(path);
}

static void remove_partials(void) {
  for (int i = 0; i < SLOTS; i++)
    if (atomic_load(&slots[i].state) == FULL && unlink(slots[i].path) != 0)
      remove_folder(slots[i].path);
}

static int is_limited(int resource) {
  struct rlimit limit;
  return getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

static int lacks(void) {
  if (atomic_load(&refused_threads)) return MR_LACKS_THREADS;
  // A limit that a large request ran into leaves room for small ones.
  size_t room = is_limited(RLIMIT_AS) || is_limited(RLIMIT_DATA) ? (size_t)256 << 20 : 16 << 20;
  void *memory = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return MR_LACKS_MEMORY;
  munmap(memory, room);
  int file = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (file < 0) return MR_LACKS_FILES;
  close(file);
  return MR_LACKS_NOTHING;
}

static void say(const char *text) {
  if (write(STDERR_FILENO, text, strlen(text)) < 0) return;
}

static void say_what(int what, int signal) {
  char number[] = "00";
  number[0] = (char)('0' + signal / 10 % 10);
  number[1] = (char)('0' + signal % 10);
  switch (what) {
    case MR_LACKS_MEMORY:
      say("error: There is not enough memory: the machine's, or a limit on the process (ulimit -v, "
          "ulimit -d), is used up. Allow more, or draw smaller pictures.\n");
      break;
    case MR_LACKS_THREADS:
      say("error: The system refused a thread: a limit on processes or memory (ulimit -u, ulimit -v, "
          "ulimit -d) is used up. Allow more.\n");
      break;
    case MR_LACKS_FILES:
      say("error: Too many files are open: a limit on the process (ulimit -n) is used up. Allow more.\n");
      break;
    default:
      say("error: Moonreel failed by a fault of its own or of a library (signal ");
      say(number);
      say("). Please report it, with the film.\n");
  }
}

_Noreturn static void end(int what, int signal) {
  // A second fault, or another thread's, says nothing more.
  if (atomic_flag_test_and_set(&is_ending)) {
    if (what == MR_LACKS_NOTHING && signal != SIGABRT) _exit(codes[1]);
    for (;;) pause();
  }
  remove_partials();
  say_what(what, signal);
  _exit(what == MR_LACKS_NOTHING ? codes[1] : codes[0]);
}

_Noreturn void mr_crash_end(int32_t what) { end(what, 0); }

static void handle(int signal) {
  int what = lacks();
  if (what == MR_LACKS_NOTHING && goes_on) {
    for (int i = 0; i < FATAL; i++) sigaction(fatal[i], &before[i], NULL);
    remove_partials();
    raise(signal);
    return;
  }
  end(what, signal);
}

// The signal ends the program as it does without this, but for what lies half written.
static void leave(int signal) {
  remove_partials();
  raise(signal);
}

void mr_crash_listen(int32_t limit_code, int32_t fault_code) {
  codes[0] = limit_code;
  codes[1] = fault_code;
  goes_on = getenv("SWIFT_BACKTRACE") != NULL;
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
  // A stack that has overflowed is no place for a handler; other threads have none of their own.
  static _Alignas(16) char stack[64 << 10];
  const stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&other, NULL);
  struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK | SA_NODEFER};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < FATAL; i++) sigaction(fatal[i], &action, &before[i]);
#endif
  // Back to what it was: the handler raises it once more.
  struct sigaction leaving = {.sa_handler = leave, .sa_flags = SA_RESETHAND | SA_NODEFER};
  sigemptyset(&leaving.sa_mask);
  sigset_t heard;
  sigemptyset(&heard);
  for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
    struct sigaction old;
    if (sigaction(ending[i], NULL, &old) != 0 || old.sa_handler != SIG_DFL) continue;
    sigaction(ending[i], &leaving, NULL);
    sigaddset(&heard, ending[i]);
  }
  // Whoever started the program may have blocked them for threads of its own.
  pthread_sigmask(SIG_UNBLOCK, &heard, NULL);
}
