// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "moonreel_sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

bool mr_is_sanitized(void) {
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  return true;
#else
  return false;
#endif
}

/// Closes everything but `kept` and leads the standard streams nowhere.
static void let_go(int kept) {
  int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int stream = 0; stream <= 2 && nowhere >= 0; stream++)
    if (stream != kept) dup2(nowhere, stream);
  // close_range: 436 on every processor; before Linux 5.9 one by one.
  const bool closed =
      (kept <= 3 || syscall(436, 3, kept - 1, 0) == 0) && syscall(436, kept + 1, ~0U, 0) == 0;
  if (closed) return;
  for (int descriptor = 3; descriptor < 1024; descriptor++)
    if (descriptor != kept) close(descriptor);
}

/// Signals do what they do by default: crashes end the child at once; those of the terminal are the parent's.
static void reset_signals(void) {
  static const int faults[] = {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGXCPU};
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) signal(faults[i], SIG_DFL);
  static const int others[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXFSZ};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) signal(others[i], SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

pid_t mr_fork_worker(int32_t *end) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -1;
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child != 0) {
    const int error = errno;
    close(ends[1]);
    *end = ends[0];
    if (child < 0) close(ends[0]);
    errno = error;
    return child;
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);
  reset_signals();
  let_go(ends[1]);
  *end = ends[1];
  return 0;
}

void mr_limit_worker(uint64_t bytes) {
  const struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  if (bytes == 0 || mr_is_sanitized()) return;
  const struct rlimit data = {bytes, bytes};
  setrlimit(RLIMIT_DATA, &data);
}

void mr_limit_cpu(uint32_t seconds) {
  struct rusage used;
  struct rlimit limit;
  if (getrusage(RUSAGE_SELF, &used) != 0 || getrlimit(RLIMIT_CPU, &limit) != 0) return;
  // Whole seconds only: both parts are rounded up.
  limit.rlim_cur = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec + 2) + seconds;
  if (limit.rlim_cur > limit.rlim_max) limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_CPU, &limit);
}

/// Room for one descriptor beside a message.
typedef union carrier {
  struct cmsghdr header;
  char room[CMSG_SPACE(sizeof(int))];
} carrier;

ssize_t mr_socket_send(int32_t socket, const void *bytes, size_t size, int32_t descriptor) {
  struct iovec part = {(void *)bytes, size};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  carrier carrier;
  if (descriptor >= 0) {
    memset(&carrier, 0, sizeof carrier);
    message.msg_control = carrier.room;
    message.msg_controllen = sizeof carrier.room;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof descriptor);
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  }
  return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

ssize_t mr_socket_receive(
    int32_t socket, void *bytes, size_t size, int32_t *descriptor, bool waits) {
  struct iovec part = {bytes, size};
  carrier carrier;
  memset(&carrier, 0, sizeof carrier);
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = carrier.room,
      .msg_controllen = sizeof carrier.room};
  *descriptor = -1;
  ssize_t count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | (waits ? 0 : MSG_DONTWAIT));
  if (count <= 0) return count;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header;
       header = CMSG_NXTHDR(&message, header))
    if (header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
      memcpy(descriptor, CMSG_DATA(header), sizeof *descriptor);
  return count;
}

int32_t mr_shared_memory(size_t size) {
  int descriptor = memfd_create("moonreel", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0) return -1;
  // Made shorter by the other side, it would end this process at its next look.
  if (ftruncate(descriptor, (off_t)size) == 0 &&
      fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
    return descriptor;
  const int error = errno;
  close(descriptor);
  errno = error;
  return -1;
}

int32_t mr_end_of(pid_t process) {
  siginfo_t info = {0};
  if (waitid(P_PID, (id_t)process, &info, WEXITED | WNOHANG | WNOWAIT) != 0) return 0;
  if (info.si_pid == 0) return -1;
  return info.si_code == CLD_EXITED ? 0 : info.si_status;
}
