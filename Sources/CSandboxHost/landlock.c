// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "moonreel_sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The same numbers on every processor.
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { ASK_VERSION = 1, RULE_PATH = 1, RULE_PORT = 2 };
/// Restricts all threads at once (since version 8).
enum { ALL_THREADS = 1 << 3 };

/// Rights on files, and the version that brought them.
enum {
  EXECUTE = 1 << 0,
  WRITE_FILE = 1 << 1,
  READ_FILE = 1 << 2,
  READ_DIR = 1 << 3,
  REMOVE_DIR = 1 << 4,
  REMOVE_FILE = 1 << 5,
  MAKE_DIR = 1 << 7,
  MAKE_REG = 1 << 8,
  ALL_OF_1 = (1 << 13) - 1,
  REFER = 1 << 13,      // version 2
  TRUNCATE = 1 << 14,   // version 3
  DEVICE_CALL = 1 << 15 // version 5
};

enum { BIND_TCP = 1 << 0, CONNECT_TCP = 1 << 1 };  // version 4
enum { SCOPE_ABSTRACT_SOCKET = 1 << 0, SCOPE_SIGNAL = 1 << 1 };  // version 6

typedef struct ruleset {
  uint64_t files, net, scopes;
} ruleset;

typedef struct __attribute__((packed)) path_rule {
  uint64_t allowed;
  int32_t folder;
} path_rule;

typedef struct port_rule {
  uint64_t allowed, port;
} port_rule;

int32_t mr_landlock_abi(void) {
  long version = syscall(CREATE_RULESET, NULL, 0, ASK_VERSION);
  return version < 0 ? 0 : (int32_t)version;
}

static uint64_t handled_files(int32_t abi) {
  uint64_t rights = ALL_OF_1;
  if (abi >= 2) rights |= REFER;
  if (abi >= 3) rights |= TRUNCATE;
  if (abi >= 5) rights |= DEVICE_CALL;
  return rights;
}

/// Allows `place` in `rules`; 0 or an `errno`.
static int32_t add(int rules, mr_place place, uint64_t handled) {
  path_rule rule = {READ_FILE | READ_DIR, open(place.path, O_PATH | O_CLOEXEC)};
  if (rule.folder < 0) return errno == EMFILE || errno == ENFILE || errno == ENOMEM ? errno : 0;
  if (place.use == MR_PLACE_WRITE)
    rule.allowed |=
        WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | REFER | TRUNCATE;
  if (place.use == MR_PLACE_LIST) rule.allowed = READ_DIR;
  if (place.use == MR_PLACE_RUN) rule.allowed |= EXECUTE;
  if (place.use == MR_PLACE_CLEAR) rule.allowed = REMOVE_DIR;
  if (place.use == MR_PLACE_DEVICE) rule.allowed = READ_FILE | WRITE_FILE | DEVICE_CALL;
  struct stat status;
  if (fstat(rule.folder, &status) == 0 && !S_ISDIR(status.st_mode))
    rule.allowed &= EXECUTE | READ_FILE | WRITE_FILE | TRUNCATE | DEVICE_CALL;
  rule.allowed &= handled;
  // Such as what may only be cleared and is no folder.
  if (rule.allowed == 0) {
    close(rule.folder);
    return 0;
  }
  int32_t error = syscall(ADD_RULE, rules, RULE_PATH, &rule, 0) == 0 ? 0 : errno;
  close(rule.folder);
  // What lies outside all file systems (a pipe) cannot be named, and is not restricted.
  return error == EBADFD ? 0 : error;
}

int32_t mr_landlock_restrict(
    const mr_place *places, size_t count, mr_ports ports, bool keeps_signals) {
  const int32_t abi = mr_landlock_abi();
  if (abi < 1) return ENOSYS;
  ruleset wanted = {handled_files(abi), 0, 0};
  if (abi >= 4) wanted.net = ports.all ? BIND_TCP : BIND_TCP | CONNECT_TCP;
  if (abi >= 6) wanted.scopes = SCOPE_ABSTRACT_SOCKET | (keeps_signals ? SCOPE_SIGNAL : 0);
  int rules = (int)syscall(CREATE_RULESET, &wanted, sizeof wanted, 0);
  if (rules < 0) return errno;
  // Stays open: without a user the kernel may forget this folder and make it anew, and then no rule would be for
  // it. Dispatch reads there how many of its threads run, and ends the program where it cannot.
  int own = open("/proc/self", O_PATH | O_CLOEXEC);
  int32_t error = 0;
  for (size_t i = 0; i < count && !error; i++) error = add(rules, places[i], wanted.files);
  for (size_t i = 0; i < ports.count && wanted.net & CONNECT_TCP && !error; i++) {
    const port_rule rule = {CONNECT_TCP, ports.list[i]};
    if (syscall(ADD_RULE, rules, RULE_PORT, &rule, 0) != 0) error = errno;
  }
  if (!error && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) error = errno;
  if (!error && syscall(RESTRICT_SELF, rules, abi >= 8 ? ALL_THREADS : 0) != 0) error = errno;
  close(rules);
  if (error && own >= 0) close(own);
  return error;
}
