// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Tones as the EBU describes its test signals.
enum TestTone {
  /// A stretch of a sine of 1 kHz at 48,000 samples a second: 48 samples a period, whose peak is `decibels` below full scale.
  static func kilohertz(_ decibels: Double, seconds: Double) -> [Float] {
    let level = Decibels.gain(of: decibels)
    let period = (0..<48).map { Float(level * PortableMath.sin(Double($0) / 48 * 2 * .pi)) }
    let count = Int((seconds * 48_000).rounded())
    var samples: [Float] = []
    samples.reserveCapacity(count + 48)
    while samples.count < count { samples += period }
    return Array(samples.prefix(count))
  }

  /// Stretches one after the other.
  static func stretches(_ parts: [(decibels: Double, seconds: Double)]) -> [Float] {
    parts.flatMap { kilohertz($0.decibels, seconds: $0.seconds) }
  }

  /// A sine of `frequency` (as a share of the rate) and `degrees` at its first sample.
  static func sine(_ amplitude: Double, frequency: Double, degrees: Double, count: Int) -> [Float] {
    (0..<count).map {
      let turns = (Double($0) * frequency).truncatingRemainder(dividingBy: 1) + degrees / 360
      return Float(amplitude * PortableMath.sin(turns * 2 * .pi))
    }
  }

  /// A second of it, faded in and out, so that its ends ring no higher than the rest.
  static func faded(_ amplitude: Double, frequency: Double, degrees: Double) -> [Float] {
    sine(amplitude, frequency: frequency, degrees: degrees, count: 48_000).enumerated().map {
      $1 * min(1, Float(min($0, 47_999 - $0)) / 4800)
    }
  }
}

/// How loud `planes` are.
func loudness(
  of planes: [[Float]], layout: ChannelLayout = .stereo, sampleRate: Int = 48_000,
  blockSize: Int = 4096
) throws -> Loudness {
  let meter = try LoudnessMeter(sampleRate: sampleRate, layout: layout)
  let count = planes[0].count
  for start in stride(from: 0, to: count, by: blockSize) {
    let range = start..<min(count, start + blockSize)
    meter.add(SampleBuffer(sampleRate: sampleRate, channels: planes.map { Array($0[range]) }))
  }
  return meter.loudness
}

