// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelModel
@testable import MoonreelRender

/// Other speeds at every sample rate. With `MOONREEL_WIDE_SWEEP=1` every speed is tried with every algorithm.
@Suite("other speeds at every sample rate") struct StretchRateTests {
  /// A speed of an algorithm at a rate.
  struct Case: Sendable, CustomTestStringConvertible {
    var rate: Int
    var algorithm: TimePitchAlgorithm
    var speed: Double
    var testDescription: String { "\(algorithm) at \(rate) Hz, \(speed) times the speed" }

    /// Milliseconds that a click may be off: what docs/sound.md says.
    var limit: Double {
      switch (algorithm, speed) {
      // Slowed down, a click rises over as long as a sample of the source lasts.
      case (.varispeed, _): (2 + max(0, 1 / speed - 1)) * 1000 / Double(rate)
      case (.timeDomain, 0.25...4): 10
      // Both times that a click is heard may be as loud.
      case (.lowQualityZeroLatency, 0.5...2): 21
      // Below 44.1 kHz clicks lack the high frequencies by which the engine knows them.
      case (_, 0.5...2): rate < 44100 ? 6 : 2
      case (_, 2...4): rate < 44100 ? 9 : 5
      case (_, 0.25...4): rate < 44100 ? 40 : 5
      case (_, 4...): 12.5
      default: 40
      }
    }
  }

  static let rates = [
    8000, 11025, 16000, 22050, 32000, 44100, 48000, 88200, 96000, 176_400, 192_000,
  ]
  static let speeds = [0.125, 0.25, 0.5, 0.8, 1.25, 2, 4, 8]

  /// All, or for each rate one speed of each algorithm, so that every algorithm has every speed.
  static let cases: [Case] = rates.enumerated().flatMap { place, rate in
    TimePitchAlgorithm.allCases.enumerated().flatMap { number, algorithm in
      speeds.enumerated().compactMap { index, speed in
        let isChosen = (index - place * 3 - number * 2) % 8 == 0
        return isWide || isChosen ? Case(rate: rate, algorithm: algorithm, speed: speed) : nil
      }
    }
  }

  static var isWide: Bool { ProcessInfo.processInfo.environment["MOONREEL_WIDE_SWEEP"] == "1" }

  private func timeline(_ source: any Source, _ item: Case, length: Double) throws -> Timeline {
    try soundTimeline([source], [(seconds(0, length), seconds(0, length / item.speed))])
  }

  private func heard(
    _ timeline: Timeline, _ item: Case, range: TimeRange? = nil, blockSize: Int = 8192
  ) throws -> [Float] {
    try mixed(
      timeline, range: range, sampleRate: item.rate, layout: .mono, algorithm: item.algorithm,
      blockSize: blockSize)[0]
  }

  @Test("clicks land in time, and the length is exact", arguments: cases)
  func clicks(_ item: Case) throws {
    let interval = try Time(value: item.speed < 1 ? 1653 : 3107, timescale: 10000)
    let count = item.speed < 0.5 ? 4 : 10
    let clicks = try timeline(
      ClickSource(interval: interval), item, length: interval.seconds * (Double(count) + 0.5))
    let samples = try heard(clicks, item)
    let rate = Double(item.rate)
    #expect(samples.count == Int((clicks.duration.seconds * rate).rounded()))
    var worst = 0.0
    for index in 1...count {
      let wanted = Int((Double(index) * interval.seconds / item.speed * rate).rounded())
      let reach = min(interval.seconds / item.speed * 0.45, 0.05)
      let found = onset(samples, near: wanted, within: Int(reach * rate), item.rate)
      // In the time domain, what lies between pieces is not heard at double speed and beyond.
      let isLost = abs(samples[min(found, samples.count - 1)]) < 0.05
      if item.algorithm == .timeDomain && (2...4).contains(item.speed) && isLost { continue }
      if abs(Double(found - wanted)) > abs(worst) { worst = Double(found - wanted) }
    }
    #expect(abs(worst) / rate * 1000 <= item.limit, "one is \(worst / rate * 1000) ms late")
  }

