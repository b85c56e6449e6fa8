// SPDX-License-Identifier: MIT

import Foundation
import MoonreelModel
import Testing

@testable import moonreel

@Suite("moonreel check")
struct CheckTests {
  /// A gap between two layers, the second too loud, and a parameter for nothing.
  private static let film = """
    local mr = require "moonreel"
    local p = mr.params { title = { "string", default = "none" } }
    local show = mr.composition { size = { 64, 48 }, fps = 25 }
    show:add { source = "clip.mp4", duration = 1, name = "one" }
    show:add { source = "clip.mp4", at = 2, name = "two", audio = { volume = 20 } }
    return show
    """

  private func place() async throws -> Workplace {
    let place = try await Workplace()
    try place.folder.write("rough.lua", Self.film)
    return place
  }

  @Test("findings are warnings, one a line, with the script's line and the rule")
  func text() async throws {
    let result = try await place().moonreel("check", "rough.lua")
    #expect(result.code == 0)
    #expect(
      result.errorLines == [
        "warning: rough.lua:2: Parameter 'title' is declared and never read; use it, or take it away. "
          + "[unread-parameter]",
        "warning: rough.lua:5: Nothing is shown from 1.000 s to 2.000 s, between layer 'one' and "
          + "layer 'two'; close the gap, or give the film a background that is not black. [gap]",
        "warning: rough.lua:5: Layer 'two' plays at up to 20.0 times its volume: sound that is near "
          + "full scale will clip. Measure the mix with --audio, or stay at 1 and below. [clipping]",
      ])
    #expect(
      result.output == "rough.lua: 3 warnings; 3 tracks, 3.000 s, 64x48 at 25 frames a second\n")
  }

  @Test("with --media damage is listed with its file, track and times")
  func damagedMedia() async throws {
    let place = try await Workplace()
    _ = try await place.shell(
      "ffmpeg -nostdin -v error -i clip.mp4 -an -c:v mpeg4 -g 50 -q:v 2 bad.mkv")
    let fine = try await place.moonreel("check", "--media", "bad.mkv")
    #expect(fine.code == 0 && fine.errors.isEmpty, "\(fine.errors)")
    let url = place.folder.url.appendingPathComponent("bad.mkv")
    var bytes = try Data(contentsOf: url)
    for at in bytes.count / 2..<bytes.count / 2 + 200 { bytes[at] = 0x55 }
    try bytes.write(to: url)
    let silent = try await place.moonreel("check", "bad.mkv")
    #expect(silent.errors.isEmpty, "\(silent.errors)")
    let result = try await place.moonreel("check", "--media", "--strict", "bad.mkv")
    #expect(result.code == 1)
    #expect(
      result.errors.contains("warning: 'bad.mkv' is damaged in track 1 (video): "),
      "\(result.errors)")
  }

  @Test("characters and fonts that are not there are warnings at the title's line")
  func missingGlyphs() async throws {
    let place = try await Workplace()
    try place.folder.write(
      "title.lua",
      """
      local mr = require "moonreel"
      local show = mr.composition { size = { 64, 48 }, fps = 25, background = "#102030" }
      show:add { duration = 1,
        source = mr.text { text = "a\\u{E123}", font = "Nowhere Grotesk", size = 20 } }
      return show
      """)
    let result = try await place.moonreel("check", "title.lua")
    #expect(result.code == 0)
    #expect(result.errorLines.count == 2)
    #expect(result.errors.contains("title.lua:4: the font 'Nowhere Grotesk' is not installed"))
    #expect(result.errors.contains("title.lua:4: no installed font has U+E123"))
    #expect(try await place.moonreel("check", "--strict", "title.lua").code == 1)
  }

  @Test("--strict ends with 1 where there are warnings, and only there") func strict() async throws
  {
    let place = try await place()
    #expect(try await place.moonreel("check", "--strict", "rough.lua").code == 1)
    #expect(try await place.moonreel("check", "--strict", "film.lua").code == 0)
  }

  @Test("--audio measures what the volumes only suggest") func audio() async throws {
    let place = try await place()
    let loud = try await place.moonreel("check", "--audio", "rough.lua")
    #expect(
      loud.errors.contains(
        #/rough.lua:5: The sound exceeds full scale by [0-9]+\.[0-9] dB at 2\.[0-9]+ s/#))
    #expect(!loud.errors.contains("times its volume: sound"))
    #expect(loud.output.contains(#/, sound up to [0-9]+\.[0-9] dBFS at 2\.[0-9]+ s, /#))
    let quiet = try await place.moonreel("check", "--audio", "film.lua")
    #expect(quiet.errors.isEmpty)
    #expect(
      quiet.output.contains(
        #/film.lua: fine; .*, sound up to -[0-9.]+ dBFS at [0-9.]+ s, -[0-9.]+ LUFS, range 0.0 LU, true peak -/#
      ))
    let brought = try await place.moonreel("check", "--audio", "--loudness", "-30", "film.lua")
    #expect(brought.output.contains(" s, -30.0 LUFS, range 0.0 LU, "), "\(brought.output)")
  }

  private struct Document: Decodable {
    struct Finding: Decodable {
      var severity: String
      var rule: String?
      var message: String
      var file: String?
      var line: Int?
      var from: Double?
      var to: Double?
    }
    struct Peak: Decodable {
      var decibels: Double
      var time: Double
    }
    var script: String
    var findings: [Finding]
    var tracks: Int?
    var duration: Double?
    var size: [Int]?
    var rate: String?
    struct Loudness: Decodable {
      var integrated: Double
      var true_peak: Double
    }
    var sound_peak: Peak?
    var loudness: Loudness?
  }

  private func document(_ result: Program.Outcome) throws -> Document {
    try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
  }

  @Test("--json tells the same to programs") func json() async throws {
    let result = try await place().moonreel("check", "--json", "--audio", "rough.lua")
    #expect(result.code == 0)
    #expect(result.errors.isEmpty)
    let report = try document(result)
    #expect(report.script == "rough.lua" && report.tracks == 3 && report.duration == 3)
    #expect(report.size == [64, 48] && report.rate == "25")
    #expect(report.findings.map(\.rule) == ["unread-parameter", "gap", "clipping"])
    #expect(report.findings.allSatisfy { $0.severity == "warning" && $0.file == "rough.lua" })
    let gap = try #require(report.findings.first { $0.rule == "gap" })
    #expect(gap.line == 5 && gap.from == 1 && gap.to == 2)
    #expect(try #require(report.sound_peak).decibels > 0)
    #expect(try #require(report.loudness).true_peak > 0)
  }

  @Test("what is noticed on the way is a warning like others, with its line") func remarks()
    async throws
  {
    let place = try await place()
    try place.folder.write(
      "title.lua",
      """
      local mr = require "moonreel"
      local show = mr.composition { size = { 64, 48 }, fps = 25 }
      show:add { source = mr.text { text = "a", font = "No Such Font At All" }, duration = 1 }
      return show
      """)
    let plain = try await place.moonreel("check", "title.lua")
    #expect(plain.code == 0)
    #expect(plain.errorLines.count == 1)
    #expect(plain.errors.hasPrefix("warning: title.lua:3: the font 'No Such Font At All' is not"))
    #expect(plain.output.hasPrefix("title.lua: 1 warning; "))
    let strict = try await place.moonreel("check", "--strict", "--json", "title.lua")
    #expect(strict.code == 1)
    let finding = try #require(try document(strict).findings.first)
    #expect(finding.rule == nil && finding.severity == "warning")
    #expect(finding.file == "title.lua" && finding.line == 3)
  }

  @Test("--json holds errors too, and the exit code stays theirs") func jsonErrors() async throws {
    let place = try await place()
    try place.folder.write("wrong.lua", "local mr = require \"moonreel\"\nmr.timeline { fsp = 25 }")
    let wrong = try await place.moonreel("check", "--json", "wrong.lua")
    #expect(wrong.code == 1)
    let error = try #require(try document(wrong).findings.first)
    #expect(error.severity == "error" && error.file == "wrong.lua" && error.line == 2)
    #expect(error.message.contains("'fsp'"))
    try place.folder.write(
      "empty.lua", "local mr = require \"moonreel\"\nreturn mr.timeline()")
    let empty = try await place.moonreel("check", "--json", "empty.lua")
    #expect(empty.code == 1)
    #expect(try document(empty).findings.map(\.severity) == ["error"])
    let missing = try await place.moonreel("check", "--json", "missing.lua")
    #expect(missing.code == 3)
    #expect(try document(missing).findings.count == 1)
  }

  @Test("every rule stands in the guide") func guide() {
    let page = Documents.text("docs/guides/check.md")
    for rule in Finding.Rule.allCases {
      #expect(page.contains("`\(rule.rawValue)`"), "\(rule)")
    }
  }
}
