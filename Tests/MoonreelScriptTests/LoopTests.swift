// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelScript

/// `moonreel.loop`: rounds, cross-fades and bars.
@Suite struct LoopTests {
  /// The left channel of what `expression` gives, as a film.
  private func sound(_ expression: String) throws -> [Float] {
    let outcome = Runs.script(
      """
      local mr = require "moonreel"
      local loop = require "moonreel.loop"
      return \(expression)
      """)
    let film = try #require(outcome.result, "\(outcome.message)").request
    let reader = CompositionReader(
      timeline: film.timeline, composition: film.videoComposition, audioMix: film.audioMix,
      gate: FileGate(folders: []))
    let range = TimeRange(start: .zero, duration: film.duration)
    let mixer = try reader.sound(in: range, sampleRate: 48_000, layout: .stereo)
    var samples: [Float] = []
    while let block = try mixer.next(frameCount: 4096) { samples += block.channels[0] }
    return samples
  }

  private let noise = "mr.source.noise { duration = 1, gain = 0.5 }"

  @Test func roundsAreTheSame() throws {
    let samples = try sound("loop(\(noise), { times = 3 })")
    #expect(samples.count == 3 * 48_000)
    #expect(samples[..<48_000] == samples[48_000..<96_000])
    #expect(samples[..<48_000].elementsEqual(samples[96_000...]))
    let cut = try sound("loop(\(noise), { duration = 2.5, trim = { 0.25, 0.75 } })")
    #expect(cut.count == 120_000 && cut[..<24_000].elementsEqual(cut[96_000...]))
    #expect(cut[..<24_000].elementsEqual(samples[12_000..<36_000]))
  }

  @Test("rounds go over into each other with their power", arguments: [0.1, 0.5])
  func crossFade(fade: Double) throws {
    let samples = try sound("loop(\(noise), { times = 2, cross_fade = \(fade) })")
    let period = Int((1 - fade) * 48_000)
    #expect(samples.count == 2 * period + Int(fade * 48_000))
    func power(_ range: Range<Int>) -> Float {
      samples[range].reduce(0) { $0 + $1 * $1 } / Float(range.count)
    }
    let (around, within) = (power(0..<period - 100), power(period..<period + Int(fade * 48_000)))
    #expect(abs(within / around - 1) < 0.1, "\(within) of \(around)")
    // Behind it the second round is alone.
    let source = try sound("loop(\(noise), { times = 1 })")
    let first = period + Int(fade * 48_000) + 10
    #expect(samples[first...].elementsEqual(source[(first - period)...]))
  }

  @Test func barsAreKept() throws {
    // 1 s has three bars of 0.3 s, and 2 s have six.
    let samples = try sound("loop(\(noise), { duration = 2, bar = 0.3 })")
    #expect(samples.count == 86_400)
    #expect(samples[..<43_200].elementsEqual(samples[43_200...]))
    #expect(try sound("loop(\(noise), { times = 2, bar = 0.3 })").count == 86_400)
  }

  @Test(
    "what cannot be repeated is told",
    arguments: [
      ("mr.source.noise {}", "{}", "goes on for ever"), ("3", "{}", "loop needs an asset"),
      ("mr.source.noise { duration = 1 }", "{ cross_fade = 0.6 }", "too short"),
      ("mr.source.noise { duration = 1 }", "{ bar = 2 }", "too short"),
      ("mr.source.noise { duration = 1 }", "{ trim = { 1, 0 } }", "{ from, to }"),
      ("mr.source.noise { duration = 1 }", "{ time = 2 }", "times"),
      ("mr.source.noise { duration = 1 }", "{ duration = 100000 }", "at most 10000"),
    ])
  func mistakes(source: String, options: String, words: String) {
    let outcome = Runs.script(
      """
      local mr = require "moonreel"
      local loop = require "moonreel.loop"
      return loop(\(source), \(options))
      """)
    #expect(outcome.result == nil && outcome.message.contains(words), "\(outcome.message)")
    #expect(outcome.message.contains(":3: "), "\(outcome.message)")
  }

  /// The left channel of a film of `duration` seconds with the layer that `options` describe.
  private func layer(_ options: String, duration: Double = 4) throws -> [Float] {
    try sound(
      """
      (function()
        local show = mr.composition { size = { 16, 16 }, fps = 25, duration = \(duration) }
        local layer = show:add { \(options) }
        return show
      end)()
      """)
  }

