// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelModel
@testable import MoonreelRender

@Suite struct RetimingTests {
  private func retimed(
    _ source: any Source, _ from: TimeRange, to duration: Double, _ algorithm: TimePitchAlgorithm,
    sampleRate: Int = 48000
  ) throws -> [Float] {
    let timeline = try soundTimeline([source], [(from, seconds(0, duration))])
    return try mixed(timeline, sampleRate: sampleRate, algorithm: algorithm)[0]
  }

  @Test(arguments: [0.5, 0.9, 1.1, 2, 3.7, 16])
  func varispeedMovesPitchWithSpeed(_ rate: Double) throws {
    let tone = ToneSource(frequency: 500)
    let samples = try retimed(tone, seconds(1, 3), to: 2 / rate, .varispeed)
    #expect(samples.count == Int((96000 / rate).rounded()))
    #expect(abs(measuredFrequency(samples[...]) / (500 * rate) - 1) < 1e-4)
  }

  @Test func varispeedIsAccurate() throws {
    // A tone at 2/3 speed against the tone it should be.
    let samples = try retimed(ToneSource(frequency: 3000), seconds(1, 2), to: 1.5, .varispeed)
    for index in 100..<71900 {
      let turns = (Double(index) * 2 / 3 * 3000 / 48000).truncatingRemainder(dividingBy: 1)
      let expected = 0.5 * Trigonometry.sineAndCosine(degrees: turns * 360).sine
      #expect(abs(Double(samples[index]) - expected) < 2e-5, "at \(index)")
      if abs(Double(samples[index]) - expected) >= 2e-5 { return }
    }
  }

  @Test func speedingUpDoesNotAlias() throws {
    // 15 kHz at double speed would be 30 kHz, beyond the band: it must vanish, not come back as 18 kHz.
    let samples = try retimed(ToneSource(frequency: 15000), seconds(0, 2), to: 1, .varispeed)
    let loudest = samples[2000..<46000].map(abs).max() ?? 1
    #expect(loudest < 1e-4)
    // While 9 kHz becomes 18 kHz at full strength.
    let kept = try retimed(ToneSource(frequency: 9000), seconds(0, 2), to: 1, .varispeed)
    #expect(abs(amplitude(kept[4000..<44000], 18000) - 0.5) < 0.005)
  }

  @Test(arguments: [0.25, 0.5, 0.75, 1.25, 2, 4])
  func varispeedOnsetsLandOnTheirSample(_ rate: Double) throws {
    let source = FunctionSource(duration: nil) { $0 == 60000 ? 1 : 0 }
    let samples = try retimed(source, seconds(1, 2), to: 1 / rate, .varispeed)
    let peak = samples.indices.max { abs(samples[$0]) < abs(samples[$1]) } ?? 0
    #expect(abs(Double(peak) - 12000 / rate) <= 1)
  }

  @Test func tapeSpeedDoesNotDrift() throws {
    // 220 s at 1001/1000: the last samples are still where arithmetic puts them.
    var timeline = Timeline()
    let id = timeline.addTrack(.audio)
    try timeline.updateTrack(id) { track in
      let range = try seconds(0, 220)
      try track.insert(range, of: .custom(ToneSource(frequency: 100)), at: nil)
      try track.retime(range, to: Time(value: 220 * 1001, timescale: 1000))
    }
    let start = try sampleTime(10_500_000)
    let range = TimeRange(start: start, duration: try sampleTime(2000))
    let samples = try mixed(timeline, range: range)[0]
    for index in 0..<2000 {
      let exact = Double(10_500_000 + index) * 1000 / 1001 * 100 / 48000
      let turns = exact.truncatingRemainder(dividingBy: 1)
      let expected = 0.5 * Trigonometry.sineAndCosine(degrees: turns * 360).sine
      #expect(abs(Double(samples[index]) - expected) < 1e-5)
    }
  }

