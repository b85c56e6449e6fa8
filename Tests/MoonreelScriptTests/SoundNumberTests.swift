// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import Testing

@testable import MoonreelScript

/// The sound effects of the standard library against the numbers that they promise.
@Suite struct SoundNumberTests {
  /// A layer of two seconds with `source` through `effects`.
  private func layer(_ source: String, _ effects: String) -> String {
    "show:add { source = \(source), duration = 2, audio = { effects = \(effects) } }"
  }

  private func tone(_ hertz: Double, gain: Double = 0.25) -> String {
    "mr.source.tone { frequency = \(hertz), gain = \(gain) }"
  }

  /// The same number all the time, for the first five seconds.
  private func steady(_ number: Double) -> String {
    "mr.source.tone { waveform = 'square', frequency = 0.1, gain = \(number) }"
  }

  /// Decibels by which a tone of `hertz` is louder behind `effects`.
  private func response(_ effects: String, at hertz: Double) throws -> Double {
    let samples = try SoundFilm.samples(layer(tone(hertz), effects))
    return SoundFilm.level(samples[0][48_000..<96_000]) - 20 * log10(0.25 / 2.0.squareRoot())
  }

  @Test(
    "what is quiet becomes quieter, by the curve",
    arguments: [
      ("expander { threshold = -40, ratio = 2, range = 40 }", -30.0, -30.0),
      ("expander { threshold = -40, ratio = 2, range = 40 }", -50, -60),
      ("expander { threshold = -40, ratio = 3, range = 40 }", -50, -70),
      ("expander { threshold = -40, ratio = 3, range = 40 }", -70, -110),
      ("gate { threshold = -50, range = 60 }", -45, -45),
      ("gate { threshold = -50, range = 60 }", -55, -115),
    ])
  func curves(effect: String, level: Double, result: Double) throws {
    let source =
      "mr.source.tone { waveform = 'square', frequency = 500, gain = \(pow(10, level / 20)) }"
    let samples = try SoundFilm.samples(layer(source, "audio.\(effect)"))
    let measured = SoundFilm.level(samples[0][48_000...])
    #expect(abs(measured - result) < 0.3, "\(measured) dB")
  }

  @Test(
    "sharp sounds become softer, by the curve",
    arguments: [(8000.0, 0.5), (8000, 0.05), (300, 0.5)])
  func deEsser(hertz: Double, gain: Double) throws {
    let samples = try SoundFilm.samples(
      layer(tone(hertz, gain: gain), "audio.de_esser { threshold = -30, ratio = 4 }"))
    // A high pass of second order at 5500 Hz, of which a part is taken away.
    let r = tan(.pi * hertz / 48_000) / tan(.pi * 5500 / 48_000)
    let (re, im, power) = (1 - r * r, 2.0.squareRoot() * r, 1 + r * r * r * r)
    let sharp = r * r / power.squareRoot() * gain / 2.0.squareRoot()
    let over = max(0, 20 * log10(sharp) + 30)
    let less = 1 - pow(10, -over * 0.75 / 20)
    // H = -r² / (re + i·im)
    let (hr, hi) = (-r * r * re / power, r * r * im / power)
    let expected = gain / 2.0.squareRoot() * hypot(1 - hr * less, -hi * less)
    let measured = SoundFilm.rms(samples[0][48_000...])
    #expect(abs(20 * log10(measured / expected)) < 0.3, "\(measured) instead of \(expected)")
  }

  @Test(
    "a tremolo swings as fast and as far as it is told", arguments: [(5.0, 0.5), (7, 1), (2, 0.25)])
  func tremolo(speed: Double, depth: Double) throws {
    let samples = try SoundFilm.samples(
      layer(steady(0.5), "audio.tremolo { speed = \(speed), depth = \(depth) }"))
    for index in stride(from: 997, to: 96_000, by: 997) {
      let wave = sin(2 * .pi * speed * Double(index) / 48_000)
      let expected = 0.5 * (1 - depth * (wave + 1) / 2)
      try #require(abs(Double(samples[0][index]) - expected) < 1e-4, "\(index)")
    }
  }

