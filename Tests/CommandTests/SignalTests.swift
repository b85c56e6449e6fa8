// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

/// The first signal ends the program in whatever stage it is: soon, with its code, and with
/// nothing left behind.
@Suite("The first signal")
struct SignalTests {
  /// Work that would go on for minutes, and how to tell that it has begun.
  struct Stage: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// What runs as `film.lua`; empty: nothing of the kind.
    var script = ""
    var arguments = ["check", "film.lua"]
    /// What is there besides the script.
    var prepare: @Sendable (TemporaryFolder) throws -> Void = { _ in }
    /// Whether a partial file tells that it has begun, rather than a line that the script prints.
    var writes = false
  }

  private static let limits = [
    "--instructions", "100000G", "--time-limit", "600", "--memory", "2G",
  ]
  private static let start = "local mr = require 'moonreel' print 'begun' "
  /// An hour of pictures from a function.
  private static func film(_ draw: String) -> String {
    """
    local mr = require "moonreel"
    local source = mr.source.custom {
      size = { 64, 36 }, duration = 3600, draw = function(time, context) \(draw) end }
    local film = mr.composition { size = { 64, 36 }, fps = 25, duration = 3600 }
    film:add { source = source, at = 0, duration = 3600 }
    return film
    """
  }

  static let stages = [
    Stage(testDescription: "a loop in Lua", script: start + "while true do end"),
    Stage(
      testDescription: "a loop that catches errors",
      script: start + "while true do pcall(error, 'x') end"),
    Stage(
      testDescription: "a long function of C",
      script: start + "local s = string.rep('a', 1 << 26) while true do s:find('b', 1, true) end"),
    Stage(
      testDescription: "a pattern that tries everything",
      script: start + "local s = string.rep('a', 100000) s:find(string.rep('a-', 40) .. 'b')"),
    Stage(
      testDescription: "text that is laid out",
      script: start
        + "for i = 1, 1e6 do mr.measure_text { text = string.rep('word ' .. i .. ' ', 500), "
        + "width = 300 } end"),
    Stage(
      testDescription: "a file that is opened again and again",
      script: start + "while true do mr.asset 'clip.mp4' end",
      prepare: { _ in }),
    Stage(
      testDescription: "a long list of pieces that is opened",
      script: start + "while true do pcall(mr.asset, 'list.m3u8') end",
      prepare: { folder in
        let entries = (0..<40_000).map { "#EXTINF:2.0,\nclip.mp4?\($0)\n" }.joined()
        try folder.write(
          "list.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:2\n\(entries)#EXT-X-ENDLIST\n")
      }),
    Stage(
      testDescription: "drawing", script: film("while true do end"),
      arguments: ["render", "film.lua", "-o", "out.mp4"], writes: true),
    Stage(
      testDescription: "encoding", arguments: ["render", "long.lua", "-o", "out.mp4"],
      writes: true),
    Stage(
      testDescription: "numbered pictures",
      arguments: ["render", "long.lua", "-o", "pictures/%06d.png"],
      prepare: { folder in
        try FileManager.default.createDirectory(
          at: folder.url.appendingPathComponent("pictures"), withIntermediateDirectories: true)
      }, writes: true),
    Stage(
      testDescription: "a pipe that nobody reads",
      arguments: ["render", "long.lua", "-o", "out.mkv"],
      prepare: { #expect(mkfifo($0.path("out.mkv"), 0o600) == 0) }),
  ]

  @Test("stops", arguments: stages, [SIGINT, SIGTERM])
  func stops(stage: Stage, signal: Int32) async throws {
    let place = try await Workplace()
    if !stage.script.isEmpty { try place.folder.write("film.lua", stage.script) }
    try place.folder.write("out.mp4", "old")
    try stage.prepare(place.folder)
    let (folder, ended) = (place.folder, Span())
    // Errors go where they can be read meanwhile.
    let result = try await Program.run(
      URL(fileURLWithPath: "/bin/bash"),
      ["-c", "exec \"$0\" \"$@\" 2> errors", Program.moonreel.path] + stage.arguments + Self.limits,
      in: folder.url
    ) { process in
      Self.waitForBeginning(stage, folder)
      ended.measure {
        kill(process.processIdentifier, signal)
        var ending = siginfo_t()
        waitid(P_PID, id_t(process.processIdentifier), &ending, WEXITED | WNOWAIT)
      }
    }
    let (seconds, errors) = (ended.seconds, folder.text("errors"))
    #expect(!result.wasKilled)
    #expect(result.code == 128 + signal, "\(errors)")
    let name = signal == SIGTERM ? "(SIGTERM)" : "(SIGINT)"
    #expect(errors.hasSuffix("\(name).\n") && errors.contains("error: Stopped"), "\(errors)")
    #expect(seconds < 30, "it took \(seconds) s")
    #expect(place.folder.text("out.mp4") == "old")
    let left = try await place.shell("find . -name '*.part'")
    #expect(left.output == "")
  }

  /// Waits until the stage has certainly begun, at most a minute.
  private static func waitForBeginning(_ stage: Stage, _ folder: TemporaryFolder) {
    let end = Date().addingTimeInterval(60)
    while Date() < end {
      usleep(20_000)
      let partials =
        (FileManager.default.enumerator(atPath: folder.url.path)?.allObjects as? [String] ?? [])
        .contains { $0.hasSuffix(".part") }
      let hasPrinted = folder.text("errors").contains("begun")
      if stage.writes ? partials : hasPrinted { break }
      // Nothing tells that somebody waits for a reader: half a second is enough for that.
      if stage.script.isEmpty, !stage.writes, Date() > end.addingTimeInterval(-59) { break }
    }
  }
}

/// How long something took, measured on one thread, where no other test is waited for, and read on another.
private final class Span: @unchecked Sendable {
  private let condition = NSCondition()
  private var duration: Duration?

  func measure(_ body: () -> Void) {
    let duration = ContinuousClock().measure(body)
    condition.withLock {
      self.duration = duration
      condition.broadcast()
    }
  }

  /// Its seconds, once it is over; very many where that does not come.
  var seconds: Double {
    condition.withLock {
      let end = Date().addingTimeInterval(60)
      while duration == nil, condition.wait(until: end) {}
      return duration.map { $0 / .seconds(1) } ?? 1e9
    }
  }
}
