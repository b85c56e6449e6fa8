// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

/// Films that cannot be rendered: what `render` says of them before the first frame, `check` says too.
@Suite("What check says is what render does")
struct CheckAsRenderTests {
  struct Film: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// What follows `local mr = …` and a timeline `t` of one second.
    var script: String
    var output: String

    init(_ name: String, _ script: String, to output: String = "x.mp4") {
      (testDescription, self.script, self.output) = (name, script, output)
    }
  }

  static let refused = [
    Film("an odd size", "return mr.export { t, size = { 65, 49 } }"),
    Film(
      "a size too small for HEVC", "return mr.export { t, size = { 8, 8 }, video_codec = 'hevc' }"),
    Film(
      "a copy at another speed",
      "t:retime({ 0, 1 }, 2); return mr.export { t, preset = 'passthrough' }"),
    Film(
      "a copy of a part", "return mr.export { t, passthrough = 'required', range = { 0.5, 1 } }",
      to: "x.mkv"),
    Film(
      "a copy into what cannot hold it", "return mr.export { t, preset = 'passthrough' }",
      to: "x.webm"),
    Film(
      "deep nesting",
      """
      for _ = 1, 41 do
        local outer = mr.timeline()
        outer:add_track "video":insert(t, { 0, 1 }, 0)
        t = outer
      end
      return t
      """),
    Film(
      "a codec of another container", "return mr.export { t, audio_codec = 'aac' }", to: "x.mkv"),
    Film("captions of another container", "return mr.export { t, subtitle_codec = 'ass' }"),
    Film("too many frames for GIF", "return mr.export { t, fps = 60 }", to: "x.gif"),
    Film("a rate that Opus has not", "return mr.export { t, sample_rate = 44100 }", to: "x.webm"),
    Film("six channels of MP3", "return mr.export { t, channels = '5.1' }", to: "x.mp3"),
    Film("an unknown option", "return mr.export { t, video_options = { presett = 'slow' } }"),
    Film(
      "a value that an option has not", "return mr.export { t, video_options = { crf = 'often' } }"),
    Film(
      "a bit rate of ProRes",
      "return mr.export { t, video_codec = 'prores422', video_bit_rate = 1000000 }",
      to: "x.mov"),
    Film("a bit rate of FLAC", "return mr.export { t, audio_bit_rate = 128000 }", to: "x.flac"),
    Film(
      "a length limit of pictures", "return mr.export { t, file_length_limit = 1000 }",
      to: "x_%02d.png"),
    Film("nothing", "return mr.timeline()"),
    Film(
      "nothing to write", "return mr.export { t, include_video = false, include_audio = false }"),
    Film("a range that is not there", "return mr.export { t, range = { 5, 6 } }"),
    Film("all pictures into one", "return t", to: "x.png"),
    Film("all pictures into one JPEG", "return t", to: "x.jpg"),
    Film("another program's pattern", "return t", to: "x_%s.png"),
    Film("yet another's", "return t", to: "x_####.png"),
    Film("two places for a number", "return t", to: "x_%d_%d.png"),
    Film("a numbered film", "return t", to: "x_%04d.mp4"),
    Film("a folder that is not there", "return t", to: "nowhere/x.mp4"),
    Film("a folder of pictures that is not there", "return t", to: "nowhere/x_%d.png"),
    Film("a folder in one that is not there", "return t", to: "nowhere/x/"),
    Film("a file for a folder", "return t", to: "clip.mp4/x.mp4"),
    Film("pictures into a file for a folder", "return t", to: "clip.mp4/x_%d.png"),
    Film("a folder for a file", "return t", to: "."),
    Film("what the film reads", "return t", to: "clip.mp4"),
    Film("an unknown ending", "return t", to: "x.wmv"),
    Film("a preset of another kind", "return mr.export { t, preset = 'webm' }"),
    Film("an unknown ending with a preset", "return mr.export { t, preset = '720p' }", to: "x.wmv"),
    Film("another container", "return mr.export { t, container = 'mp4' }", to: "x.webm"),
    Film("a codec of another file", "return mr.export { t, video_codec = 'prores422' }"),
    Film("pictures into sound", "return mr.export { t, include_audio = false }", to: "x.wav"),
  ]

  private func results(
    _ film: Film, _ arguments: [String] = []
  ) async throws -> (check: Program.Outcome, render: Program.Outcome, place: Workplace) {
    let place = try await Workplace()
    try place.folder.write(
      "it.lua",
      """
      local mr = require "moonreel"
      local t = mr.timeline()
      t:insert(mr.asset "clip.mp4", { 0, 1 }, 0)
      \(film.script)
      """)
    let rest = ["it.lua", "-o", film.output] + arguments
    return (
      try await Program.moonreel(["check"] + rest, in: place.folder.url),
      try await Program.moonreel(["render"] + rest, in: place.folder.url), place
    )
  }

  @Test("both refuse, in the same words", arguments: refused)
  func refuses(film: Film) async throws {
    let (check, render, place) = try await results(film)
    #expect(render.code != 0)
    #expect(check.code == render.code, "\(check.errors) | \(render.errors)")
    let sentence = render.errorLines.last?.replacingOccurrences(of: "error: ", with: "") ?? "?"
    #expect(check.errors.contains(sentence), "\(check.errors) | \(render.errors)")
    #expect(place.partials.isEmpty)
    #expect(film.output == "clip.mp4" || !place.folder.names.contains(film.output))
  }

  @Test(
    "of the command line, too",
    arguments: [
      ["film.lua", "-o", "x.mp4", "--range", "0.5..2"],
      ["film.lua", "-o", "x.mp4", "--preset", "4k"],
      ["film.lua", "-o", "x.mp4", "--preset", "webm"], ["clip.mp4", "-o", "x.png"],
      [
        "film.lua", "-o", "x.mp4", "--scale", "0.5", "--range", "0.2..0.4", "--preset", "prores422",
      ],
      ["film.lua", "-o", "x.mp4", "--allow", "nowhere"], ["nothing.mp4", "-o", "x.mp4"],
      ["sound.wav", "-o", "x.gif"],
    ])
  func refusesArguments(arguments: [String]) async throws {
    let place = try await Workplace()
    _ = try await place.shell("ffmpeg -nostdin -v error -i clip.mp4 -vn sound.wav")
    let check = try await Program.moonreel(["check"] + arguments, in: place.folder.url)
    let render = try await Program.moonreel(["render"] + arguments, in: place.folder.url)
    #expect(render.code != 0 && check.code == render.code)
    #expect(check.errors == render.errors)
  }

  @Test(
    "and takes what render takes",
    arguments: [
      ["film.lua", "-o", "-"], ["film.lua", "-o", "/dev/null"], ["clip.mp4", "-o", "x.mp4"],
      ["film.lua", "-o", "x.mp4", "--scale", "0.5", "--range", "0.2..0.4"],
      ["film.lua", "-o", "x_%03d.png"], ["film.lua", "-o", "pictures/"],
      ["film.lua", "-o", "x.png", "--range", "0..0.04"],
      ["film.lua", "-o", "out", "--preset", "webm"],
    ])
  func acceptsArguments(arguments: [String]) async throws {
    let place = try await Workplace()
    let check = try await Program.moonreel(["check"] + arguments, in: place.folder.url)
    #expect(check.code == 0, "\(check.errors)")
    #expect(place.folder.names == ["clip.mp4", "film.lua", "long.lua"])
    let render = try await Program.moonreel(["render"] + arguments, in: place.folder.url)
    #expect(render.code == 0, "\(render.errors)")
  }

  @Test(
    "both accept, with the same warnings",
    arguments: [
      Film("alpha that is flattened", "return mr.export { t, alpha = true }"),
      Film(
        "alpha in AV1", "return mr.export { t, alpha = true, video_codec = 'av1' }", to: "x.webm"),
      Film("alpha that is kept", "return mr.export { t, alpha = true }", to: "x.webm"),
      Film("an odd size of VP9", "return mr.export { t, size = { 65, 49 } }", to: "x.webm"),
      Film("a copy", "return mr.export { t, preset = 'passthrough' }"),
      Film(
        "32 timelines in one another",
        """
        for _ = 1, 32 do
          local outer = mr.timeline()
          outer:add_track "video":insert(t, { 0, 1 }, 0)
          t = outer
        end
        return t
        """),
    ])
  func accepts(film: Film) async throws {
    let (check, render, _) = try await results(film)
    #expect(render.code == 0, "\(render.errors)")
    #expect(check.code == 0, "\(check.errors)")
    let warnings = { (outcome: Program.Outcome) in
      outcome.errorLines.filter { $0.hasPrefix("warning: Transparency") }
    }
    #expect(warnings(check) == warnings(render))
    #expect(
      warnings(render).count
        == (["alpha that is flattened", "alpha in AV1"].contains(film.testDescription) ? 1 : 0))
  }
}
