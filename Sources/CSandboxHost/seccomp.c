// SPDX-License-Identifier: MIT
//
// The filter is a list of the system calls that are let through (allowed_calls.h), some of them only with certain
// arguments (here). Everything else is refused with an error, never by killing: libraries that try something rare go on
// without it. Calls whose arguments do not matter cost nothing: the kernel remembers which they are (Linux 5.11).
#define _GNU_SOURCE
#include "allowed_calls.h"
#include "moonreel_sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#if defined(__x86_64__)
#define NATIVE_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE_ARCH AUDIT_ARCH_AARCH64
#endif

#define COUNT(list) (sizeof(list) / sizeof *(list))

enum { MOST_STEPS = 1024 };

typedef struct program {
  struct sock_filter steps[MOST_STEPS];
  unsigned short count;
} program;

static void emit(program *filter, struct sock_filter step) {
  if (filter->count < MOST_STEPS) filter->steps[filter->count++] = step;
}

static void load(program *filter, uint32_t offset) {
  emit(filter, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset));
}

/// Loads the lower half of argument `index`; all arguments looked at are of 32 bits, or flags there.
static void load_argument(program *filter, int index) {
  load(filter, (uint32_t)(offsetof(struct seccomp_data, args) + 8 * (size_t)index));
}

static void allow(program *filter) {
  emit(filter, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
}

static void fail(program *filter, int error) {
  emit(filter, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (uint32_t)error));
}

/// The next step only where the value is (not) `value`.
static void where_equal(program *filter, uint32_t value) {
  emit(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1));
}
static void where_any_bit(program *filter, uint32_t bits) {
  emit(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1));
}

/// Begins a block for the value `value`; what follows up to `end_block` runs for it only.
static unsigned short begin_value(program *filter, uint32_t value) {
  emit(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 0));
  return (unsigned short)(filter->count - 1);
}
/// Begins a block for the call `number`; what follows up to `end_block` runs for it only.
static unsigned short begin_call(program *filter, uint32_t number) {
  load(filter, offsetof(struct seccomp_data, nr));
  return begin_value(filter, number);
}
static void end_block(program *filter, unsigned short start) {
  const int length = filter->count - start - 1;
  // A jump is at most this far; a filter that is too long is refused as a whole.
  if (length > UINT8_MAX) filter->count = MOST_STEPS;
  filter->steps[start].jf = (uint8_t)length;
}

/// Lets all of `values` through.
static void allow_values(program *filter, const uint32_t *values, size_t count) {
  for (size_t i = 0; i < count; i++) {
    where_equal(filter, values[i]);
    allow(filter);
  }
}

/// Lets a call through where argument `index` is one of `values`.
static void only_for(
    program *filter, uint32_t number, int index, const uint32_t *values, size_t count) {
  unsigned short start = begin_call(filter, number);
  load_argument(filter, index);
  allow_values(filter, values, count);
  fail(filter, EPERM);
  end_block(filter, start);
}

/// Threads may be made, namespaces may not, and processes only where programs may be started.
static void filter_clone(program *filter, bool starts_programs) {
  unsigned short start = begin_call(filter, SYS_clone);
  load_argument(filter, 0);
  where_any_bit(filter, CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
                            CLONE_NEWPID | CLONE_NEWNET);
  fail(filter, EPERM);
  if (starts_programs) allow(filter);
  where_any_bit(filter, CLONE_THREAD);
  allow(filter);
  fail(filter, EPERM);
  end_block(filter, start);
}

/// Priorities are those of the calling thread (a process, 0).
static void filter_priority(program *filter, uint32_t number) {
  const uint32_t itself[] = {0};
  unsigned short start = begin_call(filter, number);
  load_argument(filter, 0);
  unsigned short process = begin_value(filter, PRIO_PROCESS);
  load_argument(filter, 1);
  allow_values(filter, itself, COUNT(itself));
  end_block(filter, process);
  fail(filter, EPERM);
  end_block(filter, start);
}

