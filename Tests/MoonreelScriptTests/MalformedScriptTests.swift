// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelScript

/// Mistakes that people make, each answered with one sentence at the right line.
@Suite struct MalformedScriptTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
    var script: String
    var line: Int
    var answer: String
    init(_ line: Int, _ script: String, _ answer: String) {
      (self.line, self.script, self.answer) = (line, script, answer)
    }
    var testDescription: String { script }
  }

  /// What stands before each script: lines 1 to 5.
  static let preamble = """
    local mr = require "moonreel"
    local t = mr.timeline()
    local v, a = t:add_track "video", t:add_track "audio"
    local card = mr.source.test_card { size = { 64, 36 }, duration = 4 }
    v:insert(card, { 0, 4 }, 0)

    """

  static let mistakes: [Mistake] = [
    Mistake(6, "return mr.export { t, opacty = 1 }", "unknown option 'opacty' to mr.export"),
    Mistake(
      6, "return mr.export { t, vidoe = 1 }",
      "unknown option 'vidoe' to mr.export (did you mean 'video'?)"),
    Mistake(6, "return mr.export {}", "mr.export needs a timeline first"),
    Mistake(6, "return mr.export()", "mr.export needs a timeline first"),
    Mistake(
      6, "return mr.export { t, quality = 2 }",
      "bad 'quality' of mr.export: expected a number from 0 to 1, got 2"),
    Mistake(
      6, "return mr.export { t, quality = 'high' }", "expected a number from 0 to 1, got 'high'"),
    Mistake(
      6, "return mr.export { t, loudness = true }",
      "bad 'loudness' of mr.export: expected a loudness in LUFS such as -14, 'broadcast', 'streaming' or "
        + "'podcast', or { target =, true_peak = }, got true"),
    Mistake(
      6, "return mr.export { t, loudness = -3 }",
      "bad 'loudness' of mr.export: expected a number from -60 to -5, got -3"),
    Mistake(
      6, "return mr.export { t, loudness = 23 }",
      "expected a loudness in LUFS from -60 to -5, got 23 (write -23)"),
    Mistake(6, "return mr.export { t, loudness = 'stream' }", "(did you mean 'streaming'?)"),
    Mistake(
      6, "return mr.export { t, loudness = { true_peak = -1 } }",
      "'loudness' of mr.export needs 'target': a loudness such as -14 or \"streaming\""),
    Mistake(
      6, "return mr.export { t, loudness = { target = -14, true_peak = 1 } }",
      "bad 'true_peak' of 'loudness' of mr.export: expected a number from -20 to 0, got 1"),
    Mistake(6, "return mr.export { t, preset = '1080' }", "(did you mean '1080p'?)"),
    Mistake(6, "return mr.export { t, container = 'mp5' }", "got 'mp5' (did you mean 'mp"),
    Mistake(
      6, "return mr.export { t, range = { 3, 1 } }", "ends at 1.000 s, before its start at 3.000 s"),
    Mistake(
      6, "return mr.export { t, range = { 1 } }",
      "expected a range: { start, stop } or { from =, duration = }, got { 1 }"),
    Mistake(
      6, "return mr.export { t, range = 5 }",
      "expected a range: { start, stop } or { from =, duration = }, got 5"),
    Mistake(6, "return mr.export { t, range = { from = 1, to = 2 } }", "unknown option 'to'"),
    Mistake(
      6, "return mr.export { t, metadata = { title = {} } }",
      "bad 'title' of 'metadata' of mr.export: expected a string"),
    Mistake(
      6, "return mr.export { t, t }",
      "takes one item beside named options, got a timeline at position 2"),
    Mistake(
      6, "return mr.export { t, video = v }",
      "bad 'video' of mr.export: expected a video composition, got a track"),
    Mistake(6, "return mr.exprot { t }", "unknown name 'exprot' in mr (did you mean 'export'?)"),
    Mistake(
      6, "return mr.compostion { size = { 1, 1 } }",
      "unknown name 'compostion' in mr (did you mean 'composition'?)"),
    Mistake(
      6, "return mr.timeline { fsp = 30 }",
      "unknown option 'fsp' to mr.timeline (did you mean 'fps'?)"),
    Mistake(6, "return mr.timeline { fps = 0 }", "as a frame rate: give a positive number"),
    Mistake(6, "return mr.timeline { fps = 'fast' }", "Cannot read 'fast' as a frame rate"),
    Mistake(6, "return mr.timeline { fps = {} }", "expected a frame rate: 25, 29.97"),
    Mistake(6, "return mr.asset 'nowhere.mp4'", "nowhere.mp4"),
    Mistake(6, "return mr.asset()", "bad 'path' of mr.asset: expected a string, got nothing"),
    Mistake(6, "return mr.asset ''", "expected the path of a file"),
    Mistake(6, "return mr.asset('a.mp4', { on_eror = 'error' })", "(did you mean 'on_error'?)"),
    Mistake(
      6, "return mr.asset('a.mp4', { on_error = 'ignore' })",
      "expected 'error' or 'conceal', got 'ignore'"),
    Mistake(
      6, "return mr.asset('a.mp4', { video_decoder = 7 })",
      "bad 'video_decoder' of mr.asset: expected a string, got 7"),
    Mistake(
      6, "return mr.asset('a.svg', { video_decoder = 'h264' })",
      "bad 'video_decoder' of mr.asset: 'a.svg' is drawn, not decoded"),
    Mistake(
      6, "t:add_track 'vidoe'",
      "expected 'video', 'audio', 'subtitle' or 'metadata', got 'vidoe' (did you mean 'video'?)"),
    Mistake(6, "t.add_track 'video'", "call it with a colon on a timeline: timeline:add_track("),
    Mistake(
      6, "t:add_trak 'video'", "unknown name 'add_trak' of timeline (did you mean 'add_track'?)"),
    Mistake(6, "t.duration = 3", "cannot set 'duration' of a timeline: it is read-only"),
    Mistake(
      6, "v.enbled = false", "unknown name 'enbled' of track (did you mean 'enabled'?)"),
    Mistake(6, "v.enabled = 1", "bad 'enabled' of track: expected true or false, got 1"),
    Mistake(6, "v:insert(card, { 0, 9 }, 0)", "4.000 s"),
    Mistake(6, "v:insert(card, { 0, 1 }, -1)", "-1.000 s"),
    Mistake(6, "a:insert(card, { 0, 1 }, 0)", "audio"),
    Mistake(
      6, "v:insert(nil)",
      "expected what can be placed on a track: an asset's track, a timeline, a composition or a source, got nothing"
    ),
    Mistake(
      6, "v:insert(card, { 0, 1 }, 0, 0)",
      "track:insert takes at most 3 arguments (source, range?, at?), got 4"),
    Mistake(
      6, "t.fps = 25 v:insert(card, { '00:00:99:00', 2 })", "minutes and seconds end at 59"),
    Mistake(
      6, "v:insert(card, { 'one', 2 })",
      "expected a time: seconds, '1:30.5', a timecode '00:00:05:12', or mr.frames(n), got 'one'"),
    Mistake(6, "v:insert(card, { 0/0, 2 })", "expected a finite number, got"),
    Mistake(6, "v:insert(card, { 0, 1e300 })", "times lie within ±100 years"),
    Mistake(
      6, "v:insert(mr.source.tone {}, nil, 0)", "the source has no end of its own; give a range"),
    Mistake(6, "v:insert(mr.color 'red', { 0, 1 })", "the picture has no edges"),
    Mistake(6, "t:retime({ 0, 2 }, 0)", "0.000 s"),
    Mistake(6, "t:retime({ 0, 2 }, -1)", "expected a duration, 0 or more, got -1"),
    Mistake(6, "t:remove { 3, 9 }", "4.000 s"),
    Mistake(
      6, "t:remove_track(mr.timeline():add_track 'video')",
      "expected a track of this timeline, got a track"),
    Mistake(7, "t:remove_track(a)\na:remove { 0, 1 }", "track"),
    Mistake(6, "mr.layer_instruction(a)", "expected a video track, got an audio track"),
    Mistake(
      6, "mr.layer_instruction(v):opacity(2)",
      "bad 'opacity' of layer_instruction:opacity: expected a number from 0 to 1, got 2"),
    Mistake(
      6, "mr.layer_instruction(v):opacity_ramp(1, 0)",
      "bad 'range' of layer_instruction:opacity_ramp: expected a range"),
    Mistake(6, "mr.layer_instruction(v):transform { 1 }", "expected a transform, got { 1 }"),
    Mistake(6, "mr.layer_instruction(v):crop { 0, 0, -1, 1 }", "not negative"),
    Mistake(6, "mr.audio_mix():volume(v, 1)", "expected an audio track, got a video track"),
    Mistake(6, "mr.audio_mix():volume(a, -1)", "expected a number from 0 to 16, got -1"),
    Mistake(
      6, "mr.audio_mix():pitch(a, 'chipmunk')",
      "expected 'varispeed', 'spectral', 'time_domain' or 'low_quality_zero_latency'"),
    Mistake(6, "mr.video_composition {}", "mr.video_composition needs 'size'"),
    Mistake(6, "mr.video_composition()", "expected a table of options, or a timeline, got nothing"),
    Mistake(6, "mr.video_composition { size = { 64 } }", "expected a size: { width, height }"),
    Mistake(6, "mr.video_composition { size = { 64, 36.5 } }", "in whole pixels"),
    Mistake(
      6, "mr.video_composition { size = { 64, 36 } }",
      "needs 'instructions', a 'compositor', or a timeline"),
    Mistake(
      6, "mr.video_composition(t, { background = 'redd' })", "Cannot read 'redd' as a colour"),
    Mistake(6, "mr.video_composition(t, { background = { 1, 0 } })", "expected a colour"),
    Mistake(
      6, "mr.video_composition(t, { filter = 3 })",
      "bad 'filter' of mr.video_composition: expected a function (image, context)"),
    Mistake(
      7,
      "return mr.export { t, video =\n mr.video_composition { size = { 64, 36 }, instructions = { { layer = {} } } } }",
      "unknown option 'layer' to instruction 1 (did you mean 'layers'?)"),
    Mistake(
      6,
      "mr.video_composition { size = { 64, 36 }, instructions = { { layers = {}, compositor = print } } }",
      "instruction 1 has both 'layers' and 'compositor'"),
    Mistake(
      6, "mr.video_composition { size = { 64, 36 }, instructions = { {}, { range = { 1, 2 } } } }",
      "instruction 1 needs 'range'"),
    Mistake(
      7,
      "local look = mr.video_composition { size = { 64, 36 }, instructions = { { range = { 0, 2 } } } }\n"
        + "return mr.export { t, video = look }", "4.000 s"),
    Mistake(6, "mr.color 'redd'", "Cannot read 'redd' as a colour"),
    Mistake(
      6, "mr.color('red'):opactiy(1)", "unknown name 'opactiy' of image (did you mean 'opacity'?)"),
    Mistake(6, "mr.color('red'):blur(-1)", "expected a number from 0 to 4096, got -1"),
    Mistake(6, "mr.color('red'):over(3)", "bad 'bottom' of image:over: expected an image, got 3"),
    Mistake(6, "mr.color('red'):color_matrix { 1, 2 }", "expected 20 numbers"),
    Mistake(6, "mr.image.linear_gradient { from = { 0, 0 }, to = { 1, 1 } }", "needs 'stops'"),
    Mistake(6, "mr.image.linear { }", "unknown name 'linear' in mr.image"),
    Mistake(
      6, "mr.transform.rotate 'left'",
      "bad 'degrees' of mr.transform.rotate: expected a number, got 'left'"),
    Mistake(6, "mr.frames(1.5)", "bad 'count' of mr.frames: expected a whole number"),
    Mistake(
      6, "mr.params { x = 'string' }",
      "expected { \"kind\", default =, required =, doc =, … }, got 'string'"),
    Mistake(6, "mr.params { x = { 'strng' } }", "(did you mean 'string'?)"),
    Mistake(
      6, "mr.params { x = { 'number', default = 'a' } }",
      "bad 'default' of parameter 'x': expected a number, got 'a'"),
    Mistake(6, "mr.params { x = { 'choice' } }", "parameter 'x' needs 'choices'"),
    Mistake(
      6, "mr.params { x = { 'string', required = true, doc = 'the x' } }",
      "parameter 'x' (the x) must be given: --set x="),
    Mistake(6, "require 'nothing'", "cannot find module 'nothing': looked in the standard library"),
    Mistake(6, "local n = nil + 1", "attempt to perform arithmetic on a nil value"),
    Mistake(6, "t:nothing()", "unknown name 'nothing' of timeline"),
    Mistake(7, "local x = {\nx = = }", "unexpected symbol near '='"),
    Mistake(7, "if true then\n", "'end' expected"),
  ]

  @Test(arguments: mistakes) func isAnsweredAtItsLine(_ mistake: Mistake) {
    let message = Runs.script(Self.preamble + mistake.script).message
    #expect(message.hasPrefix("test.lua:\(mistake.line): "))
    #expect(message.contains(mistake.answer))
    let further = message.split(separator: "\n").dropFirst()
    #expect(further.allSatisfy { $0.hasPrefix("  ") }, "one sentence, and under it the line")
  }

  @Test(arguments: ["return 3", "return", "return {}", "return 'x'", "return function() end"])
  func resultsThatCannotBeRendered(_ script: String) {
    #expect(
      Runs.script(script).message.hasPrefix("test.lua: bad result of the script: expected what"))
  }

  @Test func noScript() throws {
    let host = try ScriptHost(options: ScriptOptions(path: "/nowhere/at/all.lua"))
    #expect(throws: MoonreelError.self) { try host.run() }
  }
}
