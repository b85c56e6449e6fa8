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
}
