// SPDX-License-Identifier: MIT

@preconcurrency import Glibc
import MoonreelCore
import MoonreelScript

/// This machine: the tasks are processes, some at once, in a session of their own that outlives the program.
struct LocalEngine: RenderEngine {
  /// How many tasks run at once.
  let count: Int
  let interval = 0.5

  private static let script = "local.sh"

  func scripts(for work: FarmWork) -> [String: String] {
    let task = ShellWord.quoted(work.script)
    let text = """
      #!/bin/sh
      # Runs all tasks of a film on this machine, \(count) at once.
      seq \(work.parts) | xargs -n 1 -P \(count) sh \(task) && sh \(task) join

      """
    return [Self.script: text]
  }

  func commands(for work: FarmWork) -> [[String]] {
    [["setsid", "sh", FilePath.join(work.folder, Self.script)]]
  }

  func submit(_ work: FarmWork) throws -> [String] {
    // The shell has no jobs of its own, so setsid begins the session in the process whose number is printed.
    let line = commands(for: work).map { ShellWord.line($0) }.joined(separator: "; ")
    let process = ChildProcess(
      program: "/bin/sh", words: ["-c", line + " </dev/null >/dev/null 2>&1 & echo $!"])
    var output = ""
    let end = try process.run(stopping: CancellationFlag()) {
      output += String(decoding: $0, as: UTF8.self)
    }
    guard end.code == 0, Int32(output) != nil else {
      throw MoonreelError(.internalError, "The tasks could not be started: \(end.message).")
    }
    return [output]
  }

  /// Tasks say themselves how they end; this knows only whether they go on.
  func states(of jobs: [String]) -> [FarmTask: EngineState]? {
    jobs.contains { Self.goesOn($0) } ? nil : [:]
  }

  func cancel(_ jobs: [String]) {
    for job in jobs.compactMap({ Int32($0) }) where Self.goesOn("\(job)") { kill(-job, SIGTERM) }
    for _ in 0..<50 where jobs.contains(where: Self.goesOn) { usleep(100_000) }
  }

  /// Whether the process that leads the session `job` is there and has not ended.
  private static func goesOn(_ job: String) -> Bool {
    guard let number = Int32(job), getsid(number) == number,
      let status = try? TextFile.read("/proc/\(job)/stat")
    else { return false }
    return !(status.split(separator: ")").last?.hasPrefix(" Z") ?? true)
  }
}
