// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "trial.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <stdint.h>
#include <limits.h>
#include <linux/fs.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static int said(long result) { return result < 0 ? errno : 0; }

static int open_as(const char *path, int flags) {
  int file = open(path, flags | O_CLOEXEC, 0644);
  if (file < 0) return errno;
  close(file);
  return 0;
}

static int socket_of(int family, int type) {
  int end = socket(family, type | SOCK_CLOEXEC, 0);
  if (end < 0) return errno;
  close(end);
  return 0;
}

static int connect_to(const char *port) {
  int end = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (end < 0) return errno;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int error = said(connect(end, (struct sockaddr *)&address, sizeof address));
  close(end);
  return error;
}

static int listen_at_all(void) {
  int end = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (end < 0) return errno;
  struct sockaddr_in address = {.sin_family = AF_INET};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int error = said(bind(end, (struct sockaddr *)&address, sizeof address));
  if (!error) error = said(listen(end, 1));
  close(end);
  return error;
}

/// Waits for a child that does nothing, or gives the error of making it.
static int end_of(long child) {
  if (child == 0) _exit(0);
  if (child < 0) return errno;
  waitpid((pid_t)child, NULL, 0);
  return 0;
}

static int run(const char *program) {
  pid_t child = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (child < 0) {
    // Without a child the program would be this one; an error is all that can come back.
    execl(program, program, (char *)NULL);
    return errno;
  }
  if (child == 0) {
    execl(program, program, (char *)NULL);
    _exit(errno);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int read_other(const char *process) {
  char byte;
  struct iovec own = {&byte, 1}, other = {(void *)&read_other, 1};
  return said(process_vm_readv(atoi(process), &own, 1, &other, 1, 0));
}

/// On files.
static int act_on_file(const char *act, const char *path) {
  if (!strcmp(act, "read")) return open_as(path, O_RDONLY);
  if (!strcmp(act, "list")) return open_as(path, O_RDONLY | O_DIRECTORY);
  if (!strcmp(act, "write")) return open_as(path, O_WRONLY);
  if (!strcmp(act, "create")) return open_as(path, O_WRONLY | O_CREAT | O_EXCL);
  if (!strcmp(act, "cut-open")) return open_as(path, O_RDONLY | O_TRUNC);
  if (!strcmp(act, "cut")) return said(truncate(path, 1));
  if (!strcmp(act, "remove")) return said(unlink(path));
  if (!strcmp(act, "folder")) return said(mkdir(path, 0755));
  if (!strcmp(act, "link")) return said(symlink("/etc/passwd", path));
  if (!strcmp(act, "pipe")) return said(mkfifo(path, 0644));
  if (!strcmp(act, "chmod")) return said(chmod(path, 0777));
  if (!strcmp(act, "chown")) return said(chown(path, getuid(), getgid()));
  if (!strcmp(act, "times")) return said(utimensat(AT_FDCWD, path, NULL, 0));
  if (!strcmp(act, "chroot")) return said(chroot(path));
  return -1;
}

/// On a pipe of its own: whom the kernel tells when something happens to it, and what devices would take.
static int act_on_pipe(const char *act, pid_t other) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
  const int end = ends[0];
  struct { int type, process; } owner = {1, other};
  int error = -1, on = 1;
  char room[256] = {0};
  if (!strcmp(act, "owner")) error = said(fcntl(end, F_SETOWN, other));
  if (!strcmp(act, "owner-thread")) error = said(fcntl(end, F_SETOWN_EX, &owner));
  if (!strcmp(act, "owner-device")) error = said(ioctl(end, FIOSETOWN, &other));
  if (!strcmp(act, "owner-group")) error = said(ioctl(end, SIOCSPGRP, &other));
  if (!strcmp(act, "told-signal")) error = said(fcntl(end, F_SETSIG, SIGKILL));
  if (!strcmp(act, "told")) error = said(fcntl(end, F_SETFL, O_ASYNC));
  if (!strcmp(act, "told-device")) error = said(ioctl(end, FIOASYNC, &on));
  if (!strcmp(act, "lease")) error = said(fcntl(end, F_SETLEASE, F_RDLCK));
  if (!strcmp(act, "notify")) error = said(fcntl(end, F_NOTIFY, 1));
  if (!strcmp(act, "camera")) error = said(ioctl(end, 0x80685600UL, room));  // VIDIOC_QUERYCAP
  if (!strcmp(act, "keys")) error = said(ioctl(end, TCSETS, room));
  if (!strcmp(act, "later")) error = said(fcntl(end, F_SETFL, O_NONBLOCK));
  close(ends[0]);
  close(ends[1]);
  return error;
}

/// On the place of another process among all: each sets what is set already.
static int act_on_place(const char *act, pid_t other) {
  cpu_set_t processors;
  struct sched_param priority = {0};
  struct { uint32_t size, policy; uint64_t flags; int32_t nice; uint32_t rest[7]; } all = {48};
  if (!strcmp(act, "priority")) return said(setpriority(PRIO_PROCESS, (id_t)other, 0));
  if (!strcmp(act, "priority-user")) return said(setpriority(PRIO_USER, 0, 0));
  if (!strcmp(act, "processors")) {
    sched_getaffinity(0, sizeof processors, &processors);
    return said(sched_setaffinity(other, sizeof processors, &processors));
  }
  if (!strcmp(act, "schedule")) return said(sched_setscheduler(other, SCHED_OTHER, &priority));
  if (!strcmp(act, "schedule-priority")) return said(sched_setparam(other, &priority));
  if (!strcmp(act, "schedule-all")) return said(syscall(SYS_sched_setattr, other, &all, 0));
  if (!strcmp(act, "disk-priority")) return said(syscall(SYS_ioprio_set, 1, other, 2 << 13 | 4));
  if (!strcmp(act, "move-memory")) return said(syscall(SYS_migrate_pages, other, 0, NULL, NULL));
  if (!strcmp(act, "handle")) return said(syscall(SYS_pidfd_open, other, 0));
  if (!strcmp(act, "group")) return said(getpgid(other) < 0 ? -1 : setpgid(0, getpgid(other)));
  return -1;
}

/// On what processes share by number, where nothing has this one: another error than a refusal means that the
/// kernel looked.
static int act_on_number(const char *act) {
  if (!strcmp(act, "shared-memory")) return shmat(INT_MAX, NULL, 0) == (void *)-1 ? errno : 0;
  if (!strcmp(act, "shared-memory-gone")) return said(shmctl(INT_MAX, IPC_RMID, NULL));
  if (!strcmp(act, "message")) return said(msgsnd(INT_MAX, "12345678", 0, IPC_NOWAIT));
  if (!strcmp(act, "message-read")) return said(msgrcv(INT_MAX, (char[64]){0}, 1, 0, IPC_NOWAIT));
  if (!strcmp(act, "message-gone")) return said(msgctl(INT_MAX, IPC_RMID, NULL));
  if (!strcmp(act, "semaphore")) return said(semop(INT_MAX, &(struct sembuf){0, 1, IPC_NOWAIT}, 1));
  if (!strcmp(act, "semaphore-gone")) return said(semctl(INT_MAX, 0, IPC_RMID));
  return -1;
}

/// On itself, so that others could reach it, or to hear of others.
static int act_on_itself(const char *act, const char *object) {
  if (!strcmp(act, "watch")) {
    const int events = inotify_init1(IN_CLOEXEC);
    if (events < 0) return errno;
    return said(inotify_add_watch(events, object, IN_ALL_EVENTS));
  }
  if (!strcmp(act, "readable")) return said(prctl(PR_SET_DUMPABLE, 1, 0, 0, 0));
  if (!strcmp(act, "traceable")) return said(prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0));
  if (!strcmp(act, "session")) return said(setsid());
  if (!strcmp(act, "user")) return said(setresuid(getuid(), getuid(), getuid()));
  if (!strcmp(act, "own-priority")) return said(setpriority(PRIO_PROCESS, 0, 0));
  if (!strcmp(act, "own-limit")) return said(prlimit(0, RLIMIT_CORE, NULL, NULL));
  if (!strcmp(act, "own-name")) return said(prctl(PR_SET_NAME, "trial", 0, 0, 0));
  if (!strcmp(act, "own-times")) {
    const int file = open(object, O_WRONLY | O_CLOEXEC);
    const int error = file < 0 ? errno : said(futimens(file, NULL));
    if (file >= 0) close(file);
    return error;
  }
  if (!strcmp(act, "clear")) return said(rmdir(object));
  return -1;
}

