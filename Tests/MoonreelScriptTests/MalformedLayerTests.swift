// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelScript

/// Mistakes that people make with layers, each answered with one sentence at the right line.
@Suite struct MalformedLayerTests {
  /// What stands before each script: lines 1 to 4.
  private static let preamble = """
    local mr = require "moonreel"
    local card = mr.source.test_card { size = { 64, 36 }, duration = 4 }
    local show = mr.composition { size = { 64, 36 }, fps = 25 }
    local layer = show:add { source = card }

    """

  @Test(arguments: [
    (
      "show:add { sorce = card }",
      "unknown option 'sorce' to composition:add (did you mean 'source'?)"
    ),
    ("show:add { source = 7 }", "what a layer can show: a path, an asset"),
    ("show:add { source = 'missing.mp4' }", "missing.mp4"),
    ("show:add { source = card, duration = 0 }", "expected a duration above 0, got 0"),
    ("show:add { source = card, duration = -1 }", "expected a duration, 0 or more, got -1"),
    ("show:add { source = mr.color 'red' }", "needs a 'duration'"),
    ("show:add { source = card, speed = 0 }", "expected a number from 0.001 to 1000, got 0"),
    ("show:add { source = card, opacity = 2 }", "expected a number from 0 to 1, got 2"),
    ("show:add { source = card, opacity = 0/0 }", "expected a number from 0 to 1"),
    ("show:add { source = card, blend = 'multply' }", "(did you mean 'multiply'?)"),
    (
      "show:add { source = card, audio = { loudness = 14 } }",
      "bad 'loudness' of 'audio' of composition:add: expected a loudness in LUFS from -60 to -5, got 14 "
        + "(write -14)"
    ),
    (
      "show:add { source = card, audio = { loudness = 'podcasts' } }",
      "got 'podcasts' (did you mean 'podcast'?)"
    ),
    (
      "show:add { source = card, audio = { loudness = { target = -16, true_peek = -1 } } }",
      "unknown option 'true_peek' to 'loudness' of 'audio' of composition:add (did you mean 'true_peak'?)"
    ),
    ("show:add { source = card, parent = show }", "expected a layer, got a composition"),
    ("show:add { source = card, effects = { 5 } }", "an effect: a function (image, context)"),
    ("show:add { source = card, motion_path = 'M 1' }", "'motion_path' of composition:add"),
    (
      "show:add { source = card, freeze = 1, time_remap = { { 0, 0 } }, duration = 1 }",
      "'time_remap' already sets it"
    ),
    ("show:add { source = show }", "the composition would contain itself"),
    (
      "layer:animate('opactiy', { { 0, 1 } })",
      "layer 1 has no property 'opactiy' (did you mean 'opacity'?)"
    ),
    ("layer:animate('opacity', {})", "needs at least one keyframe"),
    (
      "layer:animate('opacity', { { 0, 1 }, { 0, 0 }, { 0, 1 } })",
      "keyframes 1 to 3 are all at 0.000 s; two at one time are a jump"
    ),
    ("layer:animate('opacity', { { 1, 1 }, { 0, 0 } })", "comes before keyframe 1"),
    ("layer:animate('opacity', { { 0, 'x' } })", "expected a number from 0 to 1, got 'x'"),
    ("layer:animate('opacity', { { 0, 1, 'in_out_sin' } })", "(did you mean 'in_out_sine'?)"),
    ("layer:animate('opacity', { { 0 } })", "expected a keyframe { time, value, easing }"),
    ("layer:animate('opacity', { { 0, 1 } }, { loop = true })", "unknown option 'loop'"),
    ("layer:animate('position', { { 0, 5 } })", "expected { x, y }"),
    ("layer.opcity = 1", "unknown name 'opcity' of layer"),
    (
      "show:transition(layer, layer, function(a) return a end)",
      "needs two layers of the composition"
    ),
    (
      "local b = show:add { source = card, at = 4 } show:transition(layer, b, function(a) return a end)",
      "has no time: layer 1 ends at 4.000 s, layer 2 begins at 4.000 s"
    ),
    ("show:sequence { card, card, overlap = 5 }", "which is no longer than the overlap of 5.000 s"),
    (
      "show:sequence { card, card, transition = function(a) return a end }",
      "needs an 'overlap' above 0"
    ),
    ("show:sequence {}", "needs a list of sources or layers"),
    (
      "show:sequence({ card, card }):ripple(3, 'stop', 1)",
      "expected a whole number from 1 to 2, got 3"
    ),
    ("show:sequence({ card, card }):ripple(1, 'end', 1)", "'edge'"),
    ("show:sequence({ card, card }):roll(2, 1)", "expected a layer that another one follows"),
    ("show:sequence({ card, card }):slide(layer, 1)", "expected a layer of the sequence"),
    ("show:sequence({ card, card }):trim(1, 'stop', -9)", "nothing would be left of it"),
    ("show:sequence({ card, card }):split(80)", "no layer at 80.000 s"),
    ("show:sequence({ card, card }):insert(4, card)", "expected a whole number from 1 to 3, got 4"),
    ("mr.composition {}", "mr.composition needs 'size'"),
    ("mr.composition { size = { 8, 8 }, motion_blur = { samples = 1 } }", "2 to 64 samples"),
    ("mr.easing.bezier(2, 0, 0, 1)", "x from 0 to 1"),
    ("mr.easing.named 'bouncy'", "'bouncy'"),
  ])
  func mistakes(_ script: String, _ answer: String) {
    let outcome = Runs.script(Self.preamble + script + "\nreturn show")
    #expect(outcome.result == nil)
    #expect(outcome.message.contains(":5: "), "\(outcome.message)")
    #expect(outcome.message.contains(answer), "\(outcome.message)")
  }

  @Test("faults that are found at the end name the layer's line") func lateFaults() {
    let outcome = Runs.script(
      Self.preamble + "show:add { source = card, trim = { 2, 9 } }\nreturn show")
    #expect(outcome.message.contains(":5: "), "\(outcome.message)")
    #expect(outcome.message.contains("lasts from 0.000 s to 4.000 s"), "\(outcome.message)")
    let cycle = Runs.script(
      Self.preamble
        + "local a = mr.composition { size = { 8, 8 } } show:add { source = a, duration = 1 }"
        + " a:add { source = show }\nreturn show")
    #expect(
      cycle.message.contains(":5: ") && cycle.message.contains("contain itself"), "\(cycle.message)"
    )
  }

  @Test(
    "mistakes in callbacks name their own line",
    arguments: [
      ("layer.opacity = function(t) return 'x' end", ":5: "),
      ("layer:animate('x', function(t) return nil + t end)", ":5: "),
      ("show:add { source = card, effects = { function(i) return 5 end } }", ":5: "),
      ("show:on_frame(function(f) return f:blurr(3) end)", ":5: "),
    ])
  func callbacks(_ script: String, _ place: String) {
    let outcome = Runs.script(Self.preamble + script + "\nreturn show") { $0.mode = .check }
    #expect(outcome.result == nil && outcome.message.contains(place), "\(outcome.message)")
  }
}
