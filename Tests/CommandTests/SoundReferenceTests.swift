// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

/// Effects, fades and mixes of `moonreel render` beside what ffmpeg and SoX make of the same noise, in floats.
@Suite("effects against other programs") struct SoundReferenceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// The layer's audio, in Lua.
    var audio: String
    /// What does the same in the other program.
    var reference: String
    var testDescription: String { "\(audio): \(reference)" }
  }

  private static func effects(_ rows: [(String, String)]) -> [Case] {
    rows.map { Case(audio: "{ effects = audio.\($0.0) }", reference: $0.1) }
  }

  static let filters =
    effects([
      ("low_pass { cutoff = 1000, q = 0.707 }", "lowpass=f=1000:t=q:w=0.707"),
      ("low_pass { cutoff = 9000, q = 4 }", "lowpass=f=9000:t=q:w=4"),
      ("high_pass { cutoff = 300, q = 0.707 }", "highpass=f=300:t=q:w=0.707"),
      ("high_pass { cutoff = 40, q = 2 }", "highpass=f=40:t=q:w=2"),
      ("band_pass { frequency = 1000, q = 2 }", "bandpass=f=1000:t=q:w=2"),
      ("notch { frequency = 1000, q = 10 }", "bandreject=f=1000:t=q:w=10"),
      ("peak { frequency = 2500, q = 1.5, gain = 9 }", "equalizer=f=2500:t=q:w=1.5:g=9"),
      ("peak { frequency = 120, q = 0.5, gain = -12 }", "equalizer=f=120:t=q:w=0.5:g=-12"),
      ("low_shelf { frequency = 200, q = 0.707, gain = 6 }", "lowshelf=f=200:t=q:w=0.707:g=6"),
      ("low_shelf { frequency = 500, q = 0.5, gain = -9 }", "lowshelf=f=500:t=q:w=0.5:g=-9"),
      ("high_shelf { frequency = 4000, q = 0.707, gain = 6 }", "highshelf=f=4000:t=q:w=0.707:g=6"),
      ("high_shelf { frequency = 8000, q = 1, gain = -15 }", "highshelf=f=8000:t=q:w=1:g=-15"),
      (
        "equalizer { low = 3, low_mid = -4, mid = 5, mid_q = 2, high_mid = -6, high = 7 }",
        "lowshelf=f=100:t=q:w=0.70710678118:g=3,equalizer=f=400:t=q:w=1:g=-4,equalizer=f=1200:t=q:w=2:g=5,"
          + "equalizer=f=3500:t=q:w=1:g=-6,highshelf=f=8000:t=q:w=0.70710678118:g=7"
      ),
      ("gain { gain = -7.3 }", "volume=-7.3dB:precision=double"),
      (
        "delay { time = 0.25, feedback = 0, mix = 0.5, tone = 5000 }",
        "asplit[dry],adelay=250,lowpass=f=5000:t=q:w=0.70710678118,volume=0.5:precision=double[wet];"
          + "[dry][wet]amix=normalize=0:duration=first"
      ),
    ]) + [
      Case(audio: "{ volume_db = -12.5 }", reference: "volume=-12.5dB:precision=double"),
      Case(audio: "{ volume = { { 0, 0 }, { 1, 1 } } }", reference: "afade=d=1"),
    ]
    + ["tri", "qsin", "hsin", "esin", "log", "qua", "cub", "squ", "cbr", "par", "ipar", "exp"].map {
      Case(
        audio: "{ fade_in = 0.5, fade_out = 0.4, fade_curve = '\($0)' }",
        reference: "afade=d=0.5:curve=\($0),afade=t=out:st=0.6:d=0.4:curve=\($0)")
    }

  static let soxFilters = effects([
    ("low_pass { cutoff = 1000, q = 0.707 }", "lowpass 1000 0.707q"),
    ("high_pass { cutoff = 300, q = 1 }", "highpass 300 1q"),
    ("band_pass { frequency = 1000, q = 2 }", "bandpass 1000 2q"),
    ("notch { frequency = 1000, q = 10 }", "bandreject 1000 10q"),
    ("peak { frequency = 2500, q = 1.5, gain = 9 }", "equalizer 2500 1.5q 9"),
    ("low_shelf { frequency = 200, q = 0.707, gain = 6 }", "bass 6 200 0.707q"),
    ("high_shelf { frequency = 4000, q = 0.5, gain = -6 }", "treble -6 4000 0.5q"),
    ("gain { gain = -6 }", "gain -6"),
  ])

  /// A second of noise, `name`.f32 and `name`.wav, that nothing here drives into full scale.
  private func noise(_ place: Workplace, _ name: String, seed: Int = 1) async throws {
    let made = try await place.shell(
      "ffmpeg -y -v error -f lavfi -i anoisesrc=d=1:r=48000:a=0.1:seed=\(seed) -c:a pcm_f32le \(name).wav"
    )
    try #require(made.code == 0, "\(made.errors)")
  }

  private func samples(_ place: Workplace, _ line: String) async throws -> [Float] {
    let result = try await place.shell(line)
    try #require(result.code == 0, "\(line): \(result.errors)")
    return place.folder.data("raw.f32").withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  /// What moonreel makes of `layers`, one channel, a second.
  private func ours(_ place: Workplace, _ layers: String) async throws -> [Float] {
    try place.folder.write(
      "film.lua",
      """
      local mr = require "moonreel"
      local audio = require "moonreel.audio"
      local show = mr.composition { size = { 64, 36 }, fps = 25, duration = 1 }
      \(layers)
      return mr.export { show, audio_codec = "pcm_float", channels = "mono" }
      """)
    let result = try await place.moonreel("render", "film.lua", "-o", "film.wav", "--yes")
    try #require(result.code == 0, "\(result.errors)")
    return try await samples(place, "ffmpeg -y -v error -i film.wav -f f32le raw.f32")
  }

  /// The greatest difference in decibels of full scale.
  private func residual(_ ours: [Float], _ theirs: [Float]) -> Double {
    guard ours.count == 48_000, theirs.count >= 48_000 else { return .infinity }
    let greatest = zip(ours, theirs).map { abs(Double($0) - Double($1)) }.max() ?? 1
    return 20 * log10(max(greatest, 1e-12))
  }

  @Test("as ffmpeg has it", arguments: filters) func ffmpeg(_ row: Case) async throws {
    let place = try await Workplace()
    try await noise(place, "noise")
    let layer = "show:add { source = mr.asset 'noise.wav', duration = 1, audio = \(row.audio) }"
    let ours = try await ours(place, layer)
    let theirs = try await samples(
      place,
      "ffmpeg -y -v error -i noise.wav -filter_complex"
        + " '[0]aformat=dbl[in];[in]\(row.reference)' -f f32le -ac 1 raw.f32")
    let residual = residual(ours, theirs)
    #expect(residual <= -100, "\(residual) dB")
    #expect(theirs.contains { abs($0) > 0.01 })
  }

  @Test(
    "as SoX has it", .enabled(if: Program.hasSoX, "sox is missing"), arguments: soxFilters)
  func sox(_ row: Case) async throws {
    let place = try await Workplace()
    try await noise(place, "noise")
    let layer = "show:add { source = mr.asset 'noise.wav', duration = 1, audio = \(row.audio) }"
    let ours = try await ours(place, layer)
    let theirs = try await samples(
      place, "sox -D -V1 noise.wav -t f32 raw.f32 \(row.reference)")
    let residual = residual(ours, theirs)
    #expect(residual <= -100, "\(residual) dB")
  }

  @Test("three files are added up as amix does") func mix() async throws {
    let place = try await Workplace()
    for (seed, name) in ["a", "b", "c"].enumerated() { try await noise(place, name, seed: seed) }
    let ours = try await ours(
      place,
      "for _, name in ipairs { 'a', 'b', 'c' } do "
        + "show:add { source = mr.asset(name .. '.wav'), duration = 1 } end")
    let theirs = try await samples(
      place,
      "ffmpeg -y -v error -i a.wav -i b.wav -i c.wav -filter_complex amix=inputs=3:normalize=0 -f f32le raw.f32"
    )
    #expect(residual(ours, theirs) <= -120)
  }

  /// Root mean squares of the tone of 0.5 at 1 kHz over pieces of 4 ms, in decibels of its own.
  private func levels(_ place: Workplace, _ effect: String) async throws -> [Double] {
    let sound = try await ours(
      place,
      "show:add { source = mr.source.tone { frequency = 1000, gain = 0.5 }, duration = 1, "
        + "audio = { effects = audio.\(effect) } }")
    return stride(from: 0, to: 48_000, by: 192).map { start in
      let power = sound[start..<start + 192].reduce(0) { $0 + Double($1) * Double($1) } / 192
      return 10 * log10(max(1e-12, power / 0.125))
    }
  }

  @Test(
    "a compressor leaves one part of what is above its threshold",
    arguments: [(-18.0, 3.0), (-30, 2), (-12, 10)])
  func compressor(_ threshold: Double, _ ratio: Double) async throws {
    let place = try await Workplace()
    let found = try await levels(
      place, "compressor { threshold = \(threshold), ratio = \(ratio), knee = 0, detector = 'rms' }"
    )
    let above = 10 * log10(0.125) - threshold
    let expected = -above * (1 - 1 / ratio)
    for level in found.dropFirst(100) {
      #expect(abs(level - expected) < 0.1, "\(level), \(expected)")
    }
  }

  @Test("a tremolo swings between full and what its depth leaves", arguments: [0.3, 0.5, 0.9])
  func tremolo(_ depth: Double) async throws {
    let place = try await Workplace()
    let found = try await levels(place, "tremolo { speed = 5, depth = \(depth) }")
    #expect(abs((found.max() ?? 1)) < 0.15)
    #expect(abs((found.min() ?? 0) - 20 * log10(1 - depth)) < 0.15)
    // Five rounds a second: as loud again after each.
    for index in 50..<200 { #expect(abs(found[index] - found[index - 50]) < 0.05) }
  }
}
