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
      "a codec of another container", "return mr.export { t, audio_codec = 'aac' }", to: "x.webm"),
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
    Film(
      "nothing to write", "return mr.export { t, include_video = false, include_audio = false }"),
    Film("a range that is not there", "return mr.export { t, range = { 5, 6 } }"),
    Film(
      "two passes into what is no file",
      "return mr.export { t, passes = 2, video_bit_rate = 100000 }", to: "/dev/null"),
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

  /// Films that cannot be drawn, whatever they would be written to.
  static let undrawable = [
    Film("nothing", "return mr.timeline()"),
    Film("a missing file", "t:insert(mr.asset 'nothing.mp4', { 0, 1 }) return t"),
    timelines(of: "video"), timelines(of: "audio"),
    Film(
      "compositions in layers, 41 deep",
      """
      local show = mr.composition { size = { 64, 48 }, fps = 25, duration = 1 }
      show:add { source = "clip.mp4" }
      for _ = 1, 41 do
        local outer = mr.composition { size = { 64, 48 }, fps = 25, duration = 1 }
        outer:add { source = show }
        show = outer
      end
      return show
      """),
    Film(
      "a track that is gone",
      """
      local other = t:add_track "video"
      local look = mr.video_composition { size = { 64, 48 }, fps = 25, instructions = {
        { range = { 0, 1 }, sources = { other }, compositor = function(r) return r:frame(other).no end } } }
      t:remove_track(other)
      return mr.export { t, video = look }
      """),
    Film(
      "time without an instruction",
      """
      return mr.export { t, video = mr.video_composition { size = { 64, 48 }, fps = 25,
        instructions = { { range = { 0, 0.5 }, layers = { t.tracks[1] } } } } }
      """),
    Film(
      "more pictures of other times than are given",
      """
      local show = mr.composition { size = { 64, 48 }, fps = 25, duration = 1 }
      show:add { source = "clip.mp4" }
      show:on_frame(function(image, time, context)
        for i = 1, 300 do context:at(time + i / 1000) end
        return image
      end)
      return show
      """),
    Film(
      "a function that fails inside a composition",
      """
      local inner = mr.composition { size = { 64, 48 }, fps = 25, duration = 1 }
      inner:add { source = "clip.mp4" }
      inner:on_frame(function(image) error "no picture today" end)
      local show = mr.composition { size = { 64, 48 }, fps = 25, duration = 1 }
      show:add { source = inner }
      return show
      """),
    Film(
      "a compositor that cannot get ready",
      """
      return mr.export { t, video = mr.video_composition { size = { 64, 48 }, fps = 25, instructions = {
        { range = { 0, 1 }, sources = { t.tracks[1] }, compositor = {
          render = function(request) return request:frame(t.tracks[1]) end,
          preroll = function() error "not ready" end } } } } }
      """),
  ]

  /// Timelines on tracks for `media`, 41 deep.
  private static func timelines(of media: String) -> Film {
    Film(
      "timelines on \(media) tracks, 41 deep",
      """
      for _ = 1, 41 do
        local outer = mr.timeline()
        outer:add_track "\(media)":insert(t, { 0, 1 }, 0)
        t = outer
      end
      return t
      """)
  }

  /// Whether only the script's functions, which a plan does not call, refuse it.
  private func isUnplanned(_ film: Film) -> Bool {
    film.script.contains("on_frame") || film.script.contains("preroll")
  }

  @Test("what cannot be drawn, all refuse alike", arguments: undrawable)
  func allRefuse(film: Film) async throws {
    let (check, render, place) = try await results(film)
    let sentence = (render.errorLines.last ?? "?").replacing("error: ", with: "")
    let frame = try await place.moonreel("frame", "it.lua", "--at", "0", "-o", "x.png")
    let plan = try await place.moonreel("plan", "it.lua", "-o", film.output)
    #expect(render.code != 0)
    // Faults of instructions are listed by check, each for itself.
    let words = sentence.split(separator: "is not valid: ").last.map(String.init) ?? sentence
    #expect(check.code == render.code && check.errors.contains(words), "\(check) | \(sentence)")
    #expect(frame.code == render.code && frame.errors.contains(sentence), "\(frame) | \(sentence)")
    if isUnplanned(film) {
      #expect(plan.code == 0, "\(plan)")
    } else {
      #expect(plan.code == render.code && plan.errors.contains(sentence), "\(plan) | \(sentence)")
    }
    #expect(place.partials.isEmpty && !place.folder.names.contains { $0.hasPrefix("x") })
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
