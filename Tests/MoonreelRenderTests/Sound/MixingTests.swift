// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

@Suite struct MixingTests {
  @Test func emptyTimelineGivesSilenceOfTheRightLength() throws {
    let planes = try mixed(Timeline(), range: seconds(0.25, 1.5))
    #expect(planes.map(\.count) == [60000, 60000])
    #expect(planes == [[Float]](repeating: [Float](repeating: 0, count: 60000), count: 2))
  }

  @Test(arguments: [
    (0.0, 1.0, 48000, 48000), (0.0, 1.0, 44100, 44100), (0.1, 0.7, 44100, 26460),
    (1.0 / 3, 2.0 / 3, 44100, 14700), (0.0, 1.0, 11025, 11025), (0.0, 0.1, 44101, 4410),
    (0.5, 0.5, 48000, 0),
  ])
  func lengthIsSamplesBetweenRoundedEnds(_ start: Double, _ end: Double, _ rate: Int, _ count: Int)
    throws
  {
    let timeline = try soundTimeline([FunctionSource.constant(1)], [(seconds(0, 3), seconds(0, 3))])
    let planes = try mixed(timeline, range: seconds(start, end), sampleRate: rate)
    #expect(planes[0].count == count)
    #expect(planes[0].allSatisfy { $0 == 1 })
  }

  @Test func tracksAddUpAndDisabledOnesAreSilent() throws {
    var timeline = try soundTimeline(
      [FunctionSource.constant(0.5), FunctionSource.constant(0.75), FunctionSource.constant(4)],
      [(seconds(0, 1), seconds(0, 1))])
    let third = timeline.tracks[2].id
    try timeline.updateTrack(third) { $0.isEnabled = false }
    try timeline.updateTrack(timeline.tracks[1].id) { $0.preferredVolume = 0.5 }
    let planes = try mixed(timeline)
    #expect(planes[0].allSatisfy { $0 == 0.875 })
    #expect(planes[1].allSatisfy { $0 == -0.875 })
  }

  @Test func neighboursMeetWithoutGapOrOverlap() throws {
    // Cuts at frames of 29.97: none falls on a sample.
    let rate = try FrameRate(30000, 1001)
    let mappings = (0..<20).map { index -> (source: TimeRange, target: TimeRange) in
      let range = TimeRange(
        start: rate.time(ofFrame: Int64(index) * 7), end: rate.time(ofFrame: Int64(index + 1) * 7))
      return (range, range)
    }
    for sampleRate in [48000, 44100, 22050] {
      let planes = try mixed(
        try soundTimeline([FunctionSource.index], mappings), sampleRate: sampleRate)
      #expect(planes[0] == planes[0].indices.map { Float($0) }, "at \(sampleRate)")
    }
  }

  @Test func aSegmentBeginsAtItsSourceSample() throws {
    let timeline = try soundTimeline(
      [FunctionSource.index], [(seconds(2, 3), seconds(0, 1)), (seconds(0.5, 1), seconds(1, 1.5))])
    let planes = try mixed(timeline)
    #expect(planes[0][0] == 96000)
    #expect(planes[0][47999] == 143999)
    #expect(planes[0][48000] == 24000)
    #expect(planes[0].last == 47999)
  }

  @Test func reversedSegmentsPlayTheirSamplesBackwards() throws {
    let timeline = try soundTimeline(
      [FunctionSource.index], [(seconds(1, 3), seconds(0, 2))], isReversed: true)
    let planes = try mixed(timeline, blockSize: 777)
    #expect(planes[0] == (0..<96000).map { Float(143_999 - $0) })
  }

  @Test func timelinesNest() throws {
    let inner = try soundTimeline(
      [FunctionSource.index], [(seconds(1, 2), seconds(0, 1)), (seconds(0, 1), seconds(1, 2))])
    var outer = Timeline()
    let id = outer.addTrack(.audio)
    try outer.updateTrack(id) { try $0.insert(seconds(0.5, 1.5), of: .timeline(inner), at: nil) }
    let planes = try mixed(outer, blockSize: 1000)
    #expect(planes[0].count == 48000)
    #expect(planes[0][0] == 72000)
    #expect(planes[0][23999] == 95999)
    #expect(planes[0][24000] == 0)
  }

