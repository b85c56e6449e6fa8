// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelModel
@testable import MoonreelRender

/// Segments whose speed changes.
@Suite struct RampTests {
  /// A way from speed to speed over six seconds.
  struct Ramp: Sendable, CustomTestStringConvertible {
    var name: String
    var speed: @Sendable (Double) -> Double
    var testDescription: String { name }

    /// Pieces of a hundredth of a second, from `start` of the source on.
    func curve(from start: Double = 1) throws -> TimeCurve {
      var (source, points) = (start, [TimeCurve.Point]())
      for index in 0...600 {
        let time = try Time(value: Int64(index), timescale: 100)
        points.append(TimeCurve.Point(target: time, source: try Time(seconds: source)))
        source += speed(time.seconds + 0.005) / 100
      }
      return try TimeCurve(points)
    }
  }

  static let ramps = [
    Ramp(name: "half to double") { 0.5 * PortableMath.exp2(2 * $0 / 6) },
    Ramp(name: "double to half") { 2 * PortableMath.exp2(-2 * $0 / 6) },
    Ramp(name: "to and fro") {
      1.2 + 0.7 * Trigonometry.sineAndCosine(degrees: 240 * $0).sine
    },
  ]

  static let steepRamps = [
    Ramp(name: "a quarter to four times") { 0.25 * PortableMath.exp2(4 * $0 / 6) },
    Ramp(name: "four times to a quarter") { 4 * PortableMath.exp2(-4 * $0 / 6) },
    Ramp(name: "steps") { [1, 2, 0.5, 4, 0.25, 1][min(5, Int($0))] },
  ]

  private func timeline(_ source: any Source, _ curve: TimeCurve) throws -> Timeline {
    var timeline = Timeline()
    let id = timeline.addTrack(.audio)
    try timeline.updateTrack(id) {
      try $0.setSegments([Segment(source: .custom(source), curve: curve)])
    }
    return timeline
  }

  /// The curve played backwards: its last source time first.
  private func turned(_ curve: TimeCurve) throws -> TimeCurve {
    curve.mirrored(in: curve.targetRange)
  }

  /// How many samples late the clicks are, and the speed at which each is heard.
  private func onsetErrors(
    _ curve: TimeCurve, _ algorithm: TimePitchAlgorithm, sampleRate: Int = 48000
  ) throws -> [(speed: Double, error: Int)] {
    let (rate, interval) = (Int64(sampleRate), try Time(value: 3, timescale: 10))
    let length = interval.value(timescale: rate)
    // Backwards, a click would be heard from its faint end on: there each is a single sample.
    let clicks: any Source =
      curve.isReversed
      ? FunctionSource(duration: nil) { $0 % length == 0 ? 0.8 : 0 }
      : try ClickSource(interval: interval)
    let samples = try mixed(
      try timeline(clicks, curve), sampleRate: sampleRate, algorithm: algorithm)[0]
    var errors: [(Double, Int)] = []
    for index in 0..<100 {
      let source = try sampleTime(Int64(index) * length, rate)
      let target = curve.targetTime(at: source)
      guard (0.1...5.9).contains(target.seconds) else { continue }
      let wanted = Int(target.value(timescale: rate))
      let ahead = curve.sourceTime(at: target + (try sampleTime(48, rate)))
      let speed = (ahead - source).seconds * Double(sampleRate) / 48
      // Where a click is fainter and heard twice, another may be near.
      let reach = sampleRate / 32
      errors.append((abs(speed), onset(samples, near: wanted, within: reach, sampleRate) - wanted))
    }
    return errors
  }

  @Test("every click is heard when the curve says", arguments: ramps + steepRamps)
  func onsets(_ ramp: Ramp) throws {
    for isReversed in [false, true] {
      let curve = isReversed ? try turned(try ramp.curve()) : try ramp.curve()
      for algorithm in [TimePitchAlgorithm.varispeed, .spectral] {
        let errors = try onsetErrors(curve, algorithm)
        #expect(errors.count > 15)
        for (speed, error) in errors {
          // Backwards, a sample that began at its time ends at it.
          let tape = isReversed ? 2 + Int((1.5 / speed).rounded(.up)) : 2
          let slack = algorithm == .varispeed ? tape : limit(at: speed)
          #expect(abs(error) <= slack, "\(algorithm) at \(speed) times the speed, \(isReversed)")
        }
      }
    }
  }

