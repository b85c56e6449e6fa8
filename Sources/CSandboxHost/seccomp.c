// SPDX-License-Identifier: MIT
//
// The filter is a list of system calls that are refused, a few of them only with certain arguments. What is
// refused leads out of the process or makes the kernel's rarer parts reachable; what is left is what
// drawing, decoding and writing need. Landlock does not watch changes of modes, owners and times: these are
// here, too.
#define _GNU_SOURCE
#include "moonreel_sandbox.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define NATIVE_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE_ARCH AUDIT_ARCH_AARCH64
#endif

/// Calls younger than some headers; the same numbers on every processor.
enum {
  CALL_IO_URING_SETUP = 425,
  CALL_IO_URING_ENTER = 426,
  CALL_IO_URING_REGISTER = 427,
  CALL_OPEN_TREE = 428,
  CALL_MOVE_MOUNT = 429,
  CALL_FSOPEN = 430,
  CALL_FSCONFIG = 431,
  CALL_FSMOUNT = 432,
  CALL_FSPICK = 433,
  CALL_CLONE3 = 435,
  CALL_PIDFD_GETFD = 438,
  CALL_PROCESS_MADVISE = 440,
  CALL_MOUNT_SETATTR = 442,
  CALL_QUOTACTL_FD = 443,
  CALL_FCHMODAT2 = 452,
  CALL_SETXATTRAT = 463,
  CALL_REMOVEXATTRAT = 466,
  CALL_OPEN_TREE_ATTR = 467,
  CALL_FILE_SETATTR = 469,
};

/// Refused whatever the arguments.
static const int refused[] = {
    // other programs, other processes
    SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp,
    CALL_PIDFD_GETFD, CALL_PROCESS_MADVISE, SYS_tkill, SYS_rt_sigqueueinfo, SYS_pidfd_send_signal,
    // namespaces, mounts, roots
    SYS_unshare, SYS_setns, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, CALL_OPEN_TREE,
    CALL_MOVE_MOUNT, CALL_FSOPEN, CALL_FSCONFIG, CALL_FSMOUNT, CALL_FSPICK, CALL_MOUNT_SETATTR,
    CALL_OPEN_TREE_ATTR, SYS_swapon, SYS_swapoff, SYS_quotactl, CALL_QUOTACTL_FD, SYS_acct,
    // the kernel and its rarer parts
    SYS_keyctl, SYS_add_key, SYS_request_key, SYS_bpf, SYS_perf_event_open, SYS_userfaultfd,
    CALL_IO_URING_SETUP, CALL_IO_URING_ENTER, CALL_IO_URING_REGISTER, SYS_kexec_load, SYS_init_module,
    SYS_finit_module, SYS_delete_module, SYS_reboot, SYS_syslog, SYS_personality,
    SYS_name_to_handle_at, SYS_open_by_handle_at, SYS_fanotify_init, SYS_vhangup,
    // the clock and the machine's names
    SYS_settimeofday, SYS_clock_settime, SYS_clock_adjtime, SYS_adjtimex, SYS_sethostname,
    SYS_setdomainname,
    // memory and messages that other processes share by name
    SYS_shmget, SYS_msgget, SYS_semget, SYS_mq_open,
    // what waits for others to connect
    SYS_socketpair, SYS_listen, SYS_accept, SYS_accept4,
    // owners, modes, times and labels of files by name; what is open may be marked
    SYS_fchmodat, CALL_FCHMODAT2, SYS_fchown, SYS_fchownat, SYS_utimensat, SYS_setxattr, SYS_lsetxattr,
    SYS_removexattr, SYS_lremovexattr, CALL_SETXATTRAT, CALL_REMOVEXATTRAT, CALL_FILE_SETATTR,
#if defined(__x86_64__)
    SYS_fork, SYS_vfork, SYS_kexec_file_load, SYS_iopl, SYS_ioperm, SYS_modify_ldt, SYS_uselib, SYS_sysfs,
    SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
};

