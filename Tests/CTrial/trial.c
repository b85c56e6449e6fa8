// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "trial.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
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
    _exit(1);
  }
  waitpid(child, NULL, 0);
  return 0;
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
  return error != -1 ? error : act_on_system(act, object);
}