  @Test(
    "a vibrato bends the pitch as fast and as far as it is told", arguments: [(5.0, 1.0), (3, 0.5)])
  func vibrato(speed: Double, semitones: Double) throws {
    let samples = try SoundFilm.samples(
      layer(tone(1000), "audio.vibrato { speed = \(speed), semitones = \(semitones) }"))[0]
    var crossings: [Double] = []
    for index in 4800..<90_000 where samples[index] < 0 && samples[index + 1] >= 0 {
      crossings.append(
        Double(index) + Double(samples[index] / (samples[index] - samples[index + 1])))
    }
    for (one, next) in zip(crossings, crossings.dropFirst()) {
      let time = (one + next) / 2 / 48_000
      let expected = 1000 * (1 - (pow(2, semitones / 12) - 1) * cos(2 * .pi * speed * time))
      try #require(abs(48_000 / (next - one) - expected) < 2, "at \(time) s")
    }
    #expect(crossings.count > 1600)
  }

  @Test("a phaser's notches lie where its filters turn the phase", arguments: [2, 4, 6])
  func phaser(stages: Int) throws {
    let effect =
      "audio.phaser { low = 1000, high = 1000, feedback = 0, mix = 2, stages = \(stages) }"
    // Each filter turns by 2·atan(r); what is turned by an odd number of half rounds is gone.
    func hertz(_ halfRounds: Int) -> Double {
      let r = tan(Double(halfRounds) * .pi / Double(2 * stages))
      return 48_000 / .pi * atan(r * tan(.pi * 1000 / 48_000))
    }
    for notch in stride(from: 1, to: stages, by: 2) {
      #expect(try response(effect, at: hertz(notch)) < -50)
      let top = notch + 1
      if top < stages { #expect(abs(try response(effect, at: hertz(top)) - 6.02) < 0.1) }
    }
  }

  @Test("a flanger is a comb") func flanger() throws {
    let effect = "audio.flanger { depth = 0, feedback = 0, mix = 1 }"
    // A thousandth of a second, and the sample that its loop takes.
    let period = 48_000.0 / 49
    for tooth in 0..<3 {
      #expect(try response(effect, at: period * (Double(tooth) + 0.5)) < -30)
      #expect(abs(try response(effect, at: period * Double(tooth + 1)) - 6.02) < 0.1)
    }
  }

  @Test(
    "sides come together and go apart", arguments: [(0.0, 0.3, 0.3), (1, 0.5, 0.1), (2, 0.7, -0.1)])
  func width(width: Double, left: Double, right: Double) throws {
    let samples = try SoundFilm.samples(
      """
      show:add { source = \(steady(0.5)), duration = 2,
        audio = { channels = { { 1 }, { 0.2 } }, effects = audio.width { width = \(width) } } }
      """)
    #expect(
      abs(Double(samples[0][1000]) - left) < 1e-6 && abs(Double(samples[1][1000]) - right) < 1e-6)
  }

  @Test("few bits are steps, and few samples are held") func crush() throws {
    let noise = "mr.source.noise { seed = 5, gain = 0.9 }"
    let plain = try SoundFilm.samples(layer(noise, "{}"))[0]
    let steps = try SoundFilm.samples(
      layer(noise, "audio.bit_crush { bits = 3, samples = 192000 }"))[0]
    for index in 0..<20_000 {
      try #require(steps[index] == ((plain[index] / 0.25 + 0.5).rounded(.down) * 0.25), "\(index)")
    }
    let held = try SoundFilm.samples(layer(noise, "audio.bit_crush { bits = 24, samples = 8000 }"))[
      0]
    for index in stride(from: 6, to: 20_000, by: 6) {
      let piece = held[index..<index + 6]
      try #require(piece.allSatisfy { $0 == piece.first }, "\(index)")
      try #require(abs(held[index] - plain[index]) < 1e-6, "\(index)")
    }
  }

