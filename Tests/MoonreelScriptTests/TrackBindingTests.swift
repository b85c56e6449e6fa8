// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelModel
import Testing

@testable import MoonreelScript

/// Segment lists, associations, and compositors as tables.
@Suite struct TrackBindingTests {
  private static let preamble = """
    local mr = require "moonreel"
    local t = mr.timeline { fps = 25 }
    local v, a, b = t:add_track "video", t:add_track "audio", t:add_track "audio"
    local card = mr.source.test_card { size = { 64, 36 }, duration = 4 }

    """

  @Test func segmentsAreSetWhole() throws {
    let lines = Runs.output(
      Self.preamble + """
        v:set_segments {
          { range = { 0, 1 } },
          { range = { 1, mr.frames(50) }, source = card, source_range = { 0, 2 } },
          { range = { 2, 3 }, source = card, source_range = { 1, 2 }, is_reversed = true },
        }
        local function tell()
          for _, s in ipairs(v.segments) do
            local own = s.source_range or {}
            print(s.range[1], s.range[2], own[1], own[2], s.rate, s.is_reversed)
          end
        end
        tell()
        v:set_segments(v.segments)
        tell()
        v:set_segments {}
        print(#v.segments, v.duration)
        """)
    let rows = [
      "0.0\t1.0\tnil\tnil\tnil\tnil", "1.0\t2.0\t0.0\t2.0\t2.0\tfalse",
      "2.0\t3.0\t1.0\t2.0\t1.0\ttrue",
    ]
    #expect(lines == rows + rows + ["0\t0.0"])
  }

  @Test func refusedSegmentsLeaveTheTrack() {
    let lines = Runs.output(
      Self.preamble + """
        v:insert(card, { 0, 2 }, 0)
        print(pcall(v.set_segments, v, { { range = { 1, 2 } } }))
        print(#v.segments, v.duration)
        """)
    #expect(lines.count == 2 && lines[0].contains("the first segment begins at zero"))
    #expect(lines.last == "1\t2.0")
  }

  static let mistakes: [(String, String)] = [
    (
      "v:set_segments { { range = { 0, 1 } }, { range = { 2, 3 } } }",
      "leaves a hole: the one before ends at 1.000 s"
    ),
    ("v:set_segments { { range = { 0, 0 } } }", "has no length"),
    (
      "v:set_segments { { range = { 0, 1 }, source = card, source_range = { 1, 1 } } }",
      "its source range has no length"
    ),
    (
      "v:set_segments { { range = { 0, 0 }, source = card, source_range = { 0, 1 } } }",
      "has no length"
    ),
    ("v:set_segments { { range = { 0, 9 }, source = card, source_range = { 0, 9 } } }", "4.000 s"),
    ("v:set_segments { { range = { 0, 1 }, source = card } }", "needs 'source_range'"),
    (
      "v:set_segments { { range = { 0, 1 }, source_range = { 0, 1 } } }",
      "for the segment has no 'source'"
    ),
    ("v:set_segments { {} }", "needs 'range'"),
    ("v:set_segments { 3 }", "expected a table of options such as { range = … }, got 3"),
    ("v:set_segments(card)", "expected a table of options such as { range = … }, got a source"),
    ("v:set_segments { { rnage = { 0, 1 } } }", "(did you mean 'range'?)"),
    (
      "a:set_segments { { range = { 0, 1 }, source = card, source_range = { 0, 1 } } }",
      "carries no audio"
    ),
    ("a:associate(b, 'fallback')", "expected 'audio_fallback', 'chapter_list'"),
    ("a:associate(a, 'timecode')", "they are the same"),
    (
      "a:associate(mr.timeline():add_track 'audio', 'timecode')",
      "expected a track of this timeline"
    ),
    ("v:replace_format(card, {})", "expected a file's track or a file, got a source"),
    ("mr.video_composition { size = { 8, 8 }, compositor = {} }", "needs 'render'"),
    (
      "mr.video_composition { size = { 8, 8 }, compositor = { render = 1 } }",
      "expected a function (request)"
    ),
    (
      "mr.video_composition { size = { 8, 8 }, compositor = { render = print, prerol = print } }",
      "(did you mean 'preroll'?)"
    ),
  ]

  @Test(arguments: mistakes) func mistakesAreNamed(_ script: String, _ answer: String) {
    let message = Runs.script(Self.preamble + script).message
    #expect(message.hasPrefix("test.lua:5: "))
    #expect(message.contains(answer))
  }

  @Test func associationsAreKept() throws {
    let lines = Runs.output(
      Self.preamble + """
        a:associate(b, "audio_fallback"):associate(v, "selection_follower")
        print(a:associated("audio_fallback")[1].id, #a:associated "selection_follower", #b:associated "timecode")
        a:dissociate(b, "audio_fallback")
        print(#a:associated "audio_fallback")
        """)
    #expect(lines == ["3\t1\t0", "0"])
  }

  @Test func compositorsMayGetReady() throws {
    let outcome = Runs.script(
      Self.preamble + """
        v:insert(card, { 0, 2 }, 0)
        local look = mr.video_composition { size = { 64, 36 }, fps = 25, compositor = {
          render = function(request) return mr.color "red" end,
          preroll = function(range) print(range[1], range[2]) end,
        } }
        return mr.export { t, video = look }
        """)
    let request = try #require(outcome.result, "\(outcome.message)").request
    try request.videoComposition?.prepareToRender(TimeRange(seconds: 0.5, 1))
  }

  @Test func checkTriesTheirPreparation() {
    let outcome = Runs.script(
      Self.preamble + """
        v:insert(card, { 0, 2 }, 0)
        local look = mr.video_composition { size = { 64, 36 }, fps = 25, compositor = {
          render = function(request) return mr.color "red" end,
          preroll = function(range) print(range[1], range[2]) error "no tables" end,
        } }
        return mr.export { t, video = look }
        """
    ) { $0.mode = .check }
    #expect(outcome.printed == ["test.lua: 0.0\t2.0"])
    #expect(
      outcome.message
        == "test.lua:8: no tables This happened while trying to prepare to compose the frame at 0.000 s."
    )
  }
}
