// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Cuts that swell and die away.
@Suite struct DeclickTests {
  /// How far a sample lies from the straight line through its neighbours, at most: a click is far off.
  private func roughest(_ samples: [Float]) -> Float {
    (1..<samples.count - 1).map { abs(2 * samples[$0] - samples[$0 - 1] - samples[$0 + 1]) }.max()
      ?? 0
  }

  /// A thousand pieces of tones, 20 to 60 ms each, one after the other or with gaps.
  private func cuts() throws -> Timeline {
    var timeline = Timeline()
    let id = timeline.addTrack(.audio)
    var state: UInt64 = 7
    func random(_ range: Range<Int64>) -> Int64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return range.lowerBound + Int64(state >> 33) % (range.upperBound - range.lowerBound)
    }
    var segments: [Segment] = []
    var position: Int64 = 0
    for index in 0..<1000 {
      let (start, length) = (random(0..<40_000), random(960..<2880))
      let mapping = TimeMapping(
        source: TimeRange(start: try sampleTime(start), end: try sampleTime(start + length)),
        target: TimeRange(start: try sampleTime(position), end: try sampleTime(position + length)))
      let tone = ToneSource(frequency: Double(random(80..<200)), gain: 0.5)
      segments.append(Segment(source: .custom(tone), mapping: mapping))
      position += length
      guard index % 3 == 0 else { continue }
      let end = position + random(10..<2000)
      segments.append(
        Segment(empty: TimeRange(start: try sampleTime(position), end: try sampleTime(end))))
      position = end
    }
    try timeline.updateTrack(id) { try $0.setSegments(segments) }
    return timeline
  }

  @Test("a thousand cuts do not click") func cutsAreSmooth() throws {
    let timeline = try cuts()
    var parameters = AudioMixParameters(trackID: timeline.tracks[0].id)
    #expect(roughest(try mixed(timeline, AudioMix(parameters: [parameters]))[0]) > 0.4)
    parameters.declick = try Time(seconds: 0.005)
    let mix = AudioMix(parameters: [parameters])
    let samples = try mixed(timeline, mix)
    // A straight rise within 240 samples bends by as much as its slope, times the tone.
    #expect(roughest(samples[0]) < 0.005)
    #expect(try mixed(timeline, mix, blockSize: 333) == samples)
    let range = TimeRange(start: try sampleTime(123_457), end: timeline.duration)
    #expect(try mixed(timeline, mix, range: range)[0] == Array(samples[0][123_457...]))
  }

  @Test("where the same sound goes on nothing changes") func joinsAreKept() throws {
    let tone = SegmentSource.custom(ToneSource(frequency: 50))
    let segments = try [seconds(0, 1.2), seconds(1.2, 1.4), seconds(1.4, 2)].map {
      Segment(source: tone, mapping: TimeMapping(source: $0, target: $0))
    }
    var timeline = Timeline()
    let id = timeline.addTrack(.audio)
    try timeline.updateTrack(id) { try $0.setSegments(segments) }
    #expect(timeline.tracks[0].segments.count == 3)
    var parameters = AudioMixParameters(trackID: id)
    parameters.declick = try Time(seconds: 0.01)
    let samples = try mixed(timeline, AudioMix(parameters: [parameters]))[0]
    let plain = try mixed(timeline)[0]
    #expect(samples[480..<95_520] == plain[480..<95_520])
    #expect(samples[0] == 0 && abs(samples[240] - plain[240] / 2) < 1e-6)
  }
}
