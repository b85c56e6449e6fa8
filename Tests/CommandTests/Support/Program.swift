// SPDX-License-Identifier: MIT

import Foundation

/// Runs programs to their end and tells what they wrote.
enum Program {
  /// What a finished program left behind.
  struct Outcome {
    var code: Int32
    var wasKilled: Bool
    var output: String
    var errors: String

    /// The lines of `errors` that are not empty.
    var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
  }

  /// The `moonreel` that was built with these tests, beside the test bundle.
  static let moonreel: URL = {
    let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    return bundle.deletingLastPathComponent().appendingPathComponent("moonreel")
  }()

  /// Where programs keep what saves them time, so that tests neither use nor change what the user has.
  private static let caches: String = {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("moonreel-tests-caches-\(ProcessInfo.processInfo.processIdentifier)")
    atexit { try? FileManager.default.removeItem(atPath: Program.caches) }
    return folder.path
  }()

  /// Runs `moonreel` with `arguments` in `folder`.
  static func moonreel(
    _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:],
    whileRunning: (@Sendable (Process) -> Void)? = nil
  ) async throws -> Outcome {
    try await run(
      moonreel, arguments, in: folder, environment: environment, whileRunning: whileRunning)
  }

  /// Runs a line of shell in `folder`; `moonreel` there is the built one.
  static func shell(_ line: String, in folder: URL? = nil) async throws -> Outcome {
    let script = "moonreel() { '\(moonreel.path)' \"$@\"; }; " + line
    return try await run(URL(fileURLWithPath: "/bin/bash"), ["-c", script], in: folder)
  }

  /// Some tests run two programs of which one waits for the other, so there are more places than cores.
  private static let slots = Slots(max(8, 2 * ProcessInfo.processInfo.activeProcessorCount))

  /// Runs the program at `executable` once there is a place for it; its streams go to files, so that nothing can block.
  static func run(
    _ executable: URL, _ arguments: [String], in folder: URL? = nil,
    environment: [String: String] = [:], whileRunning: (@Sendable (Process) -> Void)? = nil
  ) async throws -> Outcome {
    let streams = try TemporaryFolder()
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["XDG_CACHE_HOME": caches]) { $1 }.merging(environment) { $1 }
    if let folder { process.currentDirectoryURL = folder }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try streams.handle("output")
    process.standardError = try streams.handle("errors")
    await slots.take()
    do {
      try await finish(process, whileRunning)
    } catch {
      await slots.give()
      throw error
    }
    await slots.give()
    return Outcome(
      code: process.terminationStatus, wasKilled: process.terminationReason == .uncaughtSignal,
      output: streams.text("output"), errors: streams.text("errors"))
  }

  /// Runs `process` to its end.
  private static func finish(
    _ process: Process, _ whileRunning: (@Sendable (Process) -> Void)?
  ) async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in done.resume() }
      do {
        try process.run()
        if let whileRunning {
          let running = Unchecked(process)
          Thread.detachNewThread { whileRunning(running.value) }
        }
      } catch {
        done.resume(throwing: error)
      }
    }
  }

  /// Hands a process to the thread that watches it; `Process` guards its own state.
  private struct Unchecked: @unchecked Sendable {
    let value: Process
    init(_ value: Process) { self.value = value }
  }
}

extension Program {
  /// Whether `script`, which runs a program at a terminal of its own, is installed.
  static let canFakeTerminal = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")

  /// Whether SoX is there.
  static let hasSoX = FileManager.default.isExecutableFile(atPath: "/usr/bin/sox")

  /// Whether a small file system can be made.
  static let canMount: Bool = {
    guard getuid() == 0 else { return false }
    let mount = Process()
    mount.executableURL = URL(fileURLWithPath: "/bin/sh")
    mount.arguments = [
      "-c",
      "d=$(mktemp -d) && mount -t tmpfs -o size=64k none $d 2>/dev/null && umount $d; r=$?; rmdir $d; exit $r",
    ]
    guard (try? mount.run()) != nil else { return false }
    mount.waitUntilExit()
    return mount.terminationStatus == 0
  }()
}