  /// Samples at 48 kHz that a stretched click may be early or late: 2 ms from half to double speed.
  private func limit(at speed: Double) -> Int {
    switch speed {
    case 0.49...2.01: 96
    case 0.39...2.51: 144
    case 0.24...4.1: 216
    case 4.1...: 600
    default: 1920
    }
  }

  /// The same at other rates: below 44.1 kHz clicks lack the high frequencies by which the engine knows them.
  private func limit(at speed: Double, _ rate: Int) -> Int {
    guard rate < 44100 else { return limit(at: speed) }
    return switch speed {
    case 0.49...2.01: 288
    case 2.01...: 600
    default: 1920
    }
  }

  @Test("clicks at other rates", arguments: [8000, 22050, 44100, 96000, 192_000])
  func otherRates(_ rate: Int) throws {
    let widest = Ramp(name: "an eighth to eight times") { PortableMath.exp2($0 - 3) }
    for ramp in [Self.ramps[0], widest] {
      for algorithm in [TimePitchAlgorithm.varispeed, .spectral] {
        let errors = try onsetErrors(try ramp.curve(), algorithm, sampleRate: rate)
        #expect(errors.count > 15)
        for (speed, error) in errors {
          let most = algorithm == .varispeed ? 2 : 1 + limit(at: speed, rate) * rate / 48000
          #expect(abs(error) <= most, "\(ramp) \(algorithm) at \(speed) times the speed: \(error)")
        }
      }
    }
  }

  @Test("all algorithms that keep the pitch share one engine", arguments: [1, 2]) func engines(
    _ channelCount: Int
  ) throws {
    let timeline = try timeline(NoiseSource(seed: 2), try Self.ramps[2].curve())
    let range = try seconds(0, 0.5)
    let layout = channelCount == 1 ? ChannelLayout.mono : .stereo
    let fine = try mixed(timeline, range: range, layout: layout, algorithm: .spectral)
    for algorithm in [TimePitchAlgorithm.timeDomain, .lowQualityZeroLatency] {
      #expect(try mixed(timeline, range: range, layout: layout, algorithm: algorithm) == fine)
    }
  }

