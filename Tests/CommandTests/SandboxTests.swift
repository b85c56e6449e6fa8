// SPDX-License-Identifier: MIT

import Foundation
import MoonreelSandbox
import Testing

/// Whether this machine's kernel can keep a sandbox, and this build can be in one.
let canSandbox =
  SandboxSupport.current.landlockVersion >= 4 && SandboxSupport.current.hasSeccomp
  && ProcessInfo.processInfo.environment["MOONREEL_SANITIZER"] == nil

/// What is forbidden, done from inside by `moonreel-trial`.
@Suite(
  "The sandbox",
  .enabled(if: canSandbox, "this kernel has no Landlock of version 4 or no seccomp"))
struct SandboxTests {
  static let trial = Program.moonreel.deletingLastPathComponent()
    .appendingPathComponent("moonreel-trial")
  static let refused: Set<Int32> = [EPERM, EACCES]

  /// One thing to do, and whether it is possible at all where nobody forbids it.
  struct Act: CustomTestStringConvertible, Sendable {
    var name: String
    var object = ""
    var isPossible = true
    var testDescription: String { name }
  }

  func result(_ options: [String], _ act: Act, in folder: TemporaryFolder) async throws
    -> Int32
  {
    for name in ["new"] { try? FileManager.default.removeItem(atPath: folder.path(name)) }
    try folder.write("else/file", "secret")
    let object = act.object.replacingOccurrences(of: "HERE", with: folder.url.path)
      .replacingOccurrences(of: "PARENT", with: "\(getpid())")
    let outcome = try await Program.run(
      Self.trial, options + [act.name, object], in: folder.url)
    return try #require(
      Int32(outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)),
      "\(act.name): \(outcome.output)\(outcome.errors)")
  }

  @Test(
    "what leads out is refused, on threads made later too, and possible without",
    arguments: [
      Act(name: "read", object: "HERE/else/file"), Act(name: "list", object: "HERE/else"),
      Act(name: "write", object: "HERE/else/file"), Act(name: "create", object: "HERE/new"),
      Act(name: "cut", object: "HERE/else/file"), Act(name: "cut-open", object: "HERE/else/file"),
      Act(name: "remove", object: "HERE/else/file"), Act(name: "folder", object: "HERE/new"),
      Act(name: "link", object: "HERE/new"), Act(name: "pipe", object: "HERE/new"),
      Act(name: "chmod", object: "HERE/else/file"), Act(name: "chown", object: "HERE/else/file"),
      Act(name: "times", object: "HERE/else/file"),
      Act(name: "chroot", object: "HERE", isPossible: getuid() == 0),
      Act(name: "exec", object: "/bin/true"), Act(name: "fork"),
      Act(name: "unshare", isPossible: getuid() == 0),
      Act(name: "clone-user", isPossible: getuid() == 0),
      Act(name: "setns", isPossible: false), Act(name: "ptrace"),
      Act(name: "read-process", object: "PARENT", isPossible: false),
      Act(name: "signal", object: "PARENT"),
      Act(name: "limit", object: "PARENT", isPossible: getuid() == 0),
      Act(name: "mount", object: "HERE", isPossible: false), Act(name: "keys", isPossible: false),
      Act(name: "bpf", isPossible: false), Act(name: "perf", isPossible: false),
      Act(name: "faults", isPossible: false), Act(name: "rings", isPossible: false),
      Act(name: "module", isPossible: false), Act(name: "kexec", isPossible: false),
      Act(name: "type", isPossible: false), Act(name: "listen"), Act(name: "socket-inet"),
      Act(name: "socket-udp"), Act(name: "socket-raw", isPossible: false),
      Act(name: "socket-inet6", isPossible: false), Act(name: "socket-unix"),
      Act(name: "socket-netlink"), Act(name: "socket-packet", isPossible: false),
    ] + SandboxTests.reaches)
  func refused(_ act: Act) async throws {
    let folder = try TemporaryFolder()
    if act.isPossible { #expect(try await result(["--off"], act, in: folder) == 0) }
    for options in [[], ["--thread"]] {
      let number = try await result(options, act, in: folder)
      #expect(Self.refused.contains(number), "\(act.name) \(options): \(number)")
    }
  }

  @Test("what is allowed is possible")
  func allowed() async throws {
    let folder = try TemporaryFolder()
    let inside = ["--read", folder.path("in"), "--write", folder.path("out")]
    let acts = [
      Act(name: "read", object: "HERE/in/file"), Act(name: "list", object: "HERE/in"),
      Act(name: "write", object: "HERE/out/file"), Act(name: "cut", object: "HERE/out/file"),
      Act(name: "create", object: "HERE/out/new"), Act(name: "remove", object: "HERE/out/new"),
      Act(name: "folder", object: "HERE/out/folder"), Act(name: "write", object: "/dev/null"),
      Act(name: "read", object: "/dev/urandom"), Act(name: "list", object: "/usr/share"),
      Act(name: "read", object: "/proc/self/status"),
    ]
    for name in ["in/file", "out/file"] { try folder.write(name, "text") }
    for act in acts { #expect(try await result(inside, act, in: folder) == 0, "\(act.name)") }
    let writing = Act(name: "write", object: "HERE/in/file")
    #expect(try await result(inside, writing, in: folder) == EACCES)
  }

  @Test("with the network open TCP and UDP go out, and nothing comes in")
  func network() async throws {
    let folder = try TemporaryFolder()
    for name in ["socket-inet", "socket-udp", "socket-netlink"] {
      #expect(try await result(["--net"], Act(name: name), in: folder) == 0, "\(name)")
    }
    // Nobody listens at port 1: the question got as far as the other side.
    let connecting = Act(name: "connect", object: "1")
    #expect(try await result(["--net"], connecting, in: folder) == ECONNREFUSED)
    #expect(try await result([], connecting, in: folder) == EACCES)
    for name in ["socket-unix", "socket-raw", "socket-packet", "listen"] {
      #expect(Self.refused.contains(try await result(["--net"], Act(name: name), in: folder)))
    }
  }

  /// The lists of options would refuse all of these; here the sandbox stands alone.
  @Test(
    "an encoder's own file is not written, whatever it was told",
    arguments: [
      ("libx264", "x264-params=dump-yuv=HERE/new"),
      ("libx264", "x264-params=pass=1:stats=HERE/new"),
      ("libx265", "x265-params=analysis-save=HERE/new"),
      ("libx265", "x265-params=csv=HERE/new:csv-log-level=1"),
      ("libx265", "x265-params=pass=1:stats=HERE/new"),
    ])
  func encoders(_ encoder: String, _ option: String) async throws {
    let folder = try TemporaryFolder()
    let act = Act(name: "encode-\(encoder)", object: option)
    func isWritten() throws -> Bool {
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        .contains { $0.hasPrefix("new") }
    }
    _ = try await result(["--off"], act, in: folder)
    #expect(try isWritten())
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
      try FileManager.default.removeItem(atPath: folder.path(name))
    }
    _ = try? await result([], act, in: folder)
    #expect(try !isWritten())
  }

  @Test("a port that is named is the only one, where the kernel can say it")
  func ports() async throws {
    let folder = try TemporaryFolder()
    let here = Act(name: "connect", object: "1")
    let there = Act(name: "connect", object: "2")
    #expect(try await result(["--port", "1"], here, in: folder) == ECONNREFUSED)
    #expect(try await result(["--port", "2", "--port", "1"], here, in: folder) == ECONNREFUSED)
    let refused = SandboxSupport.current.landlockVersion >= 4 ? EACCES : ECONNREFUSED
    #expect(try await result(["--port", "1"], there, in: folder) == refused)
  }

  // MARK: The worker

  @Test(
    "what a library does to the worker is a sentence with the file's name",
    arguments: [
      ("abort", "(aborted)"), ("crash", "(segmentation fault)"), ("leave", "failed. The file"),
      ("hoard", "256 MB"), ("spin", "1 s of computing"), ("sleep", "longer than 4 s"),
      ("twice", "'second.svg': the drawing process ended while it drew 'first.svg'"),
      ("cancelled", "Cancelled."), ("complain", "Complaint."),
    ])
  func worker(_ act: String, _ words: String) async throws {
    let outcome = try await Program.run(Self.trial, ["worker", act])
    #expect(outcome.code == 1 && !outcome.wasKilled)
    // Where others compute too, a second of it takes longer than it may last by the clock.
    let isLate = act == "spin" && outcome.output.contains("longer than 4 s")
    #expect(outcome.output.contains(words) || isLate, "\(outcome.output)")
    #expect(["cancelled", "complain", "twice"].contains(act) || outcome.output.contains("'a.svg'"))
  }

  @Test(
    "the worker reads fonts and nothing else",
    arguments: [
      ("read", "HERE/else/file", EACCES), ("create", "HERE/new", EACCES),
      ("list", "/usr/share", 0), ("socket-inet", "", EACCES), ("fork", "", EPERM),
      ("watch", "/usr/share", EPERM), ("own-times", "HERE/else/file", EACCES),
      ("signal", "PARENT", EPERM), ("told", "", EPERM), ("priority", "PARENT", EPERM),
      ("own-limit", "", 0), ("own-name", "", 0),
      ("exec", "/bin/true", EPERM), ("paint", "", 7),
    ] as [(String, String, Int32)])
  func workerReach(_ act: String, _ object: String, _ expected: Int32) async throws {
    let folder = try TemporaryFolder()
    let number = try await result(["worker"], Act(name: act, object: object), in: folder)
    #expect(number == expected)
  }
}