/// Signals go to the process itself and its worker; limits, priorities and processors are set for the calling
/// process or thread alone (0).
static void filter_processes(program *filter, mr_call_policy policy) {
  const uint32_t own = (uint32_t)getpid();
  const uint32_t known[] = {own, policy.child > 0 ? (uint32_t)policy.child : own};
  if (!policy.starts_programs) {
    only_for(filter, SYS_kill, 0, known, COUNT(known));
    only_for(filter, SYS_tgkill, 0, known, COUNT(known));
  }
  static const int settings[] = {
      SYS_prlimit64, SYS_sched_setaffinity, SYS_sched_setscheduler, SYS_sched_setparam};
  const uint32_t itself[] = {0};
  for (size_t i = 0; i < COUNT(settings); i++)
    only_for(filter, (uint32_t)settings[i], 0, itself, COUNT(itself));
  filter_priority(filter, SYS_setpriority);
  filter_priority(filter, SYS_getpriority);
}

/// Names of threads and of memory, and questions. Who may look into the process is not for it to say.
static void filter_prctl(program *filter) {
  enum { SET_VMA = 0x53564d41, SVE_GET_LENGTH = 51, GET_TAGGED_ADDRESSES = 56, SME_GET_LENGTH = 64 };
  static const uint32_t options[] = {
      PR_SET_NAME, PR_GET_NAME, SET_VMA, PR_SET_NO_NEW_PRIVS, PR_GET_NO_NEW_PRIVS, PR_SET_PDEATHSIG,
      PR_GET_PDEATHSIG, PR_GET_DUMPABLE, PR_GET_SECCOMP, PR_CAPBSET_READ, PR_SET_TIMERSLACK,
      PR_GET_TIMERSLACK, SVE_GET_LENGTH, GET_TAGGED_ADDRESSES, SME_GET_LENGTH};
  only_for(filter, SYS_prctl, 0, options, COUNT(options));
}

/// Descriptors are copied and marked, files locked and memory sealed. No process is named that is sent signals when
/// something happens to a file.
static void filter_fcntl(program *filter) {
  enum { IS_SAME_FILE = 1027 };
  static const uint32_t commands[] = {
      F_GETFL,      F_GETFD,       F_SETFD,       F_DUPFD_CLOEXEC, F_DUPFD,       F_ADD_SEALS,
      F_GET_SEALS,  F_GETLK,       F_SETLK,       F_SETLKW,        F_OFD_GETLK,   F_OFD_SETLK,
      F_OFD_SETLKW, F_GETPIPE_SZ,  F_SETPIPE_SZ,  IS_SAME_FILE};
  unsigned short start = begin_call(filter, SYS_fcntl);
  load_argument(filter, 1);
  unsigned short flags = begin_value(filter, F_SETFL);
  load_argument(filter, 2);
  where_any_bit(filter, O_ASYNC);
  fail(filter, EPERM);
  allow(filter);
  end_block(filter, flags);
  allow_values(filter, commands, COUNT(commands));
  fail(filter, EPERM);
  end_block(filter, start);
}

/// Questions to terminals, modes of descriptors, copies that share blocks; for cameras, all of theirs; for players, how
/// the terminal gives keys.
static void filter_ioctl(program *filter, mr_call_policy policy) {
  enum { GET_TERMINAL = 0x802c542a, SET_TERMINAL = 0x402c542b, SET_TERMINAL_LATER = 0x402c542c };
  static const uint32_t questions[] = {TCGETS, GET_TERMINAL, TIOCGWINSZ, FIONREAD, FIONBIO,
                                       FIOCLEX, FIONCLEX};
  static const uint32_t copies[] = {FICLONE, FICLONERANGE};
  static const uint32_t keys[] = {TCSETS, TCSETSW, TCSETSF, SET_TERMINAL, SET_TERMINAL_LATER};
  unsigned short start = begin_call(filter, SYS_ioctl);
  load_argument(filter, 1);
  allow_values(filter, questions, COUNT(questions));
  if (!policy.only_draws) allow_values(filter, copies, COUNT(copies));
  if (policy.sets_terminal) allow_values(filter, keys, COUNT(keys));
  if (policy.uses_cameras) {
    emit(filter, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xff00));
    where_equal(filter, 'V' << 8);
    allow(filter);
  }
  fail(filter, EPERM);
  end_block(filter, start);
}

