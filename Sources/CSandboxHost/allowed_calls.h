// SPDX-License-Identifier: MIT
//
// The system calls that a sandbox lets through whatever their arguments; seccomp.c has those that depend on the
// arguments. A call that stands nowhere is refused. Each group is needed: by Moonreel, by the C library, by Swift's
// runtime, or by a codec, font or network library on some distribution. What reaches other processes, other users or
// the kernel's rarer parts does not belong here.
#pragma once

#include <sys/syscall.h>

/// Calls younger than some headers; the same numbers on every processor.
enum {
  CALL_LANDLOCK_CREATE_RULESET = 444,
  CALL_LANDLOCK_ADD_RULE = 445,
  CALL_LANDLOCK_RESTRICT_SELF = 446,
  CALL_CLONE3 = 435,
  CALL_CLOSE_RANGE = 436,
  CALL_OPENAT2 = 437,
  CALL_FACCESSAT2 = 439,
  CALL_EPOLL_PWAIT2 = 441,
  CALL_FUTEX_WAITV = 449,
  CALL_MAP_SHADOW_STACK = 453,
  CALL_FUTEX_WAKE = 454,
  CALL_FUTEX_WAIT = 455,
  CALL_FUTEX_REQUEUE = 456,
  CALL_MSEAL = 462,
  /// The first number that no kernel had when this list was made.
  FIRST_UNKNOWN_CALL = 470,
};

/// What every process needs, the one that only draws as well: memory, threads, clocks, reading what is open or what
/// Landlock lets it open, and answering on its own socket.
static const int always_allowed[] = {
    // memory
    SYS_mmap, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_madvise, SYS_brk, SYS_mlock, SYS_munlock,
    SYS_membarrier, CALL_MSEAL,
    // threads, and the signals of this process
    SYS_futex, SYS_set_robust_list, SYS_set_tid_address, SYS_gettid, SYS_getpid, SYS_getppid, SYS_exit,
    SYS_exit_group, SYS_sched_yield, SYS_sched_getaffinity, SYS_sched_getscheduler, SYS_sched_getparam,
    SYS_sched_get_priority_max, SYS_sched_get_priority_min, SYS_getcpu, SYS_rt_sigaction,
    SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigpending, SYS_rt_sigtimedwait, SYS_rt_sigsuspend,
    SYS_sigaltstack, SYS_restart_syscall,
#ifdef SYS_rseq
    SYS_rseq,
#endif
    // clocks, and what the process and the machine are
    SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_getrusage,
    SYS_times, SYS_uname, SYS_sysinfo, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getresuid,
    SYS_getresgid, SYS_getgroups, SYS_getrandom, SYS_getcwd, SYS_umask,
    // reading
    SYS_openat, CALL_OPENAT2, SYS_close, CALL_CLOSE_RANGE, SYS_read, SYS_readv, SYS_pread64, SYS_preadv,
    SYS_preadv2, SYS_lseek, SYS_fstat, SYS_newfstatat, SYS_statx, SYS_statfs, SYS_fstatfs, SYS_faccessat,
    CALL_FACCESSAT2, SYS_readlinkat, SYS_getdents64, SYS_fadvise64, SYS_readahead, SYS_dup, SYS_dup3,
    // writing to what is open, waiting, pipes and bells of its own
    SYS_write, SYS_writev, SYS_ppoll, SYS_pselect6, SYS_pipe2, SYS_eventfd2,
    // sockets that are there
    SYS_sendmsg, SYS_recvmsg, SYS_sendto, SYS_recvfrom, SYS_shutdown,
#if defined(__x86_64__)
    SYS_open, SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_getdents, SYS_dup2, SYS_poll, SYS_select,
    SYS_pipe, SYS_eventfd, SYS_time, SYS_pause, SYS_getrlimit, SYS_setrlimit, SYS_arch_prctl,
#elif defined(SYS_getrlimit)
    SYS_getrlimit, SYS_setrlimit,
#endif
};

/// What every process needs but the one that only draws: files are made and replaced where Landlock lets it, queues
/// wait for events, the end of the worker is asked for.
static const int working_allowed[] = {
    // files
    SYS_pwrite64, SYS_pwritev, SYS_pwritev2, SYS_ftruncate, SYS_truncate, SYS_fallocate, SYS_fsync,
    SYS_fdatasync, SYS_sync_file_range, SYS_copy_file_range, SYS_sendfile, SYS_flock, SYS_renameat,
    SYS_renameat2, SYS_unlinkat, SYS_mkdirat, SYS_linkat, SYS_getxattr, SYS_lgetxattr, SYS_fgetxattr,
    SYS_fsetxattr, SYS_msync, SYS_memfd_create,
    // events
    SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait, CALL_EPOLL_PWAIT2, SYS_timerfd_create,
    SYS_timerfd_settime, SYS_timerfd_gettime, SYS_signalfd4, SYS_wait4, SYS_waitid,
    // sockets that are there
    SYS_getsockname, SYS_getpeername, SYS_getsockopt, SYS_setsockopt,
    // where this process's own memory lies: x265 asks and sets it
    SYS_get_mempolicy, SYS_set_mempolicy,
#if defined(__x86_64__)
    SYS_rename, SYS_unlink, SYS_mkdir, SYS_rmdir, SYS_link, SYS_epoll_create, SYS_epoll_wait,
#endif
};

/// What a program that asks servers needs beside making a socket.
static const int network_allowed[] = {SYS_connect, SYS_bind, SYS_sendmmsg, SYS_recvmmsg};

/// What a program that is asked needs, and looks for changes of the project.
static const int serving_allowed[] = {
    SYS_listen, SYS_accept4, SYS_inotify_init1, SYS_inotify_add_watch, SYS_inotify_rm_watch,
};

/// What a program that starts others needs, and what these need to begin and to close their own sandboxes.
static const int starting_allowed[] = {
    SYS_execve, SYS_socketpair, SYS_seccomp, CALL_LANDLOCK_CREATE_RULESET, CALL_LANDLOCK_ADD_RULE,
    CALL_LANDLOCK_RESTRICT_SELF,
    // Which processes there will be is not known: Landlock keeps signals to those of this sandbox (Linux 6.12).
    SYS_kill, SYS_tgkill,
#if defined(__x86_64__)
    SYS_fork, SYS_vfork,
#endif
};

/// Calls that libraries do without where they are told that there is no such call, and not where they are told that it
/// is forbidden.
static const int unavailable[] = {
    // its flags lie in memory, where no filter can look
    CALL_CLONE3, CALL_FUTEX_WAITV, CALL_MAP_SHADOW_STACK, CALL_FUTEX_WAKE, CALL_FUTEX_WAIT,
    CALL_FUTEX_REQUEUE,
};
