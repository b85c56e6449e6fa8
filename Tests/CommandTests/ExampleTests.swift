// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

@Suite("Examples")
struct ExampleTests {
  /// The cookbook's have media of their own: CookbookTests.
  @Test(
    "the scripts in the documents are fine",
    arguments: Documents.blocks("lua").filter { $0.file != CookbookTests.page })
  func block(_ block: Documents.Block) async throws {
    let place = try await Workplace()
    for name in ["a.mp4", "b.mp4", "one.mp4", "two.mp4"] {
      try await place.folder.write(name, Clip.card.value)
    }
    try place.folder.write(
      "talk.srt", "1\n00:00:01,000 --> 00:00:03,000\nWords of a talk\n")
    try place.folder.write("song.ass", Self.song)
    try place.folder.write("cut.otio", Self.cut)
    for shader in Documents.blocks("glsl") { try place.folder.write("iris.glsl", shader.text) }
    try place.folder.write("block.lua", block.text)
    let result = try await place.moonreel("check", "block.lua")
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.errors.isEmpty)
  }

  static let song = """
    [Script Info]
    ScriptType: v4.00+
    PlayResX: 640
    PlayResY: 360

    [V4+ Styles]
    Format: Name, Fontname, Fontsize, PrimaryColour, Alignment
    Style: Default,DejaVu Sans,40,&H00FFFFFF,2

    [Events]
    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
    Dialogue: 0,0:00:00.50,0:00:02.00,Default,,0,0,0,,{\\k50}Sing {\\k50}along
    """

  /// Ten frames of a.mp4.
  static let cut = #"""
    {"OTIO_SCHEMA": "Timeline.1", "name": "cut", "tracks": {"OTIO_SCHEMA": "Stack.1", "children": [
      {"OTIO_SCHEMA": "Track.1", "kind": "Video", "children": [
        {"OTIO_SCHEMA": "Clip.2", "name": "A", "source_range": {"OTIO_SCHEMA": "TimeRange.1",
          "start_time": {"OTIO_SCHEMA": "RationalTime.1", "rate": 25.0, "value": 0.0},
          "duration": {"OTIO_SCHEMA": "RationalTime.1", "rate": 25.0, "value": 10.0}},
         "media_references": {"DEFAULT_MEDIA":
           {"OTIO_SCHEMA": "ExternalReference.1", "target_url": "a.mp4"}}}]}]}}
    """#

  @Test("the modules in the documents load", arguments: Documents.blocks("lua module"))
  func module(_ block: Documents.Block) async throws {
    let place = try await Workplace()
    try place.folder.write("block.lua", block.text)
    try place.folder.write(
      "film.lua",
      """
      local mr = require "moonreel"
      assert(type(require "block") == "table")
      return mr.asset "clip.mp4"
      """)
    let result = try await place.moonreel("check", "film.lua")
    #expect(result.code == 0, "\(result.errors)")
  }

  @Test(
    "every script in docs/examples is fine",
    arguments: Documents.files("docs/examples", suffix: ".lua"))
  func example(_ file: String) async throws {
    let demo = try await ExampleTests.demo.value
    let result = try await run("check", file, media: demo)
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.errors.isEmpty, "\(result.errors)")
  }

  @Test("the demo's film is rendered from clips that Moonreel made")
  func firstLight() async throws {
    let demo = try await ExampleTests.demo.value
    let film = demo.path("film.mp4")
    let result = try await run(
      "render", "docs/examples/first_light.lua", media: demo,
      options: ["--scale", "0.125", "--range", "2.5..4.5", "-o", film])
    #expect(result.code == 0, "\(result.errors)")
    let place = try await Workplace()
    #expect(try await place.pictures(of: film) == "160,90,60")
  }

  /// The demo's clips and music, small.
  private static let demo = Task {
    let folder = try TemporaryFolder()
    for source in ["dunes.mp4", "tide.mp4", "lanterns.mp4", "score.wav"] {
      let script = "docs/examples/demo/" + source.prefix { $0 != "." } + ".lua"
      let options = source.hasSuffix("wav") ? [] : ["--scale", "0.125"]
      let result = try await Program.moonreel(
        ["render", script, "-o", folder.path(source)] + options, in: Documents.root)
      try #require(result.code == 0, "\(script): \(result.errors)")
    }
    return folder
  }

  private func run(
    _ command: String, _ file: String, media: TemporaryFolder, options: [String] = []
  ) async throws -> Program.Outcome {
    let text = Documents.text(file)
    let settings = text.contains("media =") ? ["--set", "media=\(media.url.path)"] : []
    return try await Program.moonreel(
      [command, file, "--allow", media.url.path] + settings + options, in: Documents.root)
  }
}
