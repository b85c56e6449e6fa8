// SPDX-License-Identifier: MIT

import Foundation
import MoonreelSandbox
import Testing

/// Every system call from inside, and what some of them would reach with the right arguments.
extension SandboxTests {
  /// A kind of sandbox: how the trial is told, and what it lets through.
  struct Kind: CustomTestStringConvertible, Sendable {
    var options: [String]
    var allowed: Set<String>
    var testDescription: String { options.isEmpty ? "plain" : options.joined(separator: " ") }
  }

  static let kinds = [
    Kind(options: [], allowed: always.union(working)),
    Kind(options: ["--cameras"], allowed: always.union(working)),
    Kind(options: ["--keys"], allowed: always.union(working)),
    Kind(options: ["--net"], allowed: always.union(working).union(network)),
    Kind(options: ["--serve"], allowed: always.union(working).union(serving)),
    Kind(options: ["--run", "/bin/true"], allowed: always.union(working).union(starting)),
    Kind(options: ["worker"], allowed: always),
  ]

  /// No kernel has a call of this number yet; what libraries try, and what they then do, is up to the answer.
  private static let firstUnknown = 470
  /// Younger than the kernels that are tested on, so that the answer may be the kernel's.
  private static let young: Set = ["mseal"]

  @Test(
    "all system calls but those that are needed are refused; 600 are tried",
    arguments: kinds)
  func calls(_ kind: Kind) async throws {
    let outcome = try await Program.run(Self.trial, kind.options + ["calls"])
    let lines = outcome.output.split(separator: "\n").map { $0.split(separator: " ") }
    try #require(lines.count > 590 && lines.allSatisfy { $0.count == 2 }, "\(outcome.errors)")
    var tried: Set<String> = []
    for line in lines {
      let (name, error) = (String(line[0]), try #require(Int32(line[1])))
      tried.insert(name)
      let isRefused = [EPERM, EACCES, ENOSYS].contains(error)
      if Self.young.contains(name), error == ENOSYS { continue }
      #expect(isRefused != kind.allowed.contains(name), "\(name) \(kind.testDescription): \(error)")
      let isUnavailable =
        Self.unavailable.contains(name) || Int(name).map { $0 >= Self.firstUnknown } ?? false
      #expect((error == ENOSYS) == isUnavailable, "\(name): \(error)")
      let isSocket = ["socket", "connect", "bind"].contains(name)
      if isRefused { #expect((error == EACCES) == isSocket, "\(name): \(error)") }
    }
    #if arch(x86_64)
      #expect(kind.allowed.subtracting(tried).isEmpty)
    #endif
  }

  /// What code that took the process over did to others; where a number stands for an object that is not there, any
  /// error but a refusal shows that the kernel looked for it.
  static let reaches = [
    Act(name: "owner", object: "PARENT"), Act(name: "owner-thread", object: "PARENT"),
    Act(name: "owner-device", object: "PARENT", isPossible: false),
    Act(name: "owner-group", object: "PARENT", isPossible: false),
    Act(name: "told-signal"), Act(name: "told"), Act(name: "told-device"),
    Act(name: "lease", isPossible: false), Act(name: "notify", isPossible: false),
    Act(name: "camera", isPossible: false), Act(name: "keys", isPossible: false),
    Act(name: "priority", object: "PARENT"), Act(name: "priority-user"),
    Act(name: "processors", object: "PARENT"), Act(name: "schedule", object: "PARENT"),
    Act(name: "schedule-priority", object: "PARENT"), Act(name: "schedule-all", object: "PARENT"),
    Act(name: "disk-priority", object: "PARENT"),
    Act(name: "move-memory", object: "PARENT", isPossible: false),
    Act(name: "handle", object: "PARENT"), Act(name: "group", object: "PARENT", isPossible: false),
    Act(name: "shared-memory", isPossible: false),
    Act(name: "shared-memory-gone", isPossible: false), Act(name: "message", isPossible: false),
    Act(name: "message-read", isPossible: false), Act(name: "message-gone", isPossible: false),
    Act(name: "semaphore", isPossible: false), Act(name: "semaphore-gone", isPossible: false),
    Act(name: "watch", object: "HERE"), Act(name: "readable"),
    Act(name: "traceable", isPossible: false), Act(name: "session", isPossible: false),
    Act(name: "user"),
    Act(name: "clear", object: "HERE/else", isPossible: false),
  ]

  @Test("what concerns the process alone is possible")
  func ownAffairs() async throws {
    let folder = try TemporaryFolder()
    try folder.write("out/file", "text")
    let acts = ["own-priority", "own-limit", "own-name", "later"].map { Act(name: $0) }
    for act in acts + [Act(name: "own-times", object: "HERE/out/file")] {
      #expect(
        try await result(["--write", folder.path("out")], act, in: folder) == 0, "\(act.name)")
    }
  }

  @Test(
    "what one kind of sandbox allows, another does not",
    arguments: [
      ("--cameras", "camera", ENOTTY), ("--keys", "camera", EPERM), ("--keys", "keys", ENOTTY),
      ("--cameras", "keys", EPERM), ("--serve", "watch", 0), ("--net", "watch", EPERM),
    ] as [(String, String, Int32)])
  func kinds(_ option: String, _ act: String, _ expected: Int32) async throws {
    let folder = try TemporaryFolder()
    let act = Act(name: act, object: "HERE")
    #expect(try await result([option], act, in: folder) == expected)
  }

  @Test(
    "who may start a program starts that one, in the same sandbox, and reaches no other process")
  func starting() async throws {
    let folder = try TemporaryFolder()
    let libraries = ["/lib", "/lib64", "/usr/lib"].flatMap { ["--run", $0] }
    let options = libraries + ["--run", "/bin/true"]
    #expect(try await result(options, Act(name: "exec", object: "/bin/true"), in: folder) == 0)
    let refused = [
      Act(name: "exec", object: "/bin/ls"), Act(name: "read", object: "HERE/else/file"),
      Act(name: "create", object: "HERE/new"), Act(name: "socket-inet"), Act(name: "unshare"),
      Act(name: "clone-user"), Act(name: "told"), Act(name: "owner", object: "PARENT"),
      Act(name: "processors", object: "PARENT"), Act(name: "limit", object: "PARENT"),
    ]
    // Root may look into all processes that it may measure (Linux 6.16).
    let looking = getuid() == 0 ? [] : [Act(name: "read", object: "/proc/PARENT/environ")]
    for act in refused + looking {
      let number = try await result(options, act, in: folder)
      #expect(Self.refused.contains(number), "\(act.name): \(number)")
    }
    guard SandboxSupport.current.landlockVersion >= 6 else { return }
    #expect(try await result(options, Act(name: "signal", object: "PARENT"), in: folder) == EPERM)
  }

  @Test("an empty folder may be removed where that is allowed, and a file not")
  func clearing() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("empty"), withIntermediateDirectories: true)
    let options = ["--clear", folder.url.path]
    let acts = [
      (Act(name: "clear", object: "HERE/else"), ENOTEMPTY),
      (Act(name: "remove", object: "HERE/else/file"), EACCES),
      (Act(name: "clear", object: "HERE/empty"), 0),
    ]
    for (act, expected) in acts {
      #expect(try await result(options, act, in: folder) == expected, "\(act.object)")
    }
  }
}

