// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelScript

/// How layers sound, sample by sample.
@Suite struct LayerSoundTests {
  /// Full positive samples for five seconds.
  private static let steady =
    "source = mr.source.tone { waveform = 'square', frequency = 0.1, gain = 1 }, duration = 2"

  private func sound(_ script: String, layout: ChannelLayout = .stereo) throws -> [[Float]] {
    try SoundFilm.planes(
      """
      local mr = require "moonreel"
      local audio = require "moonreel.audio"
      local show = mr.composition { size = { 16, 16 }, fps = 25, duration = 2 }
      \(script)
      return show
      """, layout: layout)
  }

  @Test("pan and balance follow every sample") func places() throws {
    let eased = "{ { 0, -1 }, { 2, 1, 'in_quad' } }"
    let pan = try sound("show:add { \(Self.steady), audio = { pan = \(eased) } }")
    let balance = try sound("show:add { \(Self.steady), audio = { balance = \(eased) } }")
    for index in stride(from: 1, to: 96_000, by: 37) {
      let place = 2 * pow(Double(index) / 96_000, 2) - 1
      let angle = (place + 1) * .pi / 4
      #expect(abs(Double(pan[0][index]) - 2.0.squareRoot() * cos(angle)) < 1e-6, "\(index)")
      #expect(abs(Double(pan[1][index]) - 2.0.squareRoot() * sin(angle)) < 1e-6, "\(index)")
      #expect(abs(Double(balance[0][index]) - min(1, 1 - place)) < 1e-6, "\(index)")
      #expect(abs(Double(balance[1][index]) - min(1, 1 + place)) < 1e-6, "\(index)")
    }
  }

  @Test("mono and further loudspeakers are not placed") func elsewhere() throws {
    let mono = try sound("show:add { \(Self.steady), audio = { pan = 1 } }", layout: .mono)
    #expect(mono[0][1000] == 1)
    let matrix = "channels = { { 1 }, { 1 }, { 1 }, { 1 }, { 1 }, { 1 } }"
    let planes = try sound(
      "show:add { \(Self.steady), audio = { pan = 1, \(matrix) } }", layout: .surround51)
    #expect(abs(planes[0][1000]) < 1e-6 && abs(planes[1][1000] - 2.0.squareRoot().float) < 1e-6)
    #expect(planes[2...].allSatisfy { $0[1000] == 1 })
  }

  /// Keys of a gain in decibels, or of a pan, and what jumps when: the sample, and the values before and after.
  static let jumps: [(keys: String, sample: Int, before: Double, after: Double)] = [
    ("{ { 0, 0 }, { 0.50007, -12, 'hold' } }", 24_004, 0, -12),
    ("{ { 0, 0 }, { 0.5, 0 }, { 0.5, -20 }, { 2, -20 } }", 24_000, 0, -20),
    ("{ { 0, -6 }, { 0.333, -6 }, { 0.333, 0 } }", 15_984, -6, 0),
    ("{ { 0, 0 }, { 1.0004, -10, mr.easing.steps(2) } }", 24_010, 0, -5),
  ]

