// SPDX-License-Identifier: MIT

import Foundation
import MediaTools
import Testing

/// `scripts/test` itself, in a folder where `swift` only says what it would.
@Suite("Running the tests")
struct TestScriptTests {
  /// What the processes of some tests write, and how they end.
  private enum Script {
    static let good = """
      echo '➜ Test slow() skipped: "no such machine"'
      echo '✔ Test fast() passed after 0.1 seconds.'
      echo '✔ Test run with 2 tests in 1 suite passed after 0.1 seconds.'
      """
    static let bad = """
      echo '✘ Test fast() recorded an issue at A.swift:1:1: it is slow'
      echo '✘ Test fast() failed after 0.1 seconds with 1 issue.'
      echo '✘ Test run with 1 test in 1 suite failed after 0.1 seconds with 1 issue.'
      exit 1
      """
    static let empty = "echo '✔ Test run with 0 tests in 0 suites passed after 0.001 seconds.'"

    /// The second of three tests crashes, in code of its own or in a library's thread.
    static func crash(_ place: String) -> String {
      """
      cat <<'END'
      ◇ Test run started.
      ◇ Test first() started.
      ◇ Test second() started.
      ◇ Test case passing 1 argument n → 0 to second() started.
      ◇ Test third() started.
      ✔ Test first() passed after 0.1 seconds.

      *** Program crashed: Bad pointer dereference at 0x0000000000000008 ***

      Thread 0 "tests":

        0  0x01 waiting in libc.so

      Thread 7 "queue" crashed:

        0  0x02 broken(_:) + 151 in \(place)
        1  0x03 called by error: Process 'tests' exited with unexpected signal code 11

      Thread 8 "other":

        0  0x04 also waiting in libc.so

      Registers:

      rax 0x0000000000000000  0

      Backtrace took 0.43s

      END
      exit 1
      """
    }
  }

  /// Runs `scripts/test` where the first phase does `crowd` and the last `farm`.
  private func run(
    crowd: String = Script.good, farm: String = Script.good, _ arguments: [String] = []
  ) async throws -> Program.Outcome {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    for name in ["scripts", "bin"] {
      try files.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    try files.copyItem(
      atPath: Documents.root.appendingPathComponent("scripts/test").path,
      toPath: folder.path("scripts/test"))
    let swift = """
      case "$*" in
        *' --skip '*)
      \(crowd)
        ;;
        *SubmitTests*)
      \(farm)
        ;;
        *)
      \(Script.good)
      esac
      """
    let programs = [
      ("scripts/setup", ""), ("scripts/build", ""), ("scripts/lint", ""), ("bin/swift", swift),
    ]
    for (name, text) in programs {
      try "#!/bin/sh\n\(text)\n".write(
        toFile: folder.path(name), atomically: true, encoding: .utf8)
      try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path(name))
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return try await Program.run(
      URL(fileURLWithPath: folder.path("scripts/test")), arguments,
      environment: ["PATH": folder.path("bin") + ":" + path])
  }

  /// The part of what it wrote after the tests.
  private func summary(_ outcome: Program.Outcome) throws -> String {
    String(try #require(outcome.output.components(separatedBy: "── summary\n").dropFirst().first))
  }

  @Test("each phase is told with its tests and its time")
  func phases() async throws {
    let outcome = try await run()
    let summary = try summary(outcome)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(summary.contains("\ntests      4 passed, 0 failed, 4 skipped\n"))
    for name in ["crowd", "timed", "rigs", "farm"] {
      let row = try Regex("\n +the phase \(name): 2 tests, [0-9]+ s, [0-9]+ s of CPU\n")
      #expect(try row.firstMatch(in: summary) != nil, "\(summary)")
    }
    #expect(summary.contains("skipped 4 × no such machine\n"))
  }

  @Test("a test that fails is named")
  func failure() async throws {
    let outcome = try await run(farm: Script.bad)
    let summary = try summary(outcome)
    #expect(outcome.code == 1)
    #expect(summary.contains("\ntests      3 passed, 1 failed, 3 skipped\n"), "\(summary)")
    #expect(summary.contains("failed: fast()\n"))
    #expect(outcome.output.contains("A.swift:1:1: it is slow"))
  }

  @Test(
    "a phase that crashes is told with its place, and the others go on",
    arguments: [
      ("tests at /a/Tests/Some/B.swift:8:87", "it was at:\n               Tests/Some/B.swift:8\n"),
      ("libBroken.so", "the last before it:\n"),
    ])
  func crash(place: String, told: String) async throws {
    let outcome = try await run(crowd: Script.crash(place))
    let summary = try summary(outcome)
    #expect(outcome.code == 1)
    #expect(
      summary.contains("\ntests      4 passed, 0 failed, 3 skipped, 2 did not end\n"), "\(summary)")
    #expect(
      summary.contains(
        "the phase crowd did not end: the test process was killed by signal 11 after 1 of 3 tests,"),
      "\(summary)")
    #expect(summary.contains(told), "\(summary)")
    #expect(summary.contains("the phase farm: 2 tests,"))
    // Of the backtrace there is the thread that crashed.
    #expect(outcome.output.contains("0x02 broken(_:) + 151 in \(place)\n"))
    #expect(outcome.output.contains("called by"))
    #expect(!outcome.output.contains("waiting in libc.so"))
    #expect(!outcome.output.contains("rax"))
  }

  @Test("a phase without a test is a mistake; so is one that ends without a word")
  func nothing() async throws {
    let empty = try await run(farm: Script.empty)
    #expect(empty.code == 1)
    #expect(try summary(empty).contains("the phase farm has no test"))
    let chosen = try await run(["--filter", "Some"])
    #expect(chosen.code == 0, "\(chosen.output)")
    #expect(try summary(chosen).contains("the phase chosen: 2 tests"))
    let ended = try await run(farm: "exit 3")
    #expect(ended.code == 1)
    #expect(
      try summary(ended).contains("the phase farm did not end: its exit code is 3 after 0 of 0"))
  }
}
