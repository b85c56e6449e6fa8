// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelScript

/// What a layer's volume makes of a sound that is 1 at every sample: the mix is the gain.
@Suite struct VolumeTests {
  static let rate = 8000

  /// The samples of the first channel that `options` (of the layer's `audio`) make, 2 s of them.
  private func gains(_ options: String, more: String = "") throws -> [Float] {
    let script = """
      local mr = require "moonreel"
      local show = mr.composition { size = { 16, 16 }, fps = 25, duration = 2 }
      local one = mr.source.tone { waveform = "square", frequency = 0.1, gain = 1 }
      local layer = show:add { source = one, duration = 2, audio = \(options) }
      \(more)
      return show
      """
    let outcome = Runs.script(script) { $0.instructionLimit = 500_000_000 }
    let film = try #require(outcome.result, "\(outcome.message)").request
    let reader = CompositionReader(
      timeline: film.timeline, composition: film.videoComposition, audioMix: film.audioMix,
      gate: FileGate(folders: []))
    let mixer = try reader.sound(
      in: TimeRange(start: .zero, duration: Time(wholeSeconds: 2)), sampleRate: Self.rate,
      layout: .stereo)
    var samples: [Float] = []
    while let block = try mixer.next(frameCount: 801) {
      samples += (0..<block.frameCount).map { block.channels[0][$0] }
    }
    return samples
  }

  /// The greatest distance between `samples` and `formula` of the time, and where it is.
  private func worst(
    _ samples: [Float], _ formula: (Double) throws -> Double
  ) rethrows -> (error: Double, at: Int) {
    var found = (error: 0.0, at: 0)
    // A square wave begins with 0.
    for (index, sample) in samples.enumerated().dropFirst() {
      let error = abs(Double(sample) - (try formula(Double(index) / Double(Self.rate))))
      if error > found.error { found = (error, index) }
    }
    return found
  }

  /// Every easing there is: those with a name, and one of each other kind.
  static let easings: [(lua: String, function: TimingFunction)] =
    TimingFunction.named.map { ("'\(SnakeCase.text($0.name))'", $0.function) } + [
      ("mr.easing.bezier(0.3, 0.1, 0.2, 1)", .bezier(try! CubicBezier(0.3, 0.1, 0.2, 1))),
      ("mr.easing.steps(5)", .steps(5, .jumpEnd)),
      ("mr.easing.steps(3, 'jump_start')", .steps(3, .jumpStart)),
      (
        "mr.easing.spring {}",
        .spring(try! Spring(mass: 1, stiffness: 100, damping: 10))
      ),
    ]

  /// Keys at 0.3 s and 1.1 s, of 0.2 and 0.9, then back at 1.4 s.
  @Test(arguments: easings.indices) func keyframesAreExact(_ index: Int) throws {
    let (lua, function) = Self.easings[index]
    let samples = try gains(
      "{ volume = { { 0.3, 0.2 }, { 1.1, 0.9, \(lua) }, { 1.4, 0.2, \(lua) } } }")
    let found = try worst(samples) { time in
      if time < 0.3 { return 0.2 }
      if time >= 1.4 { return 0.2 }
      let (from, to, start, end) = time < 1.1 ? (0.2, 0.9, 0.3, 1.1) : (0.9, 0.2, 1.1, 1.4)
      // In flicks, so that steps are where they are exactly.
      let flicks = [time, start, end].map { ($0 * Double(Time.flicksPerSecond)).rounded() }
      let share = try function.value(at: (flicks[0] - flicks[1]) / (flicks[2] - flicks[1]))
      return max(0, from + (to - from) * share)
    }
    #expect(samples.count == 2 * Self.rate)
    #expect(found.error < 1e-6, "\(lua): \(found)")
  }

  @Test("a held key is a step at its own sample") func holds() throws {
    let samples = try gains("{ volume = { { 0, 1 }, { 1, 0.25, 'hold' }, { 1.5, 0.75, 'hold' } } }")
    #expect(samples[7999] == 1 && samples[8000] == 0.25)
    #expect(samples[11_999] == 0.25 && samples[12_000] == 0.75)
    #expect(worst(samples) { $0 < 1 ? 1 : $0 < 1.5 ? 0.25 : 0.75 }.error == 0)
  }