  @Test func farPositionsDoNotDrift() throws {
    // Ten million samples on, a direct segment is still on its sample.
    let offset = try sampleTime(10_000_000)
    let range = TimeRange(start: offset, duration: try sampleTime(5000))
    var timeline = Timeline()
    let id = timeline.addTrack(.audio)
    let long = TimeRange(start: .zero, end: range.end)
    try timeline.updateTrack(id) {
      try $0.insert(long, of: .custom(FunctionSource.index), at: nil)
    }
    let planes = try mixed(timeline, range: range)
    #expect(planes[0] == (0..<5000).map { Float((10_000_000 + $0) & 0xFFFFF) })
  }

  @Test func thePeakIsTheGreatestMagnitude() throws {
    let timeline = try soundTimeline(
      [FunctionSource(duration: nil) { $0 == 1234 ? -2.5 : 0.25 }], [(seconds(0, 1), seconds(0, 1))]
    )
    let mixer = try AudioMixer(
      timeline: timeline, mix: nil, range: seconds(0, 1), sampleRate: 48000, layout: .stereo,
      fallbackAlgorithm: .varispeed, open: opener(sampleRate: 48000, layout: .stereo))
    _ = try mixer.next(frameCount: 1000)
    #expect(mixer.peak == 0.25)
    while try mixer.next(frameCount: 1000) != nil {}
    #expect(mixer.peak == 2.5)
    #expect(mixer.frameCount == 48000)
  }

  @Test func hostileSamplesAreMadeFinite() throws {
    let hostile = FunctionSource(duration: nil) {
      [.nan, .infinity, -.infinity, .greatestFiniteMagnitude][Int($0 % 4)]
    }
    let planes = try mixed(try soundTimeline([hostile], [(seconds(0, 1), seconds(0, 1))]))
    #expect(!planes[0].contains { !$0.isFinite })
    #expect(Array(planes[0][0..<4]) == [0, 0, 0, 16_777_216])
  }

  @Test func generatorsFillTheLoudspeakersTheyHave() throws {
    let timeline = try soundTimeline([FunctionSource.index], [(seconds(0, 1), seconds(0, 1))])
    let mono = try mixed(timeline, layout: .mono)
    #expect(mono == [[Float](repeating: 0, count: 48000)])  // left and right cancel out
    let surround = try mixed(timeline, layout: .surround51)
    #expect(surround[0][77] == 77 && surround[1][77] == -77)
    #expect(!surround[2...].contains { $0.contains { $0 != 0 } })
  }

  @Test func whatLiesBeforeZeroAndAfterTheEndIsSilent() throws {
    let timeline = try soundTimeline(
      [FunctionSource.constant(1)], [(seconds(5, 5.01), seconds(0, 0.01))])
    let samples = try mixed(timeline, range: seconds(-0.01, 0.02), blockSize: 100)[0]
    let silence = [Float](repeating: 0, count: 480)
    #expect(samples == silence + [Float](repeating: 1, count: 480) + silence)
  }

  @Test func providersAreOpenedWhenReachedAndLetGo() throws {
    final class Silence: SampleProvider {
      func read(from start: Int64, frameCount: Int) -> SampleBuffer {
        SampleBuffer(sampleRate: 48000, channelCount: 2, frameCount: frameCount)
      }
    }
    let mappings = try (0..<50).map { index -> (source: TimeRange, target: TimeRange) in
      let range = try seconds(Double(index) / 10, Double(index + 1) / 10)
      return (TimeRange(start: .zero, duration: range.duration), range)
    }
    let timeline = try soundTimeline([FunctionSource.constant(1)], mappings)
    final class Ledger { var opened: [Weak] = [] }
    struct Weak { weak var provider: Silence? }
    let ledger = Ledger()
    let mixer = try AudioMixer(
      timeline: timeline, mix: nil, range: seconds(0, 5), sampleRate: 48000, layout: .stereo
    ) { _, _ in
      let provider = Silence()
      ledger.opened.append(Weak(provider: provider))
      return provider
    }
    for block in 0..<50 {
      _ = try mixer.next(frameCount: 4700)
      #expect(ledger.opened.count { $0.provider != nil } <= 1)
      #expect(ledger.opened.count <= block + 1)
    }
  }

  @Test func impossibleFormatsAreRefused() throws {
    for (rate, channels) in [(10, 2), (1_000_000, 2), (48000, 0), (48000, 65)] {
      let layout = ChannelLayout(channels: Array(repeating: "FC", count: channels))
      #expect(throws: MoonreelError.self, "\(rate) with \(channels)") {
        try mixed(Timeline(), range: seconds(0, 1), sampleRate: rate, layout: layout)
      }
    }
  }
}