  @Test("tones keep their pitch and level", arguments: cases.filter { $0.algorithm != .varispeed })
  func tones(_ item: Case) throws {
    let length = max(0.6 * item.speed, 0.2)
    let samples = try heard(try timeline(ToneSource(frequency: 440), item, length: length), item)
    let middle = samples[(samples.count / 6)..<(samples.count * 5 / 6)]
    let frequency = measuredFrequency(middle, Double(item.rate))
    let isCoarse = item.algorithm == .lowQualityZeroLatency
    #expect(abs(frequency / 440 - 1) < (isCoarse ? 0.025 : 0.01), "\(frequency) Hz")
    let power = middle.reduce(0) { $0 + Double($1) * Double($1) } / Double(middle.count)
    #expect(abs(power.squareRoot() - 0.3535) < (isCoarse ? 0.2 : 0.05), "\(power.squareRoot())")
    #expect(samples.prefix(item.rate / 96).map(abs).max() ?? 0 > 0.15, "begins at once")
    #expect(samples.suffix(item.rate / 96).map(abs).max() ?? 0 > 0.15, "lasts to the end")
  }

  @Test("pieces are the whole", arguments: rates)
  func pieces(_ rate: Int) throws {
    let items = [
      Case(rate: rate, algorithm: .spectral, speed: 1.9),
      Case(rate: rate, algorithm: .lowQualityZeroLatency, speed: 0.7),
    ]
    for item in items {
      let noise = try timeline(NoiseSource(.pink, seed: 7), item, length: 0.4)
      let whole = try heard(noise, item, blockSize: 1 << 20)
      #expect(try heard(noise, item, blockSize: 333) == whole)
      let first = whole.count * 2 / 3
      let range = try TimeRange(
        start: sampleTime(Int64(first), Int64(rate)), end: noise.duration)
      #expect(try heard(noise, item, range: range, blockSize: 997) == Array(whole[first...]))
    }
  }

  @Test("what is brought to another rate and back stays as it is", arguments: rates)
  func conversion(_ rate: Int) throws {
    let working = StretchEngine.rubberBand(.finer).workingRate(for: rate)
    #expect(working == (rate % 11025 == 0 ? 44100 : 48000))
    // A tone at 90 % of the narrower band.
    let frequency = Double(min(rate, working)) * 0.45
    let tone = SourceSampleProvider(
      source: ToneSource(frequency: frequency), sampleRate: rate, layout: .mono)
    func converted(_ provider: any SampleProvider, _ piece: TapePiece) -> VarispeedReader {
      VarispeedReader(
        window: SourceWindow(provider: provider, channelCount: 1), channelCount: 1,
        pieces: [piece])
    }
    let there = converted(tone, .conversion(from: rate, to: working))
    let back = converted(
      ReaderProvider(reader: there, sampleRate: working), .conversion(from: working, to: rate))
    let count = 2048
    let found = try back.read(from: Int64(rate), frameCount: count)[0]
    let wanted = try tone.read(from: Int64(rate), frameCount: count).channels[0]
    let worst = zip(found, wanted).map { abs($0 - $1) }.max() ?? 1
    #expect(worst < 3e-5, "off by \(worst)")
  }

  @Test("a tape's onsets", arguments: [8000, 48000, 192_000], [1.0 / 32, 32])
  func tape(_ rate: Int, _ speed: Double) throws {
    let place = Int64(Double(rate) * 0.02 * max(1, speed))
    let impulse = FunctionSource(duration: nil) { $0 == place ? 1 : 0 }
    let item = Case(rate: rate, algorithm: .varispeed, speed: speed)
    let samples = try mixed(
      try timeline(impulse, item, length: Double(place) / Double(rate) * 2), sampleRate: rate)[0]
    let peak = samples.indices.max { abs(samples[$0]) < abs(samples[$1]) } ?? 0
    // Slowed down, one sample of the source lasts for many.
    #expect(abs(Double(peak) - Double(place) / speed) <= 2)
  }
}