  @Test(arguments: [TimePitchAlgorithm.spectral, .timeDomain, .lowQualityZeroLatency])
  func stretchingKeepsPitchAndFillsItsRange(_ algorithm: TimePitchAlgorithm) throws {
    for (rate, ratio) in [(48000, 0.5), (48000, 1.37), (44100, 2.0)] {
      let samples = try retimed(
        ToneSource(frequency: 440), seconds(1, 3), to: 2 * ratio, algorithm, sampleRate: rate)
      let count = Int((2 * ratio * Double(rate)).rounded())
      #expect(samples.count == count)
      let middle = samples[count / 10..<count * 9 / 10]
      let frequency = measuredFrequency(middle, Double(rate))
      let tolerance = algorithm == .lowQualityZeroLatency ? 0.02 : 0.01
      #expect(abs(frequency / 440 - 1) < tolerance, "\(algorithm) \(ratio): \(frequency)")
      let power = middle.reduce(0) { $0 + $1 * $1 } / Float(middle.count)
      #expect(abs(power.squareRoot() - 0.3535) < 0.05, "\(algorithm) at \(ratio)")
      #expect(samples.prefix(500).map(abs).max() ?? 0 > 0.3, "\(algorithm) begins at once")
      #expect(samples.suffix(500).map(abs).max() ?? 0 > 0.3, "\(algorithm) lasts to the end")
    }
  }

  @Test(arguments: [0.5, 0.667, 0.8, 0.95, 1.05, 1.25, 1.5, 2])
  func stretchedOnsetsLandInTime(_ ratio: Double) throws {
    for algorithm in [TimePitchAlgorithm.spectral, .lowQualityZeroLatency] {
      let errors = try onsetErrors(ratio, algorithm)
      let mean = Double(errors.reduce(0, +)) / Double(errors.count)
      let isFine = algorithm == .spectral
      #expect(abs(mean) <= (isFine ? 24 : 64), "\(algorithm): mean \(mean) samples")
      let worst = errors.map(abs).max() ?? 0
      #expect(worst <= (isFine ? 96 : 160), "\(algorithm): worst \(worst) samples, mean \(mean)")
    }
  }

  /// How many samples late the clicks of a stretched track begin.
  private func onsetErrors(_ ratio: Double, _ algorithm: TimePitchAlgorithm) throws -> [Int] {
    let clicks = try ClickSource(interval: Time(value: 1653, timescale: 10000))
    let length = Double(Int(6 * ratio * 48000)) / 48000
    let samples = try retimed(clicks, seconds(0, 6), to: length, algorithm)
    return (1..<34).map { index in
      let wanted = Int((Double(index) * 0.1653 * 48000 * length / 6).rounded())
      return onset(samples, near: wanted, within: 1500) - wanted
    }
  }

  @Test(arguments: [1.0 / 40, 1.0 / 32, 32, 40, 1000])
  func extremeSpeedsWork(_ rate: Double) throws {
    for algorithm in TimePitchAlgorithm.allCases {
      let from = try seconds(0, rate > 1 ? 8 : 0.05)
      let samples = try retimed(
        ToneSource(frequency: 200), from, to: from.duration.seconds / rate, algorithm)
      #expect(samples.count == Int((from.duration.seconds / rate * 48000).rounded()))
      #expect(!samples.contains { !$0.isFinite || abs($0) > 2 }, "\(algorithm) at \(rate)")
    }
  }

  @Test func theShortestSegmentsWork() throws {
    for algorithm in TimePitchAlgorithm.allCases {
      for (from, to) in [(1, 2), (2, 1), (1, 40), (30, 7), (1, 100_000)] {
        let timeline = try soundTimeline(
          [FunctionSource.constant(0.5)],
          [
            (
              TimeRange(start: .zero, duration: sampleTime(Int64(from))),
              TimeRange(start: .zero, duration: sampleTime(Int64(to)))
            )
          ])
        let samples = try mixed(timeline, algorithm: algorithm)[0]
        #expect(samples.count == to)
        #expect(!samples.contains { !$0.isFinite }, "\(algorithm) \(from) to \(to)")
      }
    }
  }

  @Test func frozenSoundIsSilent() throws {
    var track = Track(id: TrackID(rawValue: 1), mediaType: .audio)
    let still = TimeMapping(source: TimeRange.zero, target: try seconds(0, 0.1))
    track.segments = [Segment(source: .custom(FunctionSource.constant(1)), mapping: still)]
    let mixer = TrackMixer(
      track: track,
      format: MixFormat(
        sampleRate: 48000, layout: .mono, open: opener(sampleRate: 48000, layout: .mono)),
      algorithm: .varispeed, parameters: nil)
    var sums = [[Double](repeating: 0, count: 4800)]
    try mixer.add(to: &sums, from: 0, frameCount: 4800)
    #expect(sums == [[Double](repeating: 0, count: 4800)])
  }
}