// MARK: Lists

/// What is needed, written down once more: a call that is added to the sandbox's lists has to be added here, with
/// a reason there.
extension SandboxTests {
  private static let unavailable: Set = [
    "clone3", "futex_waitv", "map_shadow_stack", "futex_wake", "futex_wait", "futex_requeue",
  ]

  private static let always: Set<String> = [
    "mmap", "munmap", "mremap", "mprotect", "madvise", "brk", "mlock", "munlock", "membarrier",
    "mseal", "futex", "set_robust_list", "set_tid_address", "gettid", "getpid", "getppid",
    "sched_yield", "sched_getaffinity", "sched_getscheduler", "sched_getparam",
    "sched_get_priority_max", "sched_get_priority_min", "getcpu", "rt_sigaction",
    "rt_sigprocmask", "rt_sigpending", "rt_sigtimedwait", "rt_sigsuspend", "sigaltstack",
    "restart_syscall", "rseq", "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep",
    "gettimeofday", "getrusage", "times", "uname", "sysinfo", "getuid", "geteuid", "getgid",
    "getegid", "getresuid", "getresgid", "getgroups", "getrandom", "getcwd", "umask", "openat",
    "openat2", "close", "close_range", "read", "readv", "pread64", "preadv", "preadv2", "lseek",
    "fstat", "newfstatat", "statx", "statfs", "fstatfs", "faccessat", "faccessat2", "readlinkat",
    "getdents64", "fadvise64", "readahead", "dup", "dup3", "write", "writev", "ppoll", "pselect6",
    "pipe2", "eventfd2", "sendmsg", "recvmsg", "sendto", "recvfrom", "shutdown", "open", "stat",
    "lstat", "access", "readlink", "getdents", "dup2", "poll", "select", "pipe", "eventfd",
    "time", "getrlimit", "setrlimit", "arch_prctl",
  ]

  private static let working: Set<String> = [
    "pwrite64", "pwritev", "pwritev2", "ftruncate", "truncate", "fallocate", "fsync", "fdatasync",
    "sync_file_range", "copy_file_range", "sendfile", "flock", "renameat", "renameat2",
    "unlinkat", "mkdirat", "linkat", "getxattr", "lgetxattr", "fgetxattr", "fsetxattr", "msync",
    "memfd_create", "epoll_create1", "epoll_ctl", "epoll_pwait", "epoll_pwait2", "timerfd_create",
    "timerfd_settime", "timerfd_gettime", "signalfd4", "wait4", "waitid", "getsockname",
    "getpeername", "getsockopt", "setsockopt", "get_mempolicy", "set_mempolicy", "rename",
    "unlink", "mkdir", "rmdir", "link", "epoll_create", "epoll_wait",
  ]

  private static let network: Set = ["connect", "bind", "sendmmsg", "recvmmsg"]
  private static let serving: Set = [
    "listen", "accept4", "inotify_init1", "inotify_add_watch", "inotify_rm_watch",
  ]
  private static let starting: Set = [
    "execve", "socketpair", "seccomp", "landlock_create_ruleset", "landlock_add_rule",
    "landlock_restrict_self", "kill", "tgkill",
  ]
}