/// On processes and the kernel.
static int act_on_system(const char *act, const char *object) {
  if (!strcmp(act, "exec")) return run(object);
  if (!strcmp(act, "exec-at")) return said(syscall(SYS_execveat, -1, object, NULL, NULL, 0));
  if (!strcmp(act, "fork")) return end_of(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
  if (!strcmp(act, "clone-user")) return end_of(syscall(SYS_clone, SIGCHLD | CLONE_NEWUSER, 0, 0, 0, 0));
  if (!strcmp(act, "unshare")) return said(unshare(CLONE_NEWUSER));
  if (!strcmp(act, "setns")) return said(setns(-1, CLONE_NEWNET));
  if (!strcmp(act, "ptrace")) return said(ptrace(PTRACE_TRACEME, 0, 0, 0));
  if (!strcmp(act, "read-process")) return read_other(object);
  if (!strcmp(act, "signal")) return said(kill(atoi(object), 0));
  if (!strcmp(act, "limit")) return said(prlimit(atoi(object), RLIMIT_CORE, NULL, NULL));
  if (!strcmp(act, "mount")) return said(mount("none", object, "tmpfs", MS_REMOUNT, NULL));
  if (!strcmp(act, "keys")) return said(syscall(SYS_keyctl, 0, -3, 0));
  if (!strcmp(act, "bpf")) return said(syscall(SYS_bpf, 0, NULL, 0));
  if (!strcmp(act, "perf")) return said(syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0));
  if (!strcmp(act, "faults")) return said(syscall(SYS_userfaultfd, 0));
  if (!strcmp(act, "rings")) return said(syscall(425, 1, NULL));
  if (!strcmp(act, "module")) return said(syscall(SYS_init_module, NULL, 0, ""));
  if (!strcmp(act, "kexec")) return said(syscall(SYS_kexec_load, 0, 0, NULL, 0));
  if (!strcmp(act, "type")) return said(ioctl(0, TIOCSTI, "x"));
  if (!strcmp(act, "memory-key")) return said(syscall(SYS_shmget, 0x6d72, 1, 01600));
#if defined(__x86_64__)
  if (!strcmp(act, "old-arch")) {
    long result;  // getpid by the numbers of 32-bit programs
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20) : "memory");
    return result < 0 ? (int)-result : 0;
  }
