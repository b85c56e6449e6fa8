// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

@Suite struct VolumeTests {
  private func one(_ length: Double = 10) throws -> (Timeline, TrackID) {
    let range = try seconds(0, length)
    let timeline = try soundTimeline([FunctionSource.constant(1)], [(range, range)])
    return (timeline, timeline.tracks[0].id)
  }

  @Test func valuesAreOneBeforeTheFirstAndHeldAfterTheLast() throws {
    let (timeline, track) = try one()
    var parameters = AudioMixParameters(trackID: track)
    parameters.setVolume(0.25, at: try Time(seconds: 2))
    parameters.addVolumeRamp(from: 0.5, to: 1.5, in: try seconds(4, 6))
    let samples = try mixed(timeline, AudioMix(parameters: [parameters]))[0]
    let expected: [(Int, Float)] = [
      (0, 1), (95999, 1), (96000, 0.25), (191_999, 0.25), (192_000, 0.5), (240_000, 1),
      (216_000, 0.75), (288_000, 1.5), (479_999, 1.5),
    ]
    for (index, value) in expected { #expect(samples[index] == value, "at sample \(index)") }
  }

  @Test(arguments: [48000, 44100, 44101, 8000])
  func everySampleOfARampIsTheModelsValue(_ rate: Int) throws {
    let (timeline, track) = try one(2)
    var parameters = AudioMixParameters(trackID: track)
    parameters.addVolumeRamp(from: 0.1, to: 0.9, in: try seconds(1.0 / 3, 1.7))
    let samples = try mixed(timeline, AudioMix(parameters: [parameters]), sampleRate: rate)[0]
    for index in stride(from: 0, to: samples.count, by: 97) {
      let time = try Time(value: Int64(index), timescale: Int64(rate))
      #expect(abs(Double(samples[index]) - parameters.volume(at: time)) < 1e-7, "at \(index)")
    }
  }

  @Test func aLaterRampCutsAnEarlierOneShort() throws {
    let (timeline, track) = try one(4)
    var parameters = AudioMixParameters(trackID: track)
    parameters.addVolumeRamp(from: 0, to: 1, in: try seconds(0, 4))
    parameters.setVolume(0.125, at: try Time(seconds: 2))
    // The model reports overlaps as faults; back to back is allowed.
    #expect(throws: MoonreelError.self) {
      try mixed(timeline, AudioMix(parameters: [parameters]))
    }
    let curve = parameters.curve(sampleRate: 48000)
    var gains = [Double](repeating: 1, count: 4 * 48000 + 10)
    curve.multiply(&gains, from: 0)
    #expect(gains[95999] == 0.5 * 95999 / 96000)
    #expect(gains[96000] == 0.125)
    #expect(gains.last == 0.125)
  }

  @Test func theWholeMixHasItsOwnVolume() throws {
    let (timeline, track) = try one(1)
    var parameters = AudioMixParameters(trackID: track)
    parameters.setVolume(0.5, at: .zero)
    var master = AudioMixParameters(trackID: nil)
    master.addVolumeRamp(from: 1, to: 0, in: try seconds(0, 1))
    let samples = try mixed(timeline, AudioMix(parameters: [parameters, master]))[0]
    #expect(samples[0] == 0.5)
    #expect(samples[24000] == 0.25)
    #expect(samples[47999] == Float(0.5 * (1 - 47999.0 / 48000)))
  }

  @Test func crossfadeOfEqualTracksIsSteady() throws {
    let range = try seconds(0, 1)
    let timeline = try soundTimeline(
      [FunctionSource.constant(0.5), FunctionSource.constant(0.5)], [(range, range)])
    var out = AudioMixParameters(trackID: timeline.tracks[0].id)
    out.addVolumeRamp(from: 1, to: 0, in: range)
    var into = AudioMixParameters(trackID: timeline.tracks[1].id)
    into.addVolumeRamp(from: 0, to: 1, in: range)
    let samples = try mixed(timeline, AudioMix(parameters: [out, into]))[0]
    #expect(!samples.contains { abs($0 - 0.5) > 1e-7 })
  }

  @Test func rampsFarFromZeroStayExact() throws {
    // A ramp of an hour that begins after an hour, seen at its middle and end.
    var parameters = AudioMixParameters(trackID: nil)
    parameters.addVolumeRamp(from: 0, to: 1, in: try seconds(3600, 7200))
    let curve = parameters.curve(sampleRate: 44100)
    for (sample, value) in [(3600, 0.0), (5400, 0.5), (7200, 1), (4500, 0.25)] {
      var gains = [1.0]
      curve.multiply(&gains, from: Int64(sample) * 44100)
      #expect(gains[0] == value)
    }
  }
}
