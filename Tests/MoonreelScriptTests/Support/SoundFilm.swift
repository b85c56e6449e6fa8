// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelScript

/// What films of scripts sound like.
enum SoundFilm {
  /// What a film of two seconds whose layers `script` adds to `show` sounds like, a plane a channel.
  static func samples(
    _ script: String, options: String = "", layout: ChannelLayout = .stereo, rate: Int = 48_000,
    from start: Int64 = 0, block: Int = 4096, until end: Double = 2
  ) throws -> [[Float]] {
    let whole = """
      local mr = require "moonreel"
      local audio = require "moonreel.audio"
      local show = mr.composition { size = { 16, 16 }, fps = 25, duration = 2\(options) }
      \(script)
      return show
      """
    return try planes(whole, layout: layout, rate: rate, from: start, block: block, until: end)
  }

  /// What the film of `script` sounds like until 2 s, a plane a channel.
  static func planes(
    _ script: String, layout: ChannelLayout = .stereo, rate: Int = 48_000,
    from start: Int64 = 0, block: Int = 4096, until end: Double = 2
  ) throws -> [[Float]] {
    let outcome = Runs.script(script)
    let result = try #require(outcome.result, "\(outcome.message)")
    return try planes(of: result, layout: layout, rate: rate, from: start, block: block, until: end)
  }

  /// What the film of `result` sounds like until 2 s.
  static func planes(
    of result: ScriptResult, layout: ChannelLayout = .stereo, rate: Int = 48_000,
    from start: Int64 = 0, block: Int = 4096, until end: Double = 2
  ) throws -> [[Float]] {
    let film = result.request
    let reader = CompositionReader(
      timeline: film.timeline, composition: film.videoComposition, audioMix: film.audioMix,
      gate: FileGate(folders: []))
    let range = TimeRange(
      start: try Time(value: start, timescale: Int64(rate)), end: try Time(seconds: end))
    let mixer = try reader.sound(in: range, sampleRate: rate, layout: layout)
    var planes = [[Float]](repeating: [], count: layout.count)
    while let samples = try mixer.next(frameCount: block) {
      for channel in planes.indices { planes[channel] += samples.channels[channel] }
    }
    return planes
  }

  /// The root of the mean square.
  static func rms(_ samples: ArraySlice<Float>) -> Double {
    (samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)).squareRoot()
  }

  /// The same in decibels.
  static func level(_ samples: ArraySlice<Float>) -> Double { 20 * log10(rms(samples)) }

  /// The amplitude of a sine of `hertz` in `samples`, best where they hold whole rounds of it.
  static func amplitude(_ samples: ArraySlice<Float>, at hertz: Double, rate: Int = 48_000)
    -> Double
  {
    var (real, imaginary) = (0.0, 0.0)
    for (index, sample) in samples.enumerated() {
      let turn = 2 * Double.pi * hertz * Double(index) / Double(rate)
      real += Double(sample) * cos(turn)
      imaginary += Double(sample) * sin(turn)
    }
    return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(samples.count)
  }
}
