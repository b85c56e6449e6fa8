// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelModel
import Testing

@testable import MoonreelScript

/// Frames and timecodes count at the rate of whoever receives them, wherever a time is taken.
@Suite struct FrameCountTests {
  /// A timeline of 25 frames a second, clips of no rate, and a composition of 50.
  private static let preamble = """
    local mr = require "moonreel"
    local card = mr.source.test_card { size = { 64, 36 } }
    local t = mr.timeline { fps = 25 }
    local v, a = t:add_track "video", t:add_track "audio"
    v:insert(card, { 0, 8 }, 0)
    a:insert(mr.source.tone {}, { 0, 8 }, 0)
    local F = mr.frames
    local function film(options)
      options.video = options.video or mr.video_composition { size = { 64, 36 }, fps = 50,
        instructions = { { range = { 0, 100 }, layers = { options.layer or v } } } }
      options.layer, options[1] = nil, t
      return mr.export(options)
    end

    """

  struct Place: Sendable, CustomTestStringConvertible {
    var script: String
    /// The seconds that come out.
    var seconds: [Double]
    var read: @Sendable (ExportRequest) -> [Time]
    var testDescription: String { script }
    init(
      _ script: String, _ seconds: [Double], _ read: @escaping @Sendable (ExportRequest) -> [Time]
    ) {
      (self.script, self.seconds, self.read) = (script, seconds, read)
    }
  }

  private static func ranges(_ track: Int) -> @Sendable (ExportRequest) -> [Time] {
    { request in request.timeline.tracks[track].segments.map(\.targetRange.end) }
  }

  private static let volumes: @Sendable (ExportRequest) -> [Time] = { request in
    let ramps = request.audioMix?.parameters.flatMap(\.volumes.ramps) ?? []
    return ramps.flatMap { [$0.timeRange.start, $0.timeRange.end] }
  }

  private static func layer<Value>(
    _ ramps: @escaping @Sendable (LayerInstruction) -> RampList<Value>
  ) -> @Sendable (ExportRequest) -> [Time] {
    { request in
      let layer = request.videoComposition?.instructions[0].layerInstructions[0]
      return layer.map { ramps($0).ramps.flatMap { [$0.timeRange.start, $0.timeRange.end] } } ?? []
    }
  }

  static let places: [Place] = [
    // Edits of a timeline count at the timeline's rate.
    Place("v:insert(card, { F(0), F(25) }) return t", [8, 9], ranges(0)),
    Place("v:insert(card, { 0, 1 }, F(50)) return t", [2, 3, 9], ranges(0)),
    Place("v:insert(card, { 0, '00:00:00:05' }, 8) return t", [8, 8.2], ranges(0)),
    Place(
      "v:insert_all({ { card, { F(0), F(5) } }, { card, { 0, 1 } } }) return t", [8, 8.2, 9.2],
      ranges(0)),
    Place("v:insert_empty { F(25), F(50) } return t", [1, 2, 9], ranges(0)),
    Place("v:remove { F(0), F(25) } return t", [7], ranges(0)),
    Place("v:retime({ F(0), F(25) }, F(50)) return t", [2, 9], ranges(0)),
    Place("v:reverse { F(0), F(25) } return t", [1, 8], ranges(0)),
    Place("t:insert(t, { F(0), F(25) }, F(200)) return t", [8, 9], ranges(0)),
    Place("t:insert_empty { F(25), F(50) } return t", [1, 2, 9], ranges(0)),
    Place("t:remove { F(0), F(25) } return t", [7], ranges(1)),
    Place("t:retime({ '00:00:00:00', '00:00:01:00' }, F(50)) return t", [2, 9], ranges(1)),
    Place("t:reverse { F(0), F(25) } return t", [1, 8], ranges(0)),
    Place("t.fps = 50 v:remove { F(0), F(25) } return t", [7.5], ranges(0)),
    // Instructions, layers, mixes, ranges and chapters count at the composition's.
    Place(
      "return film { video = mr.video_composition { size = { 64, 36 }, fps = 50, instructions = {"
        + " { range = { F(0), F(50) } }, { range = { F(50), F(400) } } } } }", [1, 8]
    ) { $0.videoComposition?.instructions.map(\.timeRange.end) ?? [] },
    Place(
      "return film { layer = mr.layer_instruction(v):opacity(1, F(25)):opacity_ramp(1, 0, { F(50), '00:00:02:00' }) }",
      [0.5, 0.5, 1, 2], layer(\.opacities)),
    Place(
      "local m = mr.transform.identity() return film { layer = mr.layer_instruction(v):transform(m, F(25))"
        + ":transform_ramp(m, m, { F(50), F(100) }) }", [0.5, 0.5, 1, 2], layer(\.transforms)),
    Place(
      "local c = { 0, 0, 1, 1 } return film { layer = mr.layer_instruction(v):crop(c, F(25))"
        + ":crop_ramp(c, c, { F(50), F(100) }) }", [0.5, 0.5, 1, 2], layer(\.crops)),
    Place(
      "return film { audio = mr.audio_mix():volume(a, 1, F(25)):volume_ramp(a, 1, 0, { F(50), F(100) }) }",
      [0.5, 0.5, 1, 2], volumes),
    Place(
      "return film { audio = mr.audio_mix():master_volume(1, F(25))"
        + ":master_volume_ramp(1, 0, { F(50), '00:00:02:00' }) }", [0.5, 0.5, 1, 2], volumes),
    Place("return film { range = { F(50), '00:00:02:25' } }", [1, 2.5]) {
      $0.timeRange.map { [$0.start, $0.end] } ?? []
    },
    Place("return film { chapters = { { range = { F(0), F(25) } } } }", [0.5]) {
      $0.output.chapters.map(\.range.end)
    },
    // Without a composition, the timeline's own rate is the automatic composition's.
    Place("return mr.export { t, range = { F(25), F(50) } }", [1, 2]) {
      $0.timeRange.map { [$0.start, $0.end] } ?? []
    },
    Place(
      "return mr.export { t, audio = mr.audio_mix():master_volume(0.5, F(25)) }", [1, 1], volumes),
    Place("return mr.export { t, fps = 10, range = { F(5), F(10) } }", [0.5, 1]) {
      $0.timeRange.map { [$0.start, $0.end] } ?? []
    },
    // Generators count at their own.
    Place(
      "local o = mr.timeline() o:add_track('video'):insert(mr.source.test_card { size = { 8, 8 }, fps = 10, "
        + "duration = F(20) }) return o", [2], ranges(0)),
  ]