/// What is open may get modes and times, but no mode that makes it run as its owner.
static void filter_marks(program *filter) {
  unsigned short start = begin_call(filter, SYS_fchmod);
  load_argument(filter, 1);
  where_any_bit(filter, 06000);
  fail(filter, EPERM);
  allow(filter);
  end_block(filter, start);
  start = begin_call(filter, SYS_utimensat);
  const uint32_t path = offsetof(struct seccomp_data, args) + 8;
  const uint32_t nothing[] = {0};
  load(filter, path);
  unsigned short half = begin_value(filter, 0);
  load(filter, path + 4);
  allow_values(filter, nothing, COUNT(nothing));
  end_block(filter, half);
  fail(filter, EPERM);
  end_block(filter, start);
}

/// TCP and UDP, and the question after the machine's own addresses that resolving names begins with.
static void filter_sockets(program *filter, bool allows_network) {
  if (!allows_network) {
    static const int calls[] = {SYS_socket, SYS_connect, SYS_bind};
    for (size_t i = 0; i < COUNT(calls); i++) {
      where_equal(filter, (uint32_t)calls[i]);
      fail(filter, EACCES);
    }
    return;
  }
  unsigned short start = begin_call(filter, SYS_socket);
  load_argument(filter, 0);
  where_equal(filter, AF_NETLINK);
  emit(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JA, 4, 0, 0));  // to the protocol
  emit(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET, 1, 0));
  emit(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET6, 0, 1));
  emit(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JA, 5, 0, 0));  // to the type
  fail(filter, EACCES);
  load_argument(filter, 2);
  where_equal(filter, 0);  // NETLINK_ROUTE
  allow(filter);
  fail(filter, EACCES);
  load_argument(filter, 1);
  emit(filter, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xF));
  where_equal(filter, SOCK_STREAM);
  allow(filter);
  where_equal(filter, SOCK_DGRAM);
  allow(filter);
  fail(filter, EACCES);
  end_block(filter, start);
}

#ifdef NATIVE_ARCH
/// Calls of another processor's numbering would mean something else; those of x32 are beyond all known ones.
static void filter_arch(program *filter) {
  load(filter, offsetof(struct seccomp_data, arch));
  emit(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NATIVE_ARCH, 1, 0));
  fail(filter, EPERM);
}

static void allow_calls(program *filter, const int *calls, size_t count) {
  for (size_t i = 0; i < count; i++) {
    where_equal(filter, (uint32_t)calls[i]);
    allow(filter);
  }
}

/// The calls whose arguments do not matter; ends the filter.
static void filter_numbers(program *filter, mr_call_policy policy) {
  load(filter, offsetof(struct seccomp_data, nr));
  allow_calls(filter, always_allowed, COUNT(always_allowed));
  if (!policy.only_draws) allow_calls(filter, working_allowed, COUNT(working_allowed));
  if (policy.allows_network) allow_calls(filter, network_allowed, COUNT(network_allowed));
  if (policy.allows_serving) allow_calls(filter, serving_allowed, COUNT(serving_allowed));
  if (policy.starts_programs) allow_calls(filter, starting_allowed, COUNT(starting_allowed));
  for (size_t i = 0; i < COUNT(unavailable); i++) {
    where_equal(filter, (uint32_t)unavailable[i]);
    fail(filter, ENOSYS);
  }
  // What later kernels bring is not there.
  emit(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, FIRST_UNKNOWN_CALL, 0, 1));
  fail(filter, ENOSYS);
  fail(filter, EPERM);
}
#endif

bool mr_seccomp_is_available(void) {
#ifdef NATIVE_ARCH
  const uint32_t action = SECCOMP_RET_ERRNO;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
#else
  return false;
#endif
}

int32_t mr_seccomp_restrict(mr_call_policy policy) {
#ifdef NATIVE_ARCH
  program filter = {.count = 0};
  filter_arch(&filter);
  filter_clone(&filter, policy.starts_programs);
  filter_fcntl(&filter);
  filter_ioctl(&filter, policy);
  filter_processes(&filter, policy);
  filter_prctl(&filter);
  if (!policy.only_draws) filter_marks(&filter);
  load(&filter, offsetof(struct seccomp_data, nr));
  filter_sockets(&filter, policy.allows_network);
  filter_numbers(&filter, policy);
  if (filter.count >= MOST_STEPS) return E2BIG;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  const struct sock_fprog steps = {filter.count, filter.steps};
  long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &steps);
  // A positive result is a thread that has a filter of its own.
  return result == 0 ? 0 : result > 0 ? EBUSY : errno;
#else
  (void)policy;
  return ENOSYS;
#endif
}
