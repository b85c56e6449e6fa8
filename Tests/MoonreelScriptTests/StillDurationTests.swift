// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelScript

/// How long a still is there where nobody says how long; and effects for a part of a layer's time.
@Suite struct StillDurationTests {
  private static let preamble = """
    local mr = require "moonreel"
    local still = mr.image.test_card { size = { 8, 4 } }
    local source = mr.source.image { mr.color "#ff0000", size = { 8, 4 } }
    local show = mr.composition { size = { 8, 4 }, fps = 10 }
    local timeline = mr.timeline { fps = 10 }

    """

  @Test(
    "three seconds",
    arguments: [
      ("print(show:add { source = still }.duration)", "3.0"),
      ("print(show:add { source = source }.duration)", "3.0"),
      ("print(show:add { source = source, at = 2 }.stop, show.duration)", "5.0\t5.0"),
      ("print(show:add { source = source, speed = 2 }.duration)", "1.5"),
      ("print(show:add { source = mr.text { text = 'a', size = 2 } }.duration)", "3.0"),
      ("print(show:sequence { still, source, { source = still, duration = 1 } }[3].start)", "6.0"),
      ("print(show:sequence { still, source, overlap = 1 }[2].stop)", "5.0"),
      ("show.duration = 9 print(show:add { source = source, at = 1 }.duration)", "8.0"),
      ("show.duration = 9 print(show:sequence { still, still }[2].start)", "3.0"),
      ("print(timeline:add_track 'video':insert(still).duration)", "3.0"),
      (
        "print(timeline:add_track 'video':insert_all { { still }, { source, { 0, 1 } }, { source } }.duration)",
        "7.0"
      ),
    ])
  func threeSeconds(_ script: String, _ answer: String) {
    #expect(Runs.output(Self.preamble + script) == [answer])
  }

  @Test("a colour without edges still has no end of its own") func colors() {
    let outcome = Runs.script(Self.preamble + "show:add { source = mr.color 'red' }")
    #expect(outcome.message.contains("needs a 'duration'"), "\(outcome.message)")
  }

  @Test(
    "an effect is there in its range, on the layer's clock",
    arguments: [
      (0.9, "rrrrrrrr"), (1.0, "rrrrrrrr"), (1.9, "rrrrrrrr"), (2.0, "gggggggg"), (2.9, "gggggggg"),
      (3.0, "rrrrrrrr"),
    ])
  func timed(_ time: Double, _ row: String) throws {
    for effects in [
      "{ { effect = green, range = { 1, 2 } } }", "{ effect = green, range = { 1, 2 } }",
      "{ { effect = green, range = { from = 1, duration = mr.frames(10) } }, function(image) return image end }",
    ] {
      let outcome = Runs.script(
        Self.preamble + """
          local function green(image, context) return mr.color "#00ff00" end
          show:add { source = source, at = 1, effects = \(effects) }
          return show
          """)
      #expect(try outcome.row(at: time) == (time < 1 ? "........" : row), "\(effects)")
    }
  }

  @Test("effects of the library, and those of adjustments, too") func library() throws {
    let outcome = Runs.script(
      Self.preamble + """
        local fx = require "moonreel.effects"
        local wash = fx.color_wash { first = "#0000ff" }
        show:add { source = source }
        show:add { source = mr.adjustment { { effect = function() return mr.color "#ffffff" end, range = { 1, 2 } } },
          duration = 3 }
        local layer = show:add { source = source, at = 3, effects = { { effect = wash, range = { 1, 2 } } } }
        layer:animate("color_wash.amount", { { 0, 1 } })
        return show
        """)
    #expect(try outcome.row(at: 0.5) == "rrrrrrrr")
    #expect(try outcome.row(at: 1.5) == "wwwwwwww")
    #expect(try outcome.row(at: 3.5) == "rrrrrrrr")
    #expect(try outcome.row(at: 4.5) != "rrrrrrrr")
  }

  @Test(
    "bad ranges are answered with a sentence",
    arguments: [
      ("{ { range = { 0, 1 } } }", "item 1 of 'effects' of composition:add needs 'effect'"),
      ("{ { effect = print, range = 1 } }", "expected a range: { start, stop }"),
      ("{ { effect = function() end, range = { 1, 1 } } }", "expected a range of some length"),
      ("{ { effect = function() end, rang = { 1, 1 } } }", "unknown option 'rang'"),
      (
        "{ { effect = 5 } }",
        "bad 'effect' of item 1 of 'effects' of composition:add: expected an effect"
      ),
    ])
  func mistakes(_ effects: String, _ words: String) {
    let outcome = Runs.script(Self.preamble + "show:add { source = source, effects = \(effects) }")
    #expect(outcome.message.contains(words), "\(outcome.message)")
  }
}
