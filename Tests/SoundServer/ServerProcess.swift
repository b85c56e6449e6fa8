// SPDX-License-Identifier: MIT

import Foundation

/// A program that serves a test and ends with it.
enum ServerProcess {
  /// Ends `process` and waits for its end.
  static func end(_ process: pid_t) {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// Starts a program without blocked signals, whose standard output goes to the file `output`; Foundation would block them, and
  /// take a server that closes all descriptors for one that has ended.
  static func start(
    _ words: [String], environment: [String], output: String
  ) throws -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o644)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { for string in arguments + variables { free(string) } }
    var child = pid_t()
    let status = posix_spawn(&child, words[0], &actions, &attributes, &arguments, &variables)
    guard status == 0 else { throw CocoaError(.executableLoad) }
    return child
  }
}
