// SPDX-License-Identifier: MIT

import Foundation

/// Work that may end the process, done in a process of its own.
///
/// Only for a process in which nothing else runs: the child of an exit test.
enum Trial {
  /// How it ended, where not well.
  enum Fault: CustomStringConvertible {
    case signal(Int32)
    case files([String])

    var description: String {
      switch self {
      case .signal(SIGALRM): "did not end within 30 s"
      case .signal(let number): "ended by signal \(number)"
      case .files(let names): "made \(names)"
      }
    }
  }

  /// Runs `body` in a child process and an empty working folder; `nil` where it came back, with or
  /// without an error, and made no file.
  static func run(_ body: () throws -> Void) -> Fault? {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("moonreel-trial-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let child = fork()
    if child == 0 {
      chdir(folder.path)
      var none = rlimit(rlim_cur: 0, rlim_max: 0)
      setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
      alarm(30)
      try? body()
      _exit(0)
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    if status & 0x7f != 0 { return .signal(status & 0x7f) }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.isEmpty ? nil : .files(names.sorted())
  }

  /// `fork`, which Swift hides because it is not for processes with other threads at work.
  private static let fork: @convention(c) () -> Int32 = {
    unsafeBitCast(dlsym(nil, "fork"), to: (@convention(c) () -> Int32).self)
  }()

  /// Says `line` to the parent of an exit test.
  static func report(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