  @Test("the pitch is kept, or follows the speed", arguments: ramps + steepRamps)
  func pitch(_ ramp: Ramp) throws {
    let timeline = try timeline(ToneSource(frequency: 440), try ramp.curve())
    let kept = try mixed(timeline, algorithm: .spectral)[0]
    let tape = try mixed(timeline, algorithm: .varispeed)[0]
    for start in stride(from: 0.05, to: 5.8, by: 0.25) {
      let part = Int(start * 48000)..<Int((start + 0.15) * 48000)
      let frequency = measuredFrequency(kept[part])
      #expect(abs(frequency / 440 - 1) < 0.01, "\(frequency) Hz at \(start)")
      let power = kept[part].reduce(0) { $0 + $1 * $1 } / Float(part.count)
      #expect(abs(power.squareRoot() - 0.3535) < 0.06, "level at \(start)")
      let speed = (start..<start + 0.15).mean(of: ramp.speed)
      #expect(abs(measuredFrequency(tape[part]) / (440 * speed) - 1) < 0.02, "tape at \(start)")
    }
    #expect(
      kept.prefix(500).map(abs).max() ?? 0 > 0.3 && kept.suffix(500).map(abs).max() ?? 0 > 0.3)
  }

  @Test("each sample of a tape is the source where the curve is", arguments: ramps + steepRamps)
  func positions(_ ramp: Ramp) throws {
    for curve in [try ramp.curve(), try turned(try ramp.curve())] {
      let samples = try mixed(try timeline(FunctionSource.index, curve))[0]
      #expect(samples.count == 288_000)
      var worst = 0.0
      for (index, value) in samples.enumerated() where index % 7 == 0 {
        let exact = curve.sourceTime(at: try sampleTime(Int64(index))).seconds * 48000
        // Backwards, the sample that ends where the source would begin is the one before.
        worst = max(worst, abs(Double(value) - exact + (curve.isReversed ? 1 : 0)))
      }
      #expect(worst < 0.6, "off by up to \(worst) samples")
    }
  }

  @Test("a tape does not click where its speed changes") func smooth() throws {
    let ramp = Self.steepRamps[2]
    let samples = try mixed(try timeline(ToneSource(frequency: 1000), try ramp.curve()))[0]
    for second in 1..<6 {
      let speed = max(ramp.speed(Double(second) - 0.5), ramp.speed(Double(second) + 0.5))
      let steepest = Float(0.5 * 2 * Double.pi * 1000 * speed / 48000)
      let around = samples[second * 48000 - 300..<second * 48000 + 300]
      let steps = zip(around, around.dropFirst()).map { abs($0 - $1) }
      #expect(steps.max() ?? 1 < steepest * 1.02)
    }
  }

  @Test("pieces in one line sound as the line does", arguments: [0.5, 0.75, 2])
  func joints(_ speed: Double) throws {
    let ends = [0, 0.1, 0.1003, 0.25, 0.6, 1].map { $0 * 2 }
    let curve = try TimeCurve(
      try ends.map {
        TimeCurve.Point(target: try Time(seconds: $0), source: try Time(seconds: 1 + $0 * speed))
      })
    let source = NoiseSource(seed: 3)
    let found = try mixed(try timeline(source, curve))[0]
    let whole = try mixed(
      try soundTimeline([source], [(seconds(1, 1 + 2 * speed), seconds(0, 2))]))[0]
    #expect(found.count == whole.count)
    #expect(zip(found, whole).allSatisfy { abs($0 - $1) < 2e-4 })
  }

  @Test("the size of blocks and where reading begins change nothing")
  func invariance() throws {
    for curve in [try Self.steepRamps[0].curve(), try turned(try Self.steepRamps[1].curve())] {
      var timeline = try timeline(NoiseSource(.pink, seed: 5), curve)
      let id = timeline.tracks[0].id
      try timeline.updateTrack(id) { try $0.remove(seconds(0, 1.7501)) }
      for algorithm in [TimePitchAlgorithm.varispeed, .spectral] {
        let whole = try mixed(timeline, algorithm: algorithm, blockSize: 1 << 20)
        for size in [64, 480, 4096] {
          #expect(
            try mixed(timeline, algorithm: algorithm, blockSize: size) == whole,
            "\(algorithm) \(curve.isReversed) \(size)")
        }
        for first in [1, 60_001] {
          let range = TimeRange(start: try sampleTime(Int64(first)), end: timeline.duration)
          let part = try mixed(timeline, range: range, algorithm: algorithm, blockSize: 997)
          #expect(
            part[0] == Array(whole[0][first...]),
            "\(algorithm) \(curve.isReversed) from sample \(first)")
        }
      }
    }
  }

  @Test("a cut in a curve changes nothing for a tape", arguments: [false, true])
  func cutting(_ isReversed: Bool) throws {
    let ramp = try Self.ramps[2].curve()
    let whole = try timeline(NoiseSource(seed: 1), isReversed ? try turned(ramp) : ramp)
    var cut = whole
    try cut.updateTrack(cut.tracks[0].id) { track in
      let segment = track.segments[0]
      track.segments = [
        segment.part(try seconds(0, 2.30301)), segment.part(try seconds(2.30301, 6)),
      ]
    }
    #expect(try mixed(cut) == mixed(whole))
  }

  @Test("speeds that no stretcher can do are played as a tape") func extremes() throws {
    let points = try [(0.0, 0.0), (0.5, 0.01), (0.7, 8), (1, 8.5)].map {
      TimeCurve.Point(target: try Time(seconds: $0.0), source: try Time(seconds: $0.1))
    }
    let timeline = try timeline(ToneSource(frequency: 200), try TimeCurve(points))
    let tape = try mixed(timeline, algorithm: .varispeed)
    #expect(tape[0].count == 48000 && !tape[0].contains { !$0.isFinite || abs($0) > 1 })
    #expect(try mixed(timeline, algorithm: .spectral) == tape)
  }
}

extension Range<Double> {
  /// The mean of a function over the range.
  fileprivate func mean(of function: (Double) -> Double) -> Double {
    let places = (0..<100).map { lowerBound + (upperBound - lowerBound) * (Double($0) + 0.5) / 100 }
    return places.map(function).reduce(0, +) / 100
  }
}