  @Test("where a number of an effect jumps, it does so at its sample", arguments: jumps.indices)
  func jumpsOfEffects(index: Int) throws {
    let jump = Self.jumps[index]
    for at in ["0", "0.1"] {
      let samples = try sound(
        "show:add { \(Self.steady), at = \(at), audio = { effects = audio.gain { gain = \(jump.keys) } } }"
      )
      let begin = at == "0" ? 0 : 4800
      func level(_ index: Int) -> Double { 20 * log10(Double(samples[0][begin + index])) }
      let edge = (jump.sample - 200...jump.sample + 200).first {
        abs(level($0) - jump.after) < abs(level($0) - jump.before)
      }
      let found = edge ?? 0
      #expect(abs(found - jump.sample) <= 1)
      for index in (found - 100)..<found { #expect(abs(level(index) - jump.before) < 1e-3) }
      for index in found..<(found + 100) { #expect(abs(level(index) - jump.after) < 1e-3) }
    }
  }

  @Test("between jumps effects go in straight lines as before") func linesBetweenJumps() throws {
    let keys = "{ { 0, 0 }, { 0.4, -12 }, { 0.4, 0 }, { 0.9, -12 } }"
    let samples = try sound(
      "show:add { \(Self.steady), audio = { effects = audio.gain { gain = \(keys) } } }")
    for (index, decibels) in [
      (9600, -6.0), (19_190, -11.9937), (19_199, -11.9994), (19_201, 0), (19_210, -0.005),
      (31_200, -6),
    ] {
      let level = 20 * log10(Double(samples[0][index]))
      #expect(abs(level - decibels) < 2e-3, "\(index): \(level)")
    }
  }

  @Test("a fade has a curve at each end") func fadeCurves() throws {
    let fades = "fade_in = 0.5, fade_out = 0.5"
    func heard(_ more: String) throws -> [Float] {
      try sound("show:add { \(Self.steady), audio = { \(fades)\(more) } }")[0]
    }
    let (both, one) = (
      try heard(", fade_in_curve = 'qua', fade_out_curve = 'qsin'"),
      try heard(", fade_curve = 'qua', fade_out_curve = 'qsin'")
    )
    #expect(both == one)
    for index in stride(from: 0, to: 24_000, by: 501) {
      let share = Double(index) / 24_000
      #expect(abs(Double(both[index]) - share * share) < 1e-6)
      #expect(abs(Double(both[95_999 - index]) - sin((share + 1 / 24_000) * .pi / 2)) < 1e-6)
    }
  }

  @Test("a layer sounds in a range of its time") func ranges() throws {
    let samples = try sound(
      """
      show:add { source = mr.source.tone { waveform = 'square', frequency = 0.1, gain = 1 }, at = 0.25, duration = 1.5,
        audio = { range = { 0.5, 1 }, fade_in = 0.1 } }
      """)[0]
    #expect(samples[..<36_000].allSatisfy { $0 == 0 } && samples[60_000...].allSatisfy { $0 == 0 })
    #expect(samples[36_000] == 0 && abs(samples[38_400] - 0.5) < 1e-6)
    #expect(samples[40_800..<60_000].allSatisfy { $0 == 1 })
    let none = try sound("show:add { \(Self.steady), audio = { range = { 5, 6 } } }")
    #expect(none[0].allSatisfy { $0 == 0 })
  }

  @Test("volumes of compositions inside compositions are multiplied") func nestedVolumes() throws {
    let samples = try sound(
      """
      local function nest(source, audio)
        local inner = mr.composition { size = { 16, 16 }, fps = 25, duration = 2 }
        inner:add { source = source, duration = 2, audio = audio }
        return inner
      end
      local tone = mr.source.tone { waveform = 'square', frequency = 0.1, gain = 1 }
      local inner = nest(tone, { volume = 0.5 })
      local middle = nest(inner, { volume = { { 0, 0 }, { 2, 1 } } })
      local outer = nest(middle, { volume_db = -6.020599913279624 })
      show:add { source = outer, duration = 2, audio = { volume = 0.25, pan = -1 } }
      """)
    for index in stride(from: 0, to: 96_000, by: 997) {
      let expected = 0.5 * Double(index) / 96_000 * 0.5 * 0.25 * 2.0.squareRoot()
      #expect(abs(Double(samples[0][index]) - expected) < 1e-7, "\(index)")
      #expect(abs(samples[1][index]) < 1e-7)
    }
  }

  @Test("a muted voice inside a chain of keys is heard by what it steers") func chainsOfKeys()
    throws
  {
    let samples = try sound(
      """
      local voice = show:add { source = mr.source.tone { frequency = 300, gain = 0.3 }, at = 1, duration = 1,
        audio = { mute = true } }
      local middle = show:add { source = mr.source.tone { frequency = 300, gain = 0.3 }, duration = 2,
        audio = { mute = true, effects = audio.duck { under = voice, by = -80, attack = 0.01 } } }
      show:add { \(Self.steady), audio = { effects = audio.duck { under = middle, by = -12, attack = 0.01, release = 0.01, hold = 0 } } }
      """)[0]
    #expect(abs(20 * log10(Double(samples[40_000])) + 12) < 0.5)
    #expect(abs(20 * log10(Double(samples[90_000]))) < 0.5)
  }

  @Test("where nothing else sounds a muted layer makes no track") func mutedAlone() throws {
    let outcome = Runs.script(
      """
      local mr = require "moonreel"
      local audio = require "moonreel.audio"
      local show = mr.composition { size = { 16, 16 }, fps = 25, duration = 2 }
      local voice = show:add { \(Self.steady), audio = { mute = true } }
      show:add { \(Self.steady), audio = { mute = true, effects = audio.duck { under = voice } } }
      return show
      """)
    let film = try #require(outcome.result, "\(outcome.message)").request
    #expect(film.timeline.tracks(.audio).isEmpty)
  }
}

extension Double {
  fileprivate var float: Float { Float(self) }
}
