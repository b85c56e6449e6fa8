// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelScript

/// The sound effects of the standard library, heard through the mix of a film.
@Suite struct SoundEffectTests {
  /// What a film of two seconds whose layers `script` adds to `show` sounds like, a plane a channel.
  private func sound(
    _ script: String, options: String = "", layout: ChannelLayout = .stereo, from start: Int64 = 0,
    block: Int = 4096
  ) throws -> [[Float]] {
    try SoundFilm.samples(script, options: options, layout: layout, from: start, block: block)
  }

  /// A tone of `frequency` through `effects`, its level in decibels over that of the tone alone, after they have settled.
  private func response(_ effects: String, at frequency: Double) throws -> Double {
    let tone = "mr.source.tone { frequency = \(frequency), gain = 0.25 }"
    let plain = try sound("show:add { source = \(tone), duration = 2 }")
    let changed = try sound(
      "show:add { source = \(tone), duration = 2, audio = { effects = \(effects) } }")
    return 20 * log10(rms(changed[0][84_000...]) / rms(plain[0][84_000...]))
  }

  private func rms(_ samples: ArraySlice<Float>) -> Double {
    (samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)).squareRoot()
  }

  @Test(
    "filters have the levels of their formulas",
    arguments: [
      ("audio.low_pass { cutoff = 1000 }", 1000.0, -3.01),
      ("audio.low_pass { cutoff = 1000 }", 100, 0),
      ("audio.low_pass { cutoff = 1000 }", 8000, -37.8),
      ("audio.high_pass { cutoff = 1000 }", 1000, -3.01),
      ("audio.high_pass { cutoff = 1000 }", 125, -36.1),
      ("audio.band_pass { frequency = 1000 }", 1000, 0),
      ("audio.notch { frequency = 1000 }", 2000, -0.02),
      ("audio.peak { frequency = 1000, gain = 9 }", 1000, 9),
      ("audio.peak { frequency = 1000, gain = -9 }", 20, 0),
      ("audio.low_shelf { frequency = 1000, gain = 6 }", 50, 6),
      ("audio.low_shelf { frequency = 1000, gain = 6 }", 1000, 3),
      ("audio.high_shelf { frequency = 1000, gain = -6 }", 15000, -6),
      ("audio.equalizer { mid = 5, mid_frequency = 2000 }", 2000, 5),
      ("audio.gain { gain = -12 }", 440, -12), ("audio.hum_removal {}", 1000, -0.1),
    ])
  func levels(effects: String, frequency: Double, level: Double) throws {
    let measured = try response(effects, at: frequency)
    #expect(abs(measured - level) < 0.15, "\(measured) dB")
  }

  @Test func whatIsNotchedIsGone() throws {
    #expect(try response("audio.notch { frequency = 1000 }", at: 1000) < -80)
    #expect(try response("audio.hum_removal { frequency = 50 }", at: 150) < -60)
  }

  /// A tone at `decibels` of full scale through a compressor of 4 to 1 above −20 dB.
  @Test(arguments: [(-30.0, -30.0), (-20, -20), (-10, -17.5), (-3, -15.75)])
  func compression(level: Double, result: Double) throws {
    let amplitude = pow(10, level / 20)
    let samples = try sound(
      """
      show:add { source = mr.source.tone { waveform = "square", frequency = 500, gain = \(amplitude) }, duration = 2,
        audio = { effects = audio.compressor { threshold = -20, ratio = 4, knee = 0 } } }
      """)
    let measured = 20 * log10(rms(samples[0][48_000...]))
    #expect(abs(measured - result) < 0.2, "\(measured) dB")
  }

  @Test(
    "a limiter keeps what oversampling finds below its ceiling", arguments: [0.002, 0.005, 0.02])
  func limiting(lookahead: Double) throws {
    // A quarter of the rate, sampled beside its crests: 3 dB higher between the samples.
    let samples = try sound(
      """
      local tone = mr.source.tone { frequency = 12000.7, gain = 1 }
      local noise = mr.source.noise { seed = 4, spectrum = "pink", gain = 1 }
      show:add { source = tone, duration = 2,
        audio = { volume = 1.9 } }
      show:add { source = noise, at = 0.5, duration = 0.5 }
      """,
      options: ", audio = { effects = audio.limiter { ceiling = -3, lookahead = \(lookahead) } }")
    let ceiling = pow(10, -3.0 / 20)
    var highest = 0.0
    // Four times as many samples, by a long sinc.
    for index in stride(from: 200, to: samples[0].count - 200, by: 7) {
      for share in [0.0, 0.25, 0.5, 0.75] {
        var sum = 0.0
        for tap in -64...64 {
          let x = Double.pi * (share - Double(tap))
          let weight = x == 0 ? 1 : sin(x) / x * (0.5 + 0.5 * cos(x / 65))
          sum += Double(samples[0][index + tap]) * weight
        }
        highest = max(highest, abs(sum))
      }
    }
    #expect(highest < ceiling * 1.02 && highest > ceiling * 0.9, "\(highest) over \(ceiling)")
    #expect(samples[0].allSatisfy { abs(Double($0)) <= ceiling * 1.000_001 })
  }

  @Test func whatIsQuietPassesALimiterUnchangedAndInTime() throws {
    let layer = "source = mr.source.noise { seed = 4, gain = 0.3 }, at = 0.25, duration = 1"
    let plain = try sound("show:add { \(layer) }")
    let limited = try sound("show:add { \(layer), audio = { effects = audio.limiter {} } }")
    let difference = zip(plain[0], limited[0]).map { abs($0 - $1) }.max() ?? 1
    #expect(difference < 1e-6, "\(difference)")
  }

  @Test func echoesComeInTime() throws {
    let samples = try sound(
      """
      show:add { source = mr.source.click { interval = 10 }, at = 0.1, duration = 0.2,
        audio = { effects = audio.delay { time = 0.3, feedback = 0.5, mix = 1, tone = 96000 } } }
      """)
    let loud = samples[0].indices.filter { abs(samples[0][$0]) > 0.02 }
    let starts = loud.filter { index in !loud.contains { $0 < index && $0 > index - 4000 } }
    #expect(starts.count >= 4)
    for (start, expected) in zip(starts, [4800, 19_200, 33_600, 48_000]) {
      #expect(abs(start - expected) <= 2, "\(starts)")
    }
  }

  @Test func aRoomDiesAwayAsItIsTold() throws {
    let samples = try sound(
      """
      show:add { source = mr.source.noise { seed = 1, gain = 0.5 }, duration = 0.3,
        audio = { effects = audio.reverb { decay = 1, damping = 96000, dry = 0, mix = 1 } } }
      """)
    func level(_ second: Double) -> Double {
      let first = Int(second * 48_000)
      return 20 * log10(rms(samples[0][first..<first + 4800]))
    }
    // 60 dB in a second.
    let slope = level(0.4) - level(0.9)
    #expect(slope > 24 && slope < 36, "\(slope) dB in half a second")
    #expect(samples[0] != samples[1])
  }

  @Test("music makes room for a voice that is not heard", arguments: ["mute = true", "volume = 1"])
  func mutedVoicesSteer(audio: String) throws {
    let solo = audio.hasPrefix("mute") ? "" : ", solo = true"
    let samples = try sound(
      """
      local voice = show:add { source = mr.source.tone { frequency = 300, gain = 0.3 }, at = 0.8, duration = 0.4,
        audio = { \(audio) } }
      show:add { source = mr.source.tone { frequency = 1000, gain = 0.5 }, duration = 2,
        audio = { effects = audio.duck { under = voice, by = -12, attack = 0.05, hold = 0.1, release = 0.1 }\(solo) } }
      """)
    let (before, under, after) = (
      rms(samples[0][24_000..<36_000]), rms(samples[0][50_000..<56_000]),
      rms(samples[0][84_000..<95_000])
    )
    #expect(abs(20 * log10(under / before) + 12) < 0.3)
    #expect(abs(20 * log10(after / before)) < 0.3)
  }

  @Test(
    "a bus is heard by what it steers with what is muted in it",
    arguments: [
      "mute = true, bus = voices", "mute = true, sends = { { voices, 1 } }",
      "mute = true, bus = inner", "bus = voices",
    ])
  func mutedVoicesOfABus(audio: String) throws {
    // The last is not muted, but another is solo.
    let isSolo = !audio.hasPrefix("mute")
    let samples = try sound(
      """
      local voices = mr.bus { name = "voices" }
      local inner = mr.bus { name = "inner", bus = voices }
      show:add { source = mr.source.tone { frequency = 300, gain = 0.3 }, at = 0.8, duration = 0.4,
        audio = { \(audio) } }
      show:add { source = mr.source.tone { frequency = 1000, gain = 0.5 }, duration = 2,
        audio = { effects = audio.duck { under = voices, by = -12, attack = 0.05, hold = 0.1, release = 0.1 }\(isSolo ? ", solo = true" : "") } }
      """)
    let (before, under) = (rms(samples[0][24_000..<36_000]), rms(samples[0][50_000..<56_000]))
    #expect(abs(20 * log10(under / before) + 12) < 0.3)
    // Nothing of the voice is heard.
    let (tone, rest) = (2 * Double.pi * 300 / 48_000, samples[0][50_400..<55_200])
    let heard = rest.enumerated().reduce(0) {
      $0 + Double($1.element) * sin(tone * Double($1.offset))
    }
    #expect(abs(heard) / 2400 < 0.001, "\(heard)")
  }

  /// All effects with their defaults.
  static let calls: [String] = {
    let names = [
      "band_pass", "bit_crush", "chorus", "compressor", "de_esser", "delay", "distortion",
      "equalizer", "expander",
      "flanger", "gain", "gate", "high_pass", "high_shelf", "hum_removal", "limiter", "low_pass",
      "low_shelf", "notch",
      "peak", "phaser", "reverb", "tremolo", "vibrato", "width",
    ]
    return names.map { "audio.\($0) {}" } + [
      "audio.convolution {}", "audio.pitch_shift { semitones = 3 }", "audio.noise_reduction {}",
      "audio.delay { ping_pong = true }", "audio.distortion { curve = 'fold' }",
      "audio.tremolo { sides = true }",
      "audio.low_pass { cutoff = { { 0, 200 }, { 1, 8000, 'in_out_sine' } } }",
      "audio.chorus { speed = function(t) return 1 + t end }",
      "audio.peak { gain = 12 }:during { 0.5, 1 }",
    ]
  }()

  @Test("a sample depends on its place alone", arguments: calls) func invariance(call: String)
    throws
  {
    let layer = """
      show:add { source = mr.source.noise { seed = 9, spectrum = "pink", gain = 0.5 }, at = 0.2, duration = 1.2,
        audio = { effects = \(call) } }
      """
    let whole = try sound(layer)
    #expect(try sound(layer, block: 333) == whole)
    let part = try sound(layer, from: 50_001, block: 1000)
    #expect(part[0] == Array(whole[0][50_001...]) && part[1] == Array(whole[1][50_001...]))
    #expect(whole[0].allSatisfy { $0.isFinite && abs($0) < 8 })
    #expect(rms(whole[0][20_000..<60_000]) > 0.01)
  }

  @Test("effects work in every layout", arguments: calls) func layouts(call: String) throws {
    for layout in [ChannelLayout.mono, .surround51] {
      let samples = try sound(
        """
        show:add { source = mr.source.noise { seed = 9, gain = 0.5 }, duration = 0.5,
          audio = { effects = \(call) } }
        """, layout: layout)
      #expect(samples.allSatisfy { $0.allSatisfy { $0.isFinite } })
      #expect(rms(samples[0][2000..<20_000]) > 0.001)
    }
  }

  @Test func invertedSoundsCancel() throws {
    let samples = try sound(
      """
      local noise = mr.source.noise { seed = 2, gain = 0.7 }
      show:add { source = noise, duration = 2 }
      show:add { source = noise, duration = 2, audio = { invert = true } }
      """)
    #expect(samples.joined().allSatisfy { $0 == 0 })
  }

  @Test(
    "sounds are placed between left and right",
    arguments: [
      ("pan = 0", 1.0, 1.0), ("pan = -1", 2.0.squareRoot(), 0), ("pan = 1", 0, 2.0.squareRoot()),
      ("pan = 0.5", 2.0.squareRoot() * cos(0.375 * .pi), 2.0.squareRoot() * sin(0.375 * .pi)),
      ("balance = 0.5", 0.5, 1), ("balance = -1", 1, 0), ("volume_db = -6.0206", 0.5, 0.5),
      ("volume_db = -120", 0, 0), ("channels = { { 0.5 }, { 0.25 } }", 0.5, 0.25),
    ])
  func places(options: String, left: Double, right: Double) throws {
    let tone =
      "source = mr.source.tone { waveform = 'square', frequency = 0.1, gain = 0.5 }, duration = 2"
    let samples = try sound("show:add { \(tone), audio = { \(options) } }")
    #expect(abs(Double(samples[0][1000]) - 0.5 * left) < 1e-5, "\(samples[0][1000])")
    #expect(abs(Double(samples[1][1000]) - 0.5 * right) < 1e-5, "\(samples[1][1000])")
  }

  @Test func decibelsGoInStraightLines() throws {
    let tone =
      "source = mr.source.tone { waveform = 'square', frequency = 0.1, gain = 1 }, duration = 2"
    let samples = try sound(
      "show:add { \(tone), audio = { volume_db = { { 0, -40 }, { 2, 0 } } } }")
    #expect(abs(Double(samples[0][48_000]) - 0.1) < 1e-6)
  }

  @Test func soloAndMute() throws {
    let tone =
      "source = mr.source.tone { waveform = 'square', frequency = 0.1, gain = 0.25 }, duration = 2"
    let solo = try sound("show:add { \(tone) } show:add { \(tone), audio = { solo = true } }")
    #expect(solo[0][1000] == 0.25)
    let mute = try sound("show:add { \(tone) } show:add { \(tone), audio = { mute = true } }")
    #expect(mute[0][1000] == 0.25)
  }

  @Test func busesAndSendsAddUp() throws {
    let samples = try sound(
      """
      local tone = mr.source.tone { waveform = "square", frequency = 0.1, gain = 0.5 }
      local group = mr.bus { name = "group", volume = 0.5 }
      local room = mr.bus { name = "room", effects = audio.gain { gain = -6.020599913 } }
      local inner = mr.bus { name = "inner", bus = group }
      show:add { source = tone, duration = 2, audio = { bus = inner, sends = { { room, 0.5 } } } }
      """)
    // 0.5 through the group, and 0.25 through the room.
    #expect(abs(samples[0][1000] - (0.25 + 0.125)) < 1e-6, "\(samples[0][1000])")
  }

  @Test func tailsOutlastTheirSound() throws {
    let samples = try sound(
      """
      show:add { source = mr.source.noise { seed = 1 }, duration = 0.5,
        audio = { fade_out = 0.1, effects = audio.reverb { decay = 2 } } }
      """)
    #expect(rms(samples[0][26_000..<30_000]) > 0.01)
    #expect(rms(samples[0][80_000..<90_000]) > 0.0001)
  }

  @Test(
    "mistakes are told",
    arguments: [
      (
        "audio.low_pass { cutof = 3 }",
        "unknown option 'cutof' to low_pass (did you mean 'cutoff'?)"
      ),
      ("audio.low_pass { cutoff = 'high' }", "'cutoff' of low_pass: expected a number"),
      (
        "audio.low_pass { cutoff = -3 }",
        "'cutoff' of low_pass: expected a number from 10 to 96000, got -3"
      ),
      ("audio.duck {}", "duck needs 'under'"),
      ("audio.lowpass {}", "there is no sound effect 'lowpass' (did you mean 'low_pass'?)"),
      ("{ 3 }", "a sound effect"),
      (
        "mr.sound_kernel { body = function(k) return k.volume end } {}",
        "the sound kernel was given no 'volume'"
      ),
      (
        "mr.sound_kernel { body = function(k) return k.mean(k.sound, k.sound) end } {}",
        "must not depend on the sound"
      ),
      (
        "mr.sound_kernel { params = { rate = 1 }, body = function(k) return k.sound end } {}",
        "'rate' is the name of something else"
      ),
      (
        "mr.sound_kernel { body = function(k) return 'loud' end } {}", "result of the kernel's body"
      ),
    ])
  func mistakes(effects: String, words: String) throws {
    let outcome = Runs.script(
      """
      local mr = require "moonreel"
      local audio = require "moonreel.audio"
      local show = mr.composition { size = { 16, 16 }, duration = 1 }
      show:add { source = mr.source.tone {}, duration = 1, audio = { effects = \(effects) } }
      return show
      """)
    #expect(outcome.message.contains(words), "\(outcome.message)")
  }

  @Test func sweepsGoThroughTheirFrequencies() throws {
    let samples = try sound(
      "show:add { source = mr.source.sweep { from = 100, to = 1600, gain = 1, duration = 2 } }")
    // After one of two seconds it is half of the four octaves up.
    let middle = samples[0][47_000..<49_000]
    let crossings = zip(middle, middle.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
    #expect(abs(Double(crossings) / (2000.0 / 48_000) - 400) < 30, "\(crossings)")
    let linear = try sound(
      "show:add { source = mr.source.sweep { from = 1000, to = 3000, spacing = 'linear', gain = 1, duration = 2 } }"
    )
    let later = linear[0][71_000..<73_000]
    let rounds = zip(later, later.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
    #expect(abs(Double(rounds) / (2000.0 / 48_000) - 2500) < 30, "\(rounds)")
    #expect(
      try sound("show:add { source = mr.source.silence { duration = 1 } }")[0].allSatisfy {
        $0 == 0
      })
  }

  @Test func circlesAreRefused() throws {
    let outcome = Runs.script(
      """
      local mr = require "moonreel"
      local audio = require "moonreel.audio"
      local show = mr.composition { size = { 16, 16 }, duration = 1 }
      local bus = mr.bus { name = "all" }
      local voice = show:add { source = mr.source.tone {}, duration = 1, audio = { bus = bus } }
      voice.audio = { bus = bus, effects = audio.duck { under = bus } }
      return show
      """)
    #expect(outcome.message.contains("listens to itself"), "\(outcome.message)")
  }

  @Test("ducking as an option is the effect of that name") func ducking() throws {
    let voice = "local voice = show:add { source = mr.source.tone {}, at = 0.5, duration = 1 }"
    func music(_ audio: String) -> String {
      "\(voice)\nshow:add { source = mr.source.noise { gain = 0.2 }, duration = 2, audio = { \(audio) } }"
    }
    let option = try sound(music("duck = { under = voice, by = -20 }"))
    #expect(try sound(music("effects = audio.duck { under = voice, by = -20 }")) == option)
    let plain = try sound(music(""))
    #expect(plain != option && plain[0][..<20_000] == option[0][..<20_000])
  }
}