  @Test("two keys at one time are a jump at their sample", arguments: ["", ", 'in_quad'"])
  func jumps(_ easing: String) throws {
    let samples = try gains(
      "{ volume = { { 0, 1 }, { 1, 0.5\(easing) }, { 1, 0.9 }, { 1.5, 0.1 }, { 1.5, 0.2 } } }")
    #expect(samples[8000] == 0.9 && samples[12_000] == 0.2)
    #expect(abs(samples[7999] - 0.5) < 0.001 && abs(samples[11_999] - 0.1) < 0.001)
    let found = worst(samples) { time in
      if time < 1 { return 1 - 0.5 * (easing.isEmpty ? time : time * time) }
      return time < 1.5 ? 0.9 - 1.6 * (time - 1) : 0.2
    }
    #expect(found.error < 1e-6, "\(found)")
  }

  @Test("a jump of an audio mix, between a ramp's end and a value set there") func mixes() throws {
    var mix = AudioMixParameters(trackID: TrackID(1))
    mix.addVolumeRamp(from: 1, to: 0.5, in: try TimeRange(seconds: 0, 1))
    mix.setVolume(0.9, at: try Time(seconds: 1))
    #expect(mix.volume(at: try Time(seconds: 1)) == 0.9)
    #expect(abs(mix.volume(at: try Time(seconds: 0.999)) - 0.5005) < 1e-9)
  }

  @Test("repeated keys jump back at their sample", arguments: ["loop", "ping_pong"])
  func repeats(_ mode: String) throws {
    let samples = try gains(
      "{}", more: "layer:animate('volume', { { 0, 0 }, { 0.5, 1 } }, { repeats = '\(mode)' })")
    let found = worst(samples) { time in
      let (round, rest) = (Int(time / 0.5), time.truncatingRemainder(dividingBy: 0.5) / 0.5)
      return mode == "ping_pong" && round % 2 == 1 ? 1 - rest : rest
    }
    #expect(found.error < 1e-6, "\(found)")
  }

  @Test("fades and eased volumes are multiplied, sample by sample") func fades() throws {
    let samples = try gains(
      "{ volume = { { 0, 1 }, { 2, 0.5, 'in_quad' } }, fade_in = 0.5, fade_out = 0.25 }")
    let found = worst(samples) { time in
      let volume = 1 - 0.5 * (time / 2) * (time / 2)
      return volume * min(1, time / 0.5, (2 - time) / 0.25)
    }
    #expect(found.error < 1e-6, "\(found)")
  }

  @Test("fades follow their curve, sample by sample", arguments: FadeCurve.allCases)
  func fadeCurves(_ curve: FadeCurve) throws {
    let samples = try gains(
      "{ volume = 0.5, fade_in = 0.5, fade_out = 1, fade_curve = '\(curve.rawValue)' }")
    let found = worst(samples) { time in
      0.5 * (time < 0.5 ? curve.gain(at: time / 0.5) : curve.gain(at: 2 - time))
    }
    #expect(found.error < 1e-6, "\(found)")
  }

  @Test("a function is followed within its stated error", arguments: [0.5, 5, 20, 50])
  func functions(_ hertz: Double) throws {
    let samples = try gains(
      "{ volume = function(t) return 0.5 + 0.5 * math.sin(2 * math.pi * \(hertz) * t) end }")
    let found = worst(samples) { 0.5 + 0.5 * sin(2 * .pi * hertz * $0) }
    // docs/sound.md: (f / 450)² of the swing.
    #expect(found.error <= (hertz / 450) * (hertz / 450) + 1e-6, "\(found)")
    if hertz <= 20 { #expect(found.error < 0.005) }
  }

  @Test("an easing of the script's begins and ends at its keys") func ownEasing() throws {
    let samples = try gains(
      "{ volume = { { 0.2503, 1 }, { 1.0007, 0.5, 'hold' }, { 1.5, 0, function(s) return s * s end } } }"
    )
    let found = worst(samples) { time in
      if time < 1.0007 { return 1 }
      let share = min(1, (time - 1.0007) / (1.5 - 1.0007))
      return 0.5 - 0.5 * share * share
    }
    #expect(found.error < 1e-5, "\(found)")
  }

  @Test("a function that fails says so when the script is loaded, at its line") func failing() {
    let outcome = Runs.script(
      """
      local mr = require "moonreel"
      local show = mr.composition { size = { 16, 16 }, fps = 25, duration = 2 }
      show:add { source = mr.source.tone {}, duration = 2, audio = {
        volume = function(t) if t > 1.9 then error "too late" end return 1 end } }
      return show
      """)
    #expect(outcome.message.contains("too late"), "\(outcome.message)")
    #expect(outcome.message.contains("test.lua:4"))
  }
}
