// SPDX-License-Identifier: MIT
//
// What the kernel is asked for so that a process can do less: Landlock (files, TCP), seccomp (system
// calls), and a child process that draws. Headers of old systems lack most of the names; they are
// defined here, and what the running kernel knows is asked at run time.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// MARK: Landlock

/// The version of Landlock's interface; 0 where the kernel has none or it is switched off.
int32_t mr_landlock_abi(void);

/// What may be done at and below a place.
typedef enum mr_place_use {
  /// Read files, list folders.
  MR_PLACE_READ = 1,
  /// Also make, write, rename and remove files and folders.
  MR_PLACE_WRITE = 2,
  /// List folders, and nothing else.
  MR_PLACE_LIST = 3,
  /// Read, write and control a device.
  MR_PLACE_DEVICE = 4,
  /// Read and start programs.
  MR_PLACE_RUN = 5,
  /// Remove empty folders, and nothing else.
  MR_PLACE_CLEAR = 6,
} mr_place_use;

/// A folder or a file.
typedef struct mr_place {
  const char *path;
  mr_place_use use;
} mr_place;

/// Ports of TCP to which connections may be made.
typedef struct mr_ports {
  /// Whether it is every port; otherwise it is `list` alone.
  bool all;
  const uint16_t *list;
  size_t count;
} mr_ports;

/// Leaves the calling thread, and threads it makes from now on, nothing but `places`; those that do not
/// exist are passed over. Where the kernel can say it, TCP is refused but to `ports`, and listening
/// always; with `keeps_signals` signals go to processes of this sandbox only. Returns 0 or an `errno`; then nothing has
/// changed.
int32_t mr_landlock_restrict(
    const mr_place *places, size_t count, mr_ports ports, bool keeps_signals);

// MARK: seccomp

/// Whether the kernel takes filters.
bool mr_seccomp_is_available(void);

/// What the filter lets through beside what every process needs.
typedef struct mr_call_policy {
  /// Whether sockets of the internet may be made.
  bool allows_network;
  /// Whether connections may be accepted at a socket that listens already, and folders be watched.
  bool allows_serving;
  /// Whether devices of Video4Linux may be controlled.
  bool uses_cameras;
  /// Whether terminals may be told how they give keys.
  bool sets_terminal;
  /// Whether programs may be started, which then close sandboxes of their own.
  bool starts_programs;
  /// Whether it is the process that draws: it makes no files and waits for nobody.
  bool only_draws;
  /// A child that may be sent signals, or 0.
  pid_t child;
} mr_call_policy;

/// Lets through, in all threads and for good, the system calls that Moonreel and its libraries need, and refuses all
/// others: with EPERM (sockets: EACCES; calls that libraries do without only then, and unknown ones: ENOSYS), so that
/// whoever tries gets an ordinary error. Returns 0 or an `errno`; then nothing has changed.
int32_t mr_seccomp_restrict(mr_call_policy policy);

// MARK: Processes

/// Whether this is built with a sanitizer, which needs memory and system calls that a sandbox denies.
bool mr_is_sanitized(void);

/// Forks a child that can reach nothing of the parent but `*socket`, a stream to the other: its standard
/// streams lead nowhere, other descriptors are closed, signals of the terminal are ignored, and it dies
/// with the thread that made it. Returns 0 in the child, its number in the parent, and -1 with `errno`.
/// Only the calling thread goes on in the child: to be called while there is no other.
pid_t mr_fork_worker(int32_t *socket);

/// Limits the calling process: private memory in bytes, no core files.
void mr_limit_worker(uint64_t bytes);

/// Ends the calling process by SIGXCPU once it has used `seconds` more of CPU time than by now.
void mr_limit_cpu(uint32_t seconds);

/// Sends up to `size` bytes, and `descriptor` with them unless it is negative, without waiting. Returns how
/// many went, or -1 with `errno`.
ssize_t mr_socket_send(int32_t socket, const void *bytes, size_t size, int32_t descriptor);

/// Receives up to `size` bytes, and a descriptor where one came with them (else -1). Returns how many came,
/// 0 where the other side is gone, or -1 with `errno`.
ssize_t mr_socket_receive(
    int32_t socket, void *bytes, size_t size, int32_t *descriptor, bool waits);

/// Memory of `size` bytes that another process can be sent and cannot make shorter; -1 with `errno`.
int32_t mr_shared_memory(size_t size);

/// How the child `process` ended: the signal's number, 0 where it ended by itself, -1 while it runs. It is
/// not taken away, so that its number stands for nobody else.
int32_t mr_end_of(pid_t process);
