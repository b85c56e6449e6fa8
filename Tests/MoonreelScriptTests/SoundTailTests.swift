// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelScript

/// When the result of a sound effect ends: with its sound and its tail.
@Suite("Tails of sound effects")
struct SoundTailTests {
  /// What writes 0.7 into every sample, in the forms that effects have.
  static let writers: [(name: String, audio: String)] = [
    ("tap", "tap = { tail = TAIL, process = function(b) b:map(function() return 0.7 end) end }"),
    (
      "effect",
      "effects = mr.tap { tail = TAIL, process = function(b) b:map(function() return 0.7 end) end }"
    ),
    (
      "kernel",
      "effects = mr.sound_kernel { tail = TAIL, body = function(k) return k.sound * 0 + 0.7 end } {}"
    ),
    (
      "two",
      "effects = { mr.tap { tail = TAIL, process = function(b) end }, "
        + "mr.tap { process = function(b) b:map(function() return 0.7 end) end } }"
    ),
  ]

  /// Half a second of sound from 0.5 s on.
  static let places: [(place: String, audio: String)] = [
    ("at = 0.5, duration = 0.5", ""), ("duration = 2", "range = { 0.5, 1 }, "),
    ("at = 0.25, duration = 1.5", "range = { 0.25, 0.75 }, "),
  ]

  @Test("it is cut there, to the sample", arguments: writers.indices, places.indices)
  func layers(writer: Int, place: Int) throws {
    for tail in [0, 0.25] {
      let audio =
        Self.places[place].audio + Self.writers[writer].audio.replacing("TAIL", with: "\(tail)")
      let planes = try SoundFilm.samples(
        "show:add { source = mr.source.tone {}, \(Self.places[place].place), audio = { \(audio) } }"
      )
      let end = 48_000 + Int(tail * 48_000)
      for plane in planes {
        let wrong = plane.indices.first { index in
          abs(plane[index] - (24_000..<end ~= index ? 0.7 : 0)) > 1e-6
        }
        #expect(wrong == nil, "\(Self.writers[writer].name), tail \(tail)")
      }
    }
  }

  @Test("so is every effect of the library", arguments: SoundEffectTests.calls)
  func library(call: String) throws {
    let script = """
      local mr = require "moonreel"
      local audio = require "moonreel.audio"
      local show = mr.composition { size = { 16, 16 }, fps = 25, duration = 2 }
      show:add { source = mr.source.noise { seed = 3 }, duration = 2, audio = { range = { 0.1, 0.3 }, effects = \(call) } }
      return show
      """
    let result = try #require(Runs.script(script).result)
    let effects = result.request.audioMix?.parameters.flatMap(\.effects) ?? []
    let tail = effects.reduce(0) { $0 + $1.tail.seconds }
    let plane = try SoundFilm.planes(of: result)[0]
    let end = min(plane.count, Int(((0.3 + tail) * 48_000).rounded(.up)))
    #expect(!effects.isEmpty && plane[..<14_400].contains { $0 != 0 })
    #expect(plane[end...].allSatisfy { $0 == 0 }, "\(tail) s")
  }

  /// A voice, how the music is, and by how many decibels that becomes quieter.
  static let voices: [(voice: String, music: String, decibels: Double)] = [
    ("", "", -12), ("audio = { mute = true }", "", -12), ("", "solo = true", -12),
    ("audio = { mute = true }", "solo = true", -12), ("enabled = false", "", 0),
    ("enabled = false", "solo = true", 0), ("audio = { volume = 0 }", "", 0),
  ]

  @Test("music ducks under what is muted, or not solo", arguments: voices.indices, [true, false])
  func ducks(index: Int, isOption: Bool) throws {
    let (voice, music, decibels) = Self.voices[index]
    let duck = "{ under = voice, by = -12, attack = 0.01, hold = 0.1, release = 0.1 }"
    let effect = isOption ? "duck = \(duck)" : "effects = audio.duck \(duck)"
    let planes = try SoundFilm.samples(
      """
      local voice = show:add { source = mr.source.tone { frequency = 300, gain = 0.3 }, at = 0.8, duration = 0.4,
        \(voice) }
      show:add { source = mr.source.tone { frequency = 1000, gain = 0.5 }, duration = 2,
        audio = { \([effect, music].filter { !$0.isEmpty }.joined(separator: ", ")) } }
      """)
    let before = SoundFilm.amplitude(planes[0][24_000..<36_000], at: 1000)
    let under = SoundFilm.amplitude(planes[0][48_000..<57_600], at: 1000)
    let found = SoundFilm.level(under, over: before)
    #expect(abs(found - decibels) < 0.3, "\(found) dB")
  }
}

extension SoundFilm {
  /// By how many decibels `one` is above `other`.
  fileprivate static func level(_ one: Double, over other: Double) -> Double {
    20 * PortableMath.log(one / other) / PortableMath.log(10)
  }
}
