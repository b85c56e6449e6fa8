// SPDX-License-Identifier: MIT

import Foundation

/// Runs `moonreel` with its messages in a file: there may be more of them than a pipe holds.
enum LoggedProgram {
  struct Outcome {
    /// The exit code; 128 and the number of the signal where one ended it.
    var code: Int32
    var errors: String
  }

  /// Runs `moonreel` with `arguments` to its end, both streams in one file in `folder`.
  static func moonreel(_ arguments: [String], in folder: TemporaryFolder) throws -> Outcome {
    let log = folder.path("log-\(UUID().uuidString)")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o644)
    posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_APPEND, 0o644)
    let words = [Program.moonreel.path] + arguments
    var strings = words.map { strdup($0) } + [nil]
    defer { for string in strings { free(string) } }
    var child = pid_t()
    let status = posix_spawn(&child, words[0], &actions, nil, &strings, environ)
    guard status == 0 else { throw CocoaError(.executableLoad) }
    var ending: Int32 = 0
    while waitpid(child, &ending, 0) == -1, errno == EINTR {}
    let signal = ending & 0x7f
    let text = (try? Data(contentsOf: URL(fileURLWithPath: log))) ?? Data()
    return Outcome(
      code: signal == 0 ? (ending >> 8) & 0xff : 128 + signal,
      errors: String(decoding: text, as: UTF8.self))
  }
}
