// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

@Suite("moonreel render")
struct RenderTests {
  @Test("a film is rendered, and nothing is said where nobody looks")
  func quiet() async throws {
    let place = try await Workplace()
    let result = try await place.moonreel("render", "film.lua", "-o", "out.mp4")
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.output.isEmpty)
    #expect(result.errors.isEmpty)
    #expect(try await place.pictures(of: "out.mp4") == "64,48,25")
    #expect(place.partials.isEmpty)
  }

  @Test(
    "range and scale",
    arguments: [
      (["--range", "0.2..0.6"], "64,48,10"), (["--range", "00:00:00:20.."], "64,48,5"),
      (["--scale", "0.5"], "32,24,25"), (["--range", "..0.04", "--scale", "2"], "128,96,1"),
    ])
  func rangeAndScale(options: [String], pictures: String) async throws {
    let place = try await Workplace()
    let result = try await Program.moonreel(
      ["render", "film.lua", "-o", "out.mp4"] + options, in: place.folder.url)
    #expect(result.code == 0, "\(result.errors)")
    #expect(try await place.pictures(of: "out.mp4") == pictures)
  }

  @Test("progress as JSON lines")
  func jsonProgress() async throws {
    let place = try await Workplace()
    let result = try await place.moonreel("render", "film.lua", "-o", "out.mp4", "--json-progress")
    #expect(result.code == 0, "\(result.errors)")
    let events = try events(result.output)
    #expect(events.first?["event"] as? String == "start")
    #expect(events.first?["frames"] as? Int == 25)
    let progress = events.filter { $0["event"] as? String == "progress" }
    #expect(progress.last?["frame"] as? Int == 25)
    #expect(progress.last?["frames"] as? Int == 25)
    let done = try #require(events.last)
    #expect(done["event"] as? String == "done")
    #expect(done["frames"] as? Int == 25)
    #expect(done["duration"] as? Double == 1)
    #expect(done["bytes"] as? Int == place.folder.data("out.mp4").count)
  }

  @Test("a failure is a JSON line too")
  func jsonFailure() async throws {
    let place = try await Workplace()
    try place.folder.write("bad.lua", "error 'no film today'")
    let result = try await place.moonreel("render", "bad.lua", "-o", "out.mp4", "--json-progress")
    #expect(result.code == moonreel.ExitStatus.script.rawValue)
    let last = try #require(try events(result.output).last)
    #expect(last["event"] as? String == "error")
    #expect(last["exit"] as? Int == 1)
    #expect((last["message"] as? String)?.contains("bad.lua:1: no film today") == true)
  }

  @Test("a film on standard output, its progress beside it")
  func standardOutput() async throws {
    let place = try await Workplace()
    let result = try await place.shell("moonreel render film.lua -o - --json-progress > out.mkv")
    #expect(result.code == 0, "\(result.errors)")
    #expect(try events(result.errors).last?["event"] as? String == "done")
    #expect(try await place.pictures(of: "out.mkv") == "64,48,25")
  }

  @Test("--loudness, and what is said of it", arguments: [("-30", -30.0), ("podcast", -16)])
  func loudness(_ given: String, _ answer: Double) async throws {
    let place = try await Workplace()
    let result = try await place.moonreel(
      "render", "film.lua", "-o", "out.mkv", "--loudness", given, "--json-progress")
    let done = try #require(try events(result.output).last)
    let levels = try #require(done["loudness"] as? [String: Double])
    #expect(abs(try #require(levels["integrated"]) - answer) < 0.1, "\(levels)")
    for (wrong, sentence) in [
      ("14", "not '14': write '-14'"), ("podcasts", "not 'podcasts': did you mean podcast"),
      ("-3", "a loudness from -60 to -5 LUFS such as -14"),
    ] {
      let refused = try await place.moonreel(
        "render", "film.lua", "-o", "out.mkv", "--loudness", wrong)
      #expect(refused.code == 2 && refused.errors.contains(sentence), "\(refused.errors)")
    }
  }

  @Test(
    "one line of progress on a terminal",
    .enabled(if: Program.canFakeTerminal, "script(1) is missing"))
  func terminal() async throws {
    let place = try await Workplace()
    let command = "'\(Program.moonreel.path)' render film.lua -o out.mp4"
    let result = try await place.shell("script -qec \"stty cols 100; \(command)\" /dev/null")
    #expect(result.output.contains("25/25 frames"))
    #expect(result.output.contains("fps"))
    #expect(result.output.contains("out.mp4: 25 frames, 1.000 s, "))
    #expect(result.output.contains("x real time)"))
    #expect(
      result.output.contains(#/sound: -[0-9.]+ LUFS, range 0.0 LU, true peak -[0-9.]+ dBTP/#))
    let quiet = try await place.shell("script -qec \"\(command) --quiet\" /dev/null")
    #expect(quiet.output.isEmpty)
  }

  @Test(
    "a script's mistake is told with its line, and the old file stays",
    arguments: [
      ("error 'stop'", "bad.lua:1: stop", moonreel.ExitStatus.script),
      ("local x = = 1", "bad.lua:1:", .script),
      ("local mr = require 'moonreel'\nreturn mr.asset 'missing.mp4'", "bad.lua:2:", .file),
      ("local mr = require 'moonreel'\nreturn mr.asset '/etc/passwd'", "bad.lua:2:", .file),
      ("local mr = require 'moonreel'\nreturn mr.asset 'bad.lua'", "bad.lua:2:", .media),
      ("while true do end", "bad.lua:1:", .limit),
      ("local t = {} while true do t[#t + 1] = ('x'):rep(1e6) .. #t end", "bad.lua", .limit),
      ("return 1", "bad.lua", .script), ("", "bad.lua", .script),
    ])
  func mistakes(script: String, words: String, status: moonreel.ExitStatus) async throws {
    let place = try await Workplace()
    try place.folder.write("bad.lua", script)
    try place.folder.write("out.mp4", "old")
    let result = try await place.moonreel(
      "render", "bad.lua", "-o", "out.mp4", "--instructions", "5M", "--memory", "32M")
    #expect(!result.wasKilled)
    #expect(result.code == status.rawValue, "\(result.errors)")
    #expect(result.errors.hasPrefix("error: "))
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(place.folder.text("out.mp4") == "old")
    #expect(place.partials.isEmpty)
  }

  @Test(
    "what is wrong with the output is told",
    arguments: [
      (["-o", "out"], "out"), (["-o", "out.xyz"], "out.xyz"),
      (["-o", "nowhere/out.mp4"], "nowhere"),
      (["-o", "."], "."), (["-o", "out.mp4", "--preset", "1080"], "did you mean"),
      (["-o", "out.mp4", "--range", "5..6"], "--range"),
    ])
  func wrongOutput(options: [String], words: String) async throws {
    let place = try await Workplace()
    let result = try await Program.moonreel(["render", "film.lua"] + options, in: place.folder.url)
    #expect(result.code != 0 && !result.wasKilled)
    #expect(result.errors.hasPrefix("error: "))
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(place.partials.isEmpty)
  }

  @Test(
    "loudspeakers are written as they are called", arguments: ["wav", "flac", "opus", "mkv"])
  func layouts(ending: String) async throws {
    let place = try await Workplace()
    try place.folder.write(
      "sound.lua",
      """
      local mr = require "moonreel"
      local show = mr.composition { size = { 64, 36 }, fps = 25, duration = 0.4 }
      show:add { source = mr.color "red", duration = 0.4 }
      show:add { source = mr.source.tone {}, duration = 0.4 }
      local params = mr.params { channels = { "string", required = true } }
      return mr.export { show, channels = params.channels }
      """)
    for (name, count) in [("mono", 1), ("stereo", 2), ("quad", 4), ("5.1", 6), ("7.1", 8)] {
      let file = "\(count).\(ending)"
      let result = try await place.moonreel(
        "render", "sound.lua", "--set", "channels=\(name)", "-o", file)
      #expect(result.code == 0, "\(result.errors)")
      let probe = try await place.shell(
        "ffprobe -v error -select_streams a -show_entries stream=channels,channel_layout -of csv=p=0 \(file)"
      )
      // A plain WAVE header, the kind for up to two channels, has no field that names loudspeakers.
      let layout = ending == "wav" && count <= 2 ? "unknown" : name
      #expect(probe.output == "\(count),\(layout)\n")
    }
  }

  @Test("--profile tells what stages and the script's lines cost") func profile() async throws {
    let place = try await Workplace()
    try place.folder.write("slow.lua", Self.slow)
    let result = try await place.moonreel("render", "slow.lua", "-o", "a.mp4", "--profile")
    #expect(result.code == 0, "\(result.errors)")
    let lines = result.errorLines
    #expect(lines.contains { $0.hasPrefix("encode ") })
    let head = try #require(lines.firstIndex { $0.hasPrefix("script: ") })
    #expect(lines[head].contains(#/^script: \d+\.\d{3} ms a frame, \d+\.\d ms before the first$/#))
    #expect(lines[head + 1] == "by function")
    #expect(
      lines[head + 2].contains(#/^  slow\.lua:2 the compositor +\d+\.\d{3} ms a frame  \d+\.\d %$/#)
    )
    #expect(lines[head + 3] == "by line")
    // On a busy machine the other line may have been the one that was interrupted.
    #expect(
      lines[(head + 4)...].contains { $0.hasPrefix("  slow.lua:4 (function of line 2)  ") })
  }

  @Test("--profile tells programs too, before the last line") func profileEvent() async throws {
    let place = try await Workplace()
    try place.folder.write("slow.lua", Self.slow)
    let result = try await place.moonreel(
      "render", "slow.lua", "-o", "a.mp4", "--profile", "--json-progress")
    let events = result.output.split(separator: "\n")
    let text = try #require(events.dropLast().last)
    #expect(text.hasPrefix(#"{"event":"profile","stages":{"decode":"#))
    let script = try #require(try self.events(String(text)).first?["script"] as? [String: Any])
    #expect(script["frames"] as? Int == 5 && (script["seconds"] as? Double ?? 0) > 0)
    let all = try #require(script["lines"] as? [[String: Any]])
    let line = try #require(all.first { $0["line"] as? Int == 4 })
    #expect(line["file"] as? String == "slow.lua" && line["function"] as? Int == 2)
    #expect((line["seconds"] as? Double ?? 0) > 0)
    #expect(events.last?.hasPrefix(#"{"event":"done""#) == true)
    let film = try await place.moonreel("render", "film.lua", "-o", "b.mp4", "--profile")
    #expect(film.errors.contains("script: no function of it was called for a frame, "))
    let clip = try await place.moonreel("render", "clip.mp4", "-o", "c.mp4", "--profile")
    #expect(clip.code == 0 && !clip.errors.contains("script:"))
  }

  /// Five frames, each after a loop on its fourth line.
  private static let slow = """
    local mr = require "moonreel"
    local function draw(request)
      local sum = 0
      for i = 1, 100000 do sum = sum + i % 7 end
      return mr.color "red"
    end
    return mr.export { mr.timeline(), video = mr.video_composition {
      size = { 64, 48 }, fps = 25, instructions = { { range = { 0, 0.2 }, compositor = draw } } } }
    """

  private func events(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map { line in
      try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
  }
}