  @Test("a layer's loop is what the library makes")
  func option() throws {
    let two = try layer("source = \(noise), loop = 2")
    #expect(two[..<96_000] == (try sound("loop(\(noise), { times = 2 })"))[...])
    #expect(two[96_000...].allSatisfy { $0 == 0 })
    let faded = try layer("source = \(noise), loop = { cross_fade = 0.25 }")
    #expect(faded == (try sound("loop(\(noise), { duration = 4, cross_fade = 0.25 })")))
    let cut = try layer(
      "source = \(noise), trim = { 0.25, 0.75 }, loop = true, at = 1, duration = 2")
    #expect(cut[..<48_000].allSatisfy { $0 == 0 } && cut[144_000...].allSatisfy { $0 == 0 })
    #expect(cut[48_000..<72_000] == cut[96_000..<120_000] && cut[50_000] != 0)
    #expect(try layer("source = mr.source.noise {}, trim = { 0, 1 }, loop = true").count == 192_000)
  }

  @Test("music knows its bars") func musicEndsAtABar() throws {
    // 130 beats a minute: bars of 1.846 s, of which two lie in 4 s and one in a round of 3 s.
    let beat = "mr.source.music { seed = 3, tempo = 130 }"
    let samples = try layer("source = \(beat), trim = { 0, 3 }, loop = { bar = true }")
    let bar = 48_000 * 240.0 / 130
    let last = try #require(samples.lastIndex { $0 != 0 })
    #expect(abs(Double(last) - 2 * bar) < 200, "\(last)")
    let second = Int(bar.rounded())
    #expect(samples[1000..<80_000] == samples[second + 1000..<second + 80_000])
  }

  @Test("a layer's loop can be set, changed and taken away") func changes() {
    let outcome = Runs.script(
      """
      local mr = require "moonreel"
      local show = mr.composition { size = { 16, 16 }, fps = 25, duration = 8 }
      local card = mr.source.test_card { size = { 16, 8 }, duration = 2 }
      local layer = show:add { source = card, loop = 3 }
      assert(layer.duration == 6 and layer.loop == 3 and layer.trim[2] == 2)
      layer.loop = { times = 2, cross_fade = 0.5 }
      assert(layer.duration == 3.5 and layer.loop.cross_fade == 0.5)
      layer.trim = { 0.5, 1.5 }
      assert(layer.duration == 1.5 and layer.trim[1] == 0.5)
      layer.loop = false
      assert(layer.loop == nil and layer.duration == 1 and layer.trim[1] == 0.5 and layer.source == card)
      layer.loop = true
      layer.duration = 7
      assert(layer.duration == 7 and layer.trim[2] == 1.5)
      layer.speed = 2
      assert(layer.duration == 3.5)
      layer.source = mr.source.test_card { size = { 16, 8 }, duration = 1 }
      assert(layer.trim[2] == 1 and layer.loop == true)
      local items = show:sequence { { source = card, loop = 2 }, { source = card, loop = true, duration = 3 } }
      assert(items[1].duration == 4 and items[2].start == 4)
      local second = items:split(3)
      assert(second.loop == 2 and second.start == 3 and second.duration == 1)
      local inner = mr.composition { size = { 16, 16 }, duration = 1 }
      local nested = show:add { source = inner, loop = 2 }
      assert(nested.duration == 2)
      nested.loop = nil
      assert(nested.duration == 1 and nested.source == inner)
      local drawn = show:add { source = function() return mr.color "red" end, trim = { 0, 1 }, loop = 2 }
      assert(drawn.duration == 2)
      return show
      """)
    #expect(outcome.result != nil, "\(outcome.message)")
  }

  @Test(
    "what a layer cannot repeat is told",
    arguments: [
      ("source = mr.source.noise {}, loop = 2", "loop needs 'trim'"),
      (
        "source = mr.source.noise { duration = 1 }, loop = { bar = true }, duration = 3",
        "only mr.source.music"
      ),
      ("source = mr.source.noise { duration = 1 }, loop = { bar = 'a' }", "'bar' of"),
      ("source = mr.source.noise { duration = 1 }, loop = 0", "from 1 to 10000"),
      ("source = mr.source.noise { duration = 1 }, loop = 'yes'", "true, a number of rounds, or"),
      ("source = mr.source.noise { duration = 1 }, loop = { time = 3 }", "unknown option 'time'"),
      (
        "source = mr.source.noise { duration = 1 }, loop = { cross_fade = 0.7 }, duration = 3",
        "too short"
      ),
      ("source = mr.source.noise { duration = 1 }, loop = true", "needs a 'duration'"),
      (
        "source = mr.source.noise { duration = 1 }, loop = 2, duration = 5",
        "'loop' plays the source"
      ),
    ])
  func optionMistakes(options: String, words: String) {
    let outcome = Runs.script(
      """
      local mr = require "moonreel"
      local show = mr.composition { size = { 16, 16 } }
      show:add { \(options) }
      return show
      """)
    #expect(outcome.result == nil && outcome.message.contains(words), "\(outcome.message)")
    #expect(outcome.message.contains(":3: "), "\(outcome.message)")
  }
}