  @Test("a gate is opened, and a compressor steered, by another sound") func sideChains() throws {
    func film(_ effect: String) throws -> [Float] {
      try SoundFilm.samples(
        """
        local key = show:add { source = \(tone(300, gain: 0.5)), at = 0.8, duration = 0.4,
          audio = { bus = mr.bus { name = "not heard", volume = 0 } } }
        show:add { source = \(tone(1000, gain: 0.5)), duration = 2, audio = { effects = \(effect) } }
        """)[0]
    }
    let full = 20 * log10(0.5 / 2.0.squareRoot())
    let gated = try film("audio.gate { key = key, range = 60, hold = 0.01, release = 0.05 }")
    #expect(SoundFilm.level(gated[..<36_000]) < full - 59)
    #expect(abs(SoundFilm.level(gated[42_000..<56_000]) - full) < 0.1)
    #expect(SoundFilm.level(gated[84_000...]) < full - 59)
    // The key is at -9 dB, and the threshold 21 dB below: of 21 dB three quarters go.
    let pressed = try film("audio.compressor { key = key, threshold = -30, ratio = 4, knee = 0 }")
    #expect(abs(SoundFilm.level(pressed[..<36_000]) - full) < 0.1)
    let less = (full + 30) * 0.75
    #expect(abs(SoundFilm.level(pressed[48_000..<56_000]) - full + less) < 0.4)
    // Where the key is silent, what is expanded is gone, and nothing is sharp.
    let expanded = try film("audio.expander { key = key, range = 30 }")
    #expect(abs(SoundFilm.level(expanded[31_000..<38_000]) - full + 30) < 0.1)
    #expect(abs(SoundFilm.level(expanded[48_000..<56_000]) - full) < 0.1)
    let plain = try film("{}")
    #expect(
      try film("audio.de_esser { threshold = -60, key = key }")[..<36_000] == plain[..<36_000])
    #expect(try film("audio.de_esser { threshold = -60 }")[..<36_000] != plain[..<36_000])
  }

  @Test("every rate and every layout", arguments: SoundEffectTests.calls)
  func formats(call: String) throws {
    let cases: [(Int, ChannelLayout)] = [
      (8000, .mono), (8000, .surround71), (44_100, .quad), (96_000, .surround51), (192_000, .mono),
      (192_000, .surround71),
    ]
    for (rate, layout) in cases {
      let film = """
        show:add { source = mr.source.noise { seed = 9, gain = 0.4 }, duration = 0.15,
          audio = { effects = \(call) } }
        """
      let samples = try SoundFilm.samples(film, layout: layout, rate: rate, until: 0.2)
      #expect(
        samples.allSatisfy { $0.allSatisfy { $0.isFinite && abs($0) < 16 } }, "\(rate) \(layout)")
      #expect(SoundFilm.rms(samples[0][(rate / 10)...]) > 1e-4, "\(rate) \(layout)")
      #expect(
        try SoundFilm.samples(film, layout: layout, rate: rate, block: 333, until: 0.2) == samples,
        "\(rate) \(layout)")
    }
  }

  /// What the curve adds beyond half the rate comes back as tones that are no harmonics.
  @Test("what a distortion folds back is as little as the page says", arguments: ["soft", "hard"])
  func aliases(curve: String) throws {
    func folded(_ hertz: Double) throws -> Double {
      let samples = try SoundFilm.samples(
        layer(tone(hertz, gain: 0.25), "audio.distortion { curve = '\(curve)', tone = 96000 }"))[0]
      let part = samples[48_000..<96_000]
      let base = SoundFilm.amplitude(part, at: hertz)
      var worst = 0.0
      for odd in stride(from: 3.0, through: 99, by: 2) where odd * hertz > 24_000 {
        let turned = (odd * hertz).truncatingRemainder(dividingBy: 48_000)
        let heard = turned > 24_000 ? 48_000 - turned : turned
        worst = max(worst, SoundFilm.amplitude(part, at: heard) / base)
      }
      return 20 * log10(worst)
    }
    #expect(try folded(997) < -50 && folded(4999) < -27)
  }
}
