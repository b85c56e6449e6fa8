// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelScript

/// Layers with effects that are split: where their sound goes on it does not swell at the cut.
@Suite struct SoundSplitTests {
  /// The samples of a layer of two seconds that sounds as `audio` says and is cut, where `isSplit`, at 1.1 s.
  private func sound(_ audio: String, isSplit: Bool) throws -> [Float] {
    try SoundFilm.samples(
      """
      local twice = function(block) for _, channel in ipairs(block) do for i = 1, block.frames do channel[i] = 2 * channel[i] end end end
      local cut = show:sequence { { source = mr.source.noise { seed = 3, gain = 0.2 }, duration = 2,
        audio = { declick = 0.02, \(audio) } } }
      \(isSplit ? "cut:split(1.1)" : "")
      """)[0]
  }

  /// The least share of the level of all of it that is left within 2 ms near the cut.
  private func dip(_ audio: String) throws -> Double {
    let (whole, split) = (try sound(audio, isSplit: false), try sound(audio, isSplit: true))
    func power(_ samples: [Float], _ begin: Int) -> Double {
      samples[begin..<begin + 96].reduce(0) { $0 + Double($1) * Double($1) }
    }
    return stride(from: 51_840, to: 53_760, by: 96).map {
      (power(split, $0) / max(1e-12, power(whole, $0))).squareRoot()
    }.min() ?? 0
  }

  @Test(
    "what was split goes on",
    arguments: [
      "", "effects = audio.low_pass { cutoff = 900 }",
      "effects = audio.low_pass { cutoff = { { 0, 500 }, { 2, 4000 } } }",
      "effects = { audio.convolution {}, audio.gain { gain = -3 } }",
      "effects = mr.tap { process = twice }", "tap = { process = twice }",
      "effects = audio.gain { gain = 3 }:during { 0.5, 1.8 }",
    ])
  func joined(audio: String) throws {
    let dip = try dip(audio)
    #expect(dip > 0.9, "\(dip)")
  }

  @Test("taps that remember nothing make the same samples of it") func taps() throws {
    let audio = "tap = { process = twice }"
    #expect(try sound(audio, isSplit: true) == sound(audio, isSplit: false))
  }

  @Test(
    "what does not add up to the whole swells",
    arguments: ["effects = audio.pitch_shift { semitones = 3 }", "loudness = -20"])
  func apart(audio: String) throws {
    let dip = try dip(audio)
    #expect(dip < 0.4, "\(dip)")
  }

  @Test("layers that were given taps of their own swell") func ownTaps() throws {
    func film(_ second: String) throws -> [Float] {
      try SoundFilm.samples(
        """
        local function half(block) for _, channel in ipairs(block) do for i = 1, block.frames do channel[i] = channel[i] / 2 end end end
        local tone = mr.source.tone { frequency = 97, gain = 0.5 }
        local first = show:add { source = tone, duration = 1, audio = { declick = 0.02, tap = { process = half } } }
        show:add { source = tone, at = 1, trim = { 1, 2 }, audio = { declick = 0.02, \(second) } }
        """)[0]
    }
    func level(_ samples: [Float]) -> Float { samples[47_952..<48_048].map(abs).max() ?? 0 }
    for second in ["", "tap = { process = function() end }"] {
      #expect(level(try film(second)) < 0.05, "\(second)")
    }
  }
}