  @Test(arguments: places) func countAtTheReceiver(_ place: Place) throws {
    let outcome = Runs.script(Self.preamble + place.script)
    let request = try #require(outcome.result, "\(outcome.message)").request
    #expect(place.read(request) == (try place.seconds.map { try Time(seconds: $0) }))
  }

  @Test func automaticCompositionsTakeTheTimelinesRate() throws {
    let request = try #require(Runs.script(Self.preamble + "return t").result).request
    #expect(request.effectiveComposition.frameRate == (try FrameRate(25)))
  }

  /// The first clip brings the rate where the timeline has none.
  @Test func theFirstClipBringsItsRate() throws {
    let script =
      "local inner = mr.timeline { fps = 10 } inner:add_track('video'):insert(card, { 0, 4 }) "
      + "local o = mr.timeline() o:add_track('video'):insert(inner, { F(0), F(10) }) return o"
    let request = try #require(Runs.script(Self.preamble + script).result).request
    #expect(request.timeline.duration == Time(wholeSeconds: 1))
  }

  @Test func volumesAreLookedUpAtTheTimelinesRate() {
    let lines = Runs.output(
      Self.preamble
        + "print(mr.audio_mix():volume_ramp(a, 0, 1, { F(0), F(100) }):volume_at(a, F(50)))")
    #expect(lines == ["0.5"])
  }

  /// A drop-frame label that the timeline's rate does not know is fine in a composition that does.
  @Test func labelsAreReadWhereTheyAreReceived() throws {
    let script =
      "local look = mr.video_composition { size = { 8, 8 }, fps = 29.97, instructions = { { range = { 0, 99 }, "
      + "layers = { mr.layer_instruction(v):opacity(0, '00:01:00;02') } } } } return mr.export { t, video = look }"
    let request = try #require(Runs.script(Self.preamble + script).result).request
    let layer = request.videoComposition?.instructions[0].layerInstructions[0]
    let time = layer?.opacities.ramps[0].timeRange.start
    #expect(time == (try FrameRate(29.97)).time(ofFrame: 1800))
  }

  static let rateless = [
    "bare:insert(card, { F(0), F(25) })", "bare:insert(card, { 0, 1 }, '00:00:01:00')",
    "bare:insert_all { { range = { 0, F(3) } } }", "o:insert(o, { F(0), F(1) })",
    "bare:segment_at(F(3))", "mr.source.tone { duration = F(5) }",
    "mr.source.lights { duration = '00:00:01:00' }", "mr.source.gradient { period = F(5) }",
    "mr.source.click { interval = F(5) }", "mr.source.image { mr.color 'red', duration = F(5) }",
    "mr.audio_mix():volume_at(o:add_track 'audio', F(3))",
  ]

  @Test(arguments: rateless) func withoutARateTheyAreRefused(_ script: String) {
    let setup = "local o = mr.timeline() local bare = o:add_track 'video'\n"
    let message = Runs.script(Self.preamble + setup + script).message
    #expect(message.hasPrefix("test.lua:15: bad "))
    #expect(message.contains("frames and timecodes need a frame rate, and none is known here"))
  }
}