enum { MOST_STEPS = 512 };

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

/// Begins a block for the call `number`; what follows up to `end_call` runs for it only.
static unsigned short begin_call(program *filter, uint32_t number) {
  load(filter, offsetof(struct seccomp_data, nr));
  emit(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 0));
  return (unsigned short)(filter->count - 1);
}
static void end_call(program *filter, unsigned short start) {
  filter->steps[start].jf = (uint8_t)(filter->count - start - 1);
}

/// Lets a call through where its first argument is one of `values`.
static void only_for(program *filter, uint32_t number, const uint32_t *values, size_t count) {
  unsigned short start = begin_call(filter, number);
  load_argument(filter, 0);
  for (size_t i = 0; i < count; i++) {
    where_equal(filter, values[i]);
    allow(filter);
  }
  fail(filter, EPERM);
  end_call(filter, start);
}

/// Threads may be made, processes and namespaces may not. glibc tries clone3 first, whose flags lie in
/// memory where no filter can look.
static void filter_clone(program *filter) {
  unsigned short start = begin_call(filter, CALL_CLONE3);
  fail(filter, ENOSYS);
  end_call(filter, start);
  start = begin_call(filter, SYS_clone);
  load_argument(filter, 0);
  where_any_bit(filter, CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
                            CLONE_NEWPID | CLONE_NEWNET);
  fail(filter, EPERM);
  where_any_bit(filter, CLONE_THREAD);
  allow(filter);
  fail(filter, EPERM);
  end_call(filter, start);
}

/// Signals go to the process itself and its worker; limits are set for itself alone.
static void filter_processes(program *filter, pid_t child) {
  const uint32_t own = (uint32_t)getpid();
  const uint32_t known[] = {own, child > 0 ? (uint32_t)child : own};
  only_for(filter, SYS_kill, known, 2);
  only_for(filter, SYS_tgkill, known, 2);
  only_for(filter, SYS_rt_tgsigqueueinfo, known, 2);
  const uint32_t itself[] = {0, own};
  only_for(filter, SYS_prlimit64, itself, 2);
}

/// Nothing may be typed into the terminal in the user's name, and no file made to run as its owner.
static void filter_arguments(program *filter) {
  unsigned short start = begin_call(filter, SYS_ioctl);
  load_argument(filter, 1);
  where_equal(filter, TIOCSTI);
  fail(filter, EPERM);
  where_equal(filter, TIOCLINUX);
  fail(filter, EPERM);
  end_call(filter, start);
  start = begin_call(filter, SYS_fchmod);
  load_argument(filter, 1);
  where_any_bit(filter, 06000);
  fail(filter, EPERM);
  end_call(filter, start);
}

/// TCP and UDP, and the question after the machine's own addresses that resolving names begins with.
static void filter_sockets(program *filter, bool allows_network) {
  if (!allows_network) {
    static const int calls[] = {SYS_socket, SYS_connect, SYS_bind};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
      unsigned short start = begin_call(filter, (uint32_t)calls[i]);
      fail(filter, EACCES);
      end_call(filter, start);
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
  end_call(filter, start);
}

#ifdef NATIVE_ARCH
/// Calls of another processor's numbering would mean something else.
static void filter_arch(program *filter) {
  load(filter, offsetof(struct seccomp_data, arch));
  emit(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NATIVE_ARCH, 1, 0));
  fail(filter, EPERM);
  load(filter, offsetof(struct seccomp_data, nr));
#if defined(__x86_64__)
  emit(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1));  // x32
  fail(filter, EPERM);
#endif
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
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    if (policy.allows_serving && (refused[i] == SYS_accept4 || refused[i] == SYS_listen)) continue;
    where_equal(&filter, (uint32_t)refused[i]);
    fail(&filter, EPERM);
  }
  filter_clone(&filter);
  filter_processes(&filter, policy.child);
  filter_arguments(&filter);
  filter_sockets(&filter, policy.allows_network);
  allow(&filter);
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