#endif
  return -1;
}

int trial_act(const char *act, const char *object) {
  if (!strcmp(act, "connect")) return connect_to(object);
  if (!strcmp(act, "listen")) return listen_at_all();
  if (!strcmp(act, "socket-inet")) return socket_of(AF_INET, SOCK_STREAM);
  if (!strcmp(act, "socket-udp")) return socket_of(AF_INET, SOCK_DGRAM);
  if (!strcmp(act, "socket-raw")) return socket_of(AF_INET, SOCK_RAW);
  if (!strcmp(act, "socket-inet6")) return socket_of(AF_INET6, SOCK_STREAM);
  if (!strcmp(act, "socket-unix")) return socket_of(AF_UNIX, SOCK_STREAM);
  if (!strcmp(act, "socket-netlink")) return socket_of(AF_NETLINK, SOCK_RAW);
  if (!strcmp(act, "socket-packet")) return socket_of(AF_PACKET, SOCK_RAW);
  if (!strncmp(act, "encode-", 7)) return trial_encode(act + 7, object);
  int error = act_on_file(act, object);
  if (error == -1) error = act_on_pipe(act, (pid_t)atoi(object));
  if (error == -1) error = act_on_place(act, (pid_t)atoi(object));
  if (error == -1) error = act_on_number(act);
  if (error == -1) error = act_on_itself(act, object);
  return error != -1 ? error : act_on_system(act, object);
}