/// The test signals of EBU Tech 3341 and 3342, made from their descriptions, and the answers that these ask for.
@Suite struct LoudnessTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var number: Int
    var parts: [(decibels: Double, seconds: Double)]
    var answer: Double
    var testDescription: String { "case \(number)" }
  }

  @Test(
    "Tech 3341, integrated loudness",
    arguments: [
      Case(number: 1, parts: [(-23, 20)], answer: -23),
      Case(number: 2, parts: [(-33, 20)], answer: -33),
      Case(number: 3, parts: [(-36, 10), (-23, 60), (-36, 10)], answer: -23),
      Case(
        number: 4, parts: [(-72, 10), (-36, 10), (-23, 60), (-36, 10), (-72, 10)], answer: -23),
      Case(number: 5, parts: [(-26, 20), (-20, 20.1), (-26, 20)], answer: -23),
    ])
  func integrated(_ signal: Case) throws {
    let tone = TestTone.stretches(signal.parts)
    let found = try loudness(of: [tone, tone])
    #expect(abs(found.integrated - signal.answer) <= 0.1, "\(found)")
    if signal.parts.count == 1 {
      #expect(abs(found.maxMomentary - signal.answer) <= 0.1, "\(found.maxMomentary)")
      #expect(abs(found.maxShortTerm - signal.answer) <= 0.1, "\(found.maxShortTerm)")
    }
  }

  @Test(
    "Tech 3341, case 6: five channels, in either naming of the surround ones, and low frequencies not heard",
    arguments: [["SL", "SR"], ["BL", "BR"]])
  func surround(_ names: [String]) throws {
    let levels = [-28.0, -28, -24, -30, -30]
    let planes = levels.map { TestTone.kilohertz($0, seconds: 20) }
    let five = ChannelLayout(channels: ["FL", "FR", "FC"] + names)
    #expect(abs(try loudness(of: planes, layout: five).integrated + 23) <= 0.1)
    let loud = TestTone.kilohertz(-10, seconds: 20)
    let six = ChannelLayout(channels: ["FL", "FR", "FC", "LFE"] + names)
    let found = try loudness(of: planes[0..<3] + [loud] + planes[3...], layout: six)
    #expect(abs(found.integrated + 23) <= 0.1)
  }

  @Test("of seven loudspeakers those at the sides count 1.41 times, those behind once")
  func seven() throws {
    let tone = TestTone.kilohertz(-20, seconds: 5)
    let silence = [Float](repeating: 0, count: tone.count)
    let names = ["FL", "FR", "FC", "LFE", "BL", "BR", "SL", "SR"]
    func level(of name: String) throws -> Double {
      let planes = names.map { $0 == name ? tone : silence }
      return try loudness(of: planes, layout: ChannelLayout(channels: names)).integrated
    }
    let front = try level(of: "FL")
    #expect(abs(try level(of: "BL") - front) < 0.01)
    #expect(abs(try level(of: "SR") - front - 1.5) < 0.02)
    #expect(try level(of: "LFE") == -.infinity)
  }

  @Test("Tech 3341, case 9: short-term loudness of what changes within 3 s") func shortTerm() throws
  {
    let period = TestTone.stretches([(-20, 1.34), (-30, 1.66)])
    let tone = (0..<5).flatMap { _ in period }
    #expect(abs(try loudness(of: [tone, tone]).maxShortTerm + 23) <= 0.1)
  }

  @Test("Tech 3341, case 10: the loudest 3 s, wherever they begin", arguments: 0..<20)
  func loudestThreeSeconds(_ index: Int) throws {
    let tone = TestTone.stretches([(-200, Double(index) * 0.15), (-23, 3), (-200, 1)])
    #expect(abs(try loudness(of: [tone, tone]).maxShortTerm + 23) <= 0.1)
  }

  @Test("Tech 3341, case 12: momentary loudness of what changes within 0.4 s")
  func momentary() throws {
    let period = TestTone.stretches([(-20, 0.18), (-30, 0.22)])
    let tone = (0..<25).flatMap { _ in period }
    #expect(abs(try loudness(of: [tone, tone]).maxMomentary + 23) <= 0.1)
  }

  @Test("Tech 3341, case 13: the loudest 0.4 s, wherever they begin", arguments: 0..<20)
  func loudestMoment(_ index: Int) throws {
    let tone = TestTone.stretches([(-200, Double(index) * 0.02), (-23, 0.4), (-200, 1)])
    #expect(abs(try loudness(of: [tone, tone]).maxMomentary + 23) <= 0.1)
  }

  /// Twenty tones of the length that is looked at, each a decibel louder: what is loudest grows with each of them.
  @Test(
    "Tech 3341, cases 11 and 14: tones one after the other, wherever they begin",
    arguments: [(3.0, 0.15), (0.4, 0.02)])
  func successive(_ length: Double, _ step: Double) throws {
    let meter = try LoudnessMeter(sampleRate: 48_000, layout: .stereo)
    for index in 0..<20 {
      let wait = Double(index) * step
      let level = Double(index - 38)
      let tone = TestTone.stretches([(-200, wait), (level, length), (-200, length - wait)])
      meter.add(SampleBuffer(sampleRate: 48_000, channels: [tone, tone]))
      let found = meter.loudness
      let loudest = length == 3 ? found.maxShortTerm : found.maxMomentary
      #expect(abs(loudest - level) <= 0.1, "\(loudest) for \(level)")
    }
  }

  @Test(
    "Tech 3341, cases 15 to 19: true peaks between the samples",
    arguments: [
      (0.5, 4.0, 0.0, -6.0), (0.5, 4, 45, -6), (0.5, 6, 60, -6), (0.5, 8, 67.5, -6),
      (1.41, 4, 45, 3),
    ])
  func truePeaks(_ amplitude: Double, _ divisor: Double, _ degrees: Double, _ answer: Double) throws
  {
    let tone = TestTone.faded(amplitude, frequency: 1 / divisor, degrees: degrees)
    let found = try loudness(of: [tone, tone]).truePeak
    #expect(found >= answer - 0.4 && found <= answer + 0.2, "\(found)")
  }

  /// One period of full scale in a tone of half of it, made at four times the rate, of which every fourth sample is taken.
  @Test("Tech 3341, cases 20 to 23: a peak between the samples", arguments: 0..<4)
  func decimatedPeak(_ offset: Int) throws {
    let count = 192 * 50
    let fine = (0..<count).map { index in
      let isLoud = (count / 2..<count / 2 + 16).contains(index)
      let fade = min(1, Double(min(index, count - 1 - index)) / 2000)
      return (isLoud ? 1 : 0.5 * fade) * PortableMath.sin(Double(index % 16) / 16 * 2 * .pi)
    }
    // A sinc that ends at 24 kHz under a cosine.
    let taps = (-256...256).map { tap in
      let x = Double(tap) / 4 * .pi
      let window = 0.5 + 0.5 * PortableMath.cos(Double(tap) / 257 * .pi)
      return (tap == 0 ? 1 : PortableMath.sin(x) / x) / 4 * window
    }
    let tone = stride(from: offset, to: count, by: 4).map { place in
      var sum = 0.0
      for (index, tap) in taps.enumerated() {
        let source = place + index - 256
        if fine.indices.contains(source) { sum += tap * fine[source] }
      }
      return Float(sum)
    }
    let found = try loudness(of: [tone, tone]).truePeak
    #expect(found >= -0.4 && found <= 0.2, "\(found)")
  }

  @Test("true peaks of tones near the end of the band", arguments: [15_000, 18_000, 20_000])
  func highTones(_ frequency: Int) throws {
    let tone = TestTone.faded(0.5, frequency: Double(frequency) / 48_000, degrees: 10)
    #expect(abs(try loudness(of: [tone, tone]).truePeak + 6.02) < 0.1)
  }

  @Test(
    "Tech 3342, loudness range",
    arguments: [
      Case(number: 1, parts: [(-20, 20), (-30, 20)], answer: 10),
      Case(number: 2, parts: [(-20, 20), (-15, 20)], answer: 5),
      Case(number: 3, parts: [(-40, 20), (-20, 20)], answer: 20),
      Case(
        number: 4, parts: [(-50, 20), (-35, 20), (-20, 20), (-35, 20), (-50, 20)], answer: 15),
    ])
  func range(_ signal: Case) throws {
    let tone = TestTone.stretches(signal.parts)
    let found = try loudness(of: [tone, tone])
    #expect(abs(found.range - signal.answer) <= 1, "\(found)")
  }

  @Test("rates other than 48 kHz", arguments: [8000, 22_050, 44_100, 96_000])
  func rates(_ rate: Int) throws {
    let tone = TestTone.sine(
      Decibels.gain(of: -23), frequency: 1000 / Double(rate), degrees: 0, count: 5 * rate)
    let found = try loudness(of: [tone, tone], sampleRate: rate)
    #expect(abs(found.integrated + 23) <= 0.1, "\(found)")
    #expect(abs(found.maxMomentary + 23) <= 0.1, "\(found.maxMomentary)")
    #expect(abs(found.truePeak + 23) <= 0.1, "\(found)")
  }

  @Test("the size of blocks does not matter", arguments: [1, 7, 480, 10_000])
  func blocks(_ size: Int) throws {
    let tone = TestTone.stretches([(-30, 0.5), (-12, 0.5), (-40, 0.7)])
    #expect(try loudness(of: [tone, tone], blockSize: size) == loudness(of: [tone, tone]))
  }

  @Test("silence, short sounds and odd samples") func odd() throws {
    let silence = [Float](repeating: 0, count: 48_000)
    let silent = try loudness(of: [silence, silence])
    #expect(silent.isSilent && silent.integrated == -.infinity && silent.truePeak == -.infinity)
    #expect(silent.description == "silent")
    let short = TestTone.kilohertz(-20, seconds: 0.3)
    let brief = try loudness(of: [short, short])
    #expect(brief.description == "too short or too quiet for a loudness, true peak -20.0 dBTP")
    let tone = TestTone.kilohertz(-23, seconds: 5)
    var hurt = tone
    hurt[1000] = .nan
    hurt[2000] = .infinity
    let found = try loudness(of: [hurt, tone])
    #expect(abs(found.integrated + 23) < 0.1 && abs(found.truePeak + 23) < 3, "\(found)")
    #expect(
      try loudness(of: [tone, tone]).description
        == "-23.0 LUFS, range 0.0 LU, true peak -23.0 dBTP")
  }

  @Test func impossibleFormatsAreRefused() {
    #expect(throws: MoonreelError.self) { try LoudnessMeter(sampleRate: 10, layout: .stereo) }
    #expect(throws: MoonreelError.self) {
      try LoudnessMeter(sampleRate: 48_000, layout: ChannelLayout(channels: []))
    }
  }
}
