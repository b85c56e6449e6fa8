// SPDX-License-Identifier: MIT

import CKernels
import Foundation
import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

@Suite struct GeneratorTests {
  private func samples(
    _ source: any Source, from start: Int64 = 0, count: Int = 48000, rate: Int = 48000
  ) throws -> [Float] {
    try source.samples(from: start, frameCount: count, sampleRate: rate).channels[0]
  }

  @Test func theSineIsTheSine() {
    for step in -4000...4000 {
      let turns = Double(step) / 1237
      let exact = Trigonometry.sineAndCosine(degrees: 360 * turns).sine
      #expect(abs(mr_sine_turns(turns) - exact) < 1e-10)
    }
  }

  @Test(arguments: ToneSource.Waveform.allCases)
  func tonesHaveTheirFrequencyAndHarmonics(_ waveform: ToneSource.Waveform) throws {
    let tone = try samples(ToneSource(frequency: 500, gain: 0.5, waveform: waveform))
    let expected: [Double] =
      switch waveform {
      case .sine: [0.5, 0, 0]
      case .square: [2 / Double.pi, 0, 2 / Double.pi / 3]
      case .saw: [1 / Double.pi, 0.5 / Double.pi, 1 / Double.pi / 3]
      case .triangle: [0.40528, 0, 0.40528 / 9]
      }
    for (index, value) in expected.enumerated() {
      let found = amplitude(tone[...], 500 * Double(index + 1))
      #expect(abs(found - value) < 0.005, "\(waveform), harmonic \(index + 1): \(found)")
    }
    #expect(tone.map(abs).max() ?? 1 <= 0.55)
  }

  @Test(arguments: [-1, .nan, .infinity, 1e300])
  func impossibleTonesAreRefused(_ frequency: Double) throws {
    #expect(throws: MoonreelError.self) { try samples(ToneSource(frequency: frequency)) }
  }

  @Test func everySourceIsTheSameInPieces() throws {
    let sources: [any Source] = [
      ToneSource(frequency: 997.3, waveform: .saw), NoiseSource(.white, seed: 3),
      NoiseSource(.pink, seed: 4), NoiseSource(.brown, seed: 5), NoiseSource(.blue),
      NoiseSource(.violet), MusicSource(mood: .driving, duration: try Time(seconds: 2.1)),
      try ClickSource(interval: Time(value: 1, timescale: 7)),
      MusicSource(seed: 3),
    ]
    for source in sources {
      let whole = try samples(source, from: 95_000, count: 10_000)
      var pieces: [Float] = []
      for (start, count) in [(0, 1), (1, 999), (1000, 4096), (5096, 4904)] {
        pieces += try samples(source, from: 95_000 + Int64(start), count: count)
      }
      #expect(pieces == whole, "\(type(of: source))")
    }
  }

  @Test func durationsEndSources() throws {
    let length = try Time(seconds: 0.5)
    let tone = try samples(
      ToneSource(frequency: 440, waveform: .square, duration: length), from: -100, count: 30000)
    #expect(!tone[0..<100].contains { $0 != 0 })
    #expect(tone[24099] != 0)
    #expect(!tone[24100...].contains { $0 != 0 })
  }

  @Test func noiseIsNoise() throws {
    for spectrum in NoiseSource.Spectrum.allCases {
      let noise = try samples(NoiseSource(spectrum, gain: 0.5, seed: 9))
      let mean = noise.reduce(0, +) / 48000
      #expect(abs(mean) < 0.05)
      #expect(noise.map(abs).max() ?? 1 <= 0.5)
      #expect(noise != (try samples(NoiseSource(spectrum, gain: 0.5, seed: 10))))
      let other = try NoiseSource(spectrum, gain: 0.5, seed: 9)
        .samples(from: 0, frameCount: 48000, sampleRate: 48000).channels[1]
      #expect(other != noise)
    }
  }

  /// The power of a second of samples at a whole number of hertz (G. Goertzel, 1958).
  private func power(of samples: [Float], at hertz: Double) -> Double {
    let twice = 2 * cos(2 * Double.pi * hertz / 48000)
    var (now, before) = (0.0, 0.0)
    for sample in samples { (now, before) = (Double(sample) + twice * now - before, now) }
    return now * now + before * before - twice * now * before
  }

  @Test(
    "colours of noise lose or gain so many decibels in each octave",
    arguments: [
      (NoiseSource.Spectrum.white, 0.0), (.pink, -3), (.brown, -6), (.blue, 3), (.violet, 6),
    ])
  func colors(spectrum: NoiseSource.Spectrum, slope: Double) throws {
    var powers: [Double] = []
    for seed in 0..<8 as Range<UInt64> {
      let noise = try samples(NoiseSource(spectrum, gain: 0.5, seed: seed))
      let found = [200.0, 400, 800, 1600, 3200, 6400].map { hertz in
        (0..<40).reduce(0) { sum, step in
          sum + power(of: noise, at: hertz + (hertz / 200) * Double(step))
        }
      }
      powers = powers.isEmpty ? found : zip(powers, found).map(+)
    }
    let levels = powers.map { 10 * log10($0) }
    for (before, after) in zip(levels, levels.dropFirst()) {
      #expect(abs(after - before - slope) < 1.5, "\(levels)")
    }
    #expect(abs((levels[5] - levels[0]) / 5 - slope) < 0.5, "\(levels)")
  }

  @Test("of so many clicks the first is an octave higher") func bars() throws {
    let clicks = try samples(
      ClickSource(interval: Time(value: 1, timescale: 10), beatsPerBar: 3), count: 48000)
    for beat in 0..<10 {
      let click = clicks[beat * 4800..<beat * 4800 + 96]
      #expect((amplitude(click, 2000) > amplitude(click, 1000)) == (beat % 3 == 0), "\(beat)")
    }
  }

  @Test(
    "music with a duration ends in its last bar", arguments: MusicMood.allCases, [12, 20, 61.3])
  func musicEnds(mood: MusicMood, seconds: Double) throws {
    let music = MusicSource(seed: 11, mood: mood, duration: try Time(seconds: seconds))
    let count = Int(seconds * 48000)
    let bars = seconds * music.beatsPerMinute / 240
    #expect(abs(bars - bars.rounded()) < 1e-9)
    if bars > 7.9 { #expect(abs(music.beatsPerMinute / mood.usualTempo - 1) < 0.07) }
    let block = try music.samples(from: 0, frameCount: count + 4800, sampleRate: 48000)
    let plane = block.channels[0]
    #expect((block.channels[0] + block.channels[1]).map(abs).max() ?? 1 <= 0.9)
    #expect(plane[count...].allSatisfy { $0 == 0 })
    func level(_ range: Range<Int>) -> Float {
      (plane[range].reduce(0) { $0 + $1 * $1 } / Float(range.count)).squareRoot()
    }
    // The last chord begins loud and has died away.
    let bar = count - Int(Double(count) / bars.rounded())
    #expect(level(bar..<bar + 24000) > 0.02)
    #expect(level(count - 480..<count) < 0.002)
    // Nothing but the last chord begins in the last bar: its second half rises nowhere.
    let half = bar + (count - bar) / 2
    #expect(level(half..<count) < level(bar..<half))
  }

  @Test("the band plays as it did") func musicStays() throws {
    let plane = try samples(MusicSource(seed: 3), from: 30 * 48000)
    #expect(abs(plane[1000] - Self.known[0]) < 1e-6 && abs(plane[40000] - Self.known[1]) < 1e-6)
  }

  /// Two samples of the piece 3, mood warm, 92 beats a minute, half a minute from its start.
  private static let known: [Float] = [0.105200566, 0.152784064]

  @Test(arguments: [48000, 44100, 22050])
  func clicksBeginOnTheirSample(_ rate: Int) throws {
    let interval = try Time(value: 1, timescale: 3)
    let clicks = try samples(ClickSource(interval: interval), count: 2 * rate, rate: rate)
    for index in 0..<6 {
      let onset = Int((Double(index) * Double(rate) / 3).rounded())
      #expect(clicks[onset] == 0.8)
      if onset > 0 { #expect(!clicks[onset - 100..<onset].contains { $0 != 0 }) }
    }
    #expect(throws: MoonreelError.self) { try ClickSource(interval: .zero) }
  }

  @Test(arguments: [(24, 1), (30000, 1001), (25, 1), (60, 1)])
  func flashesAreTheFramesOfTheClicks(_ numerator: Int64, _ denominator: Int64) throws {
    let rate = try FrameRate(numerator, denominator)
    let pair = try ClickAndFlash(
      interval: Time(value: 7, timescale: 10), frameRate: rate, size: PixelSize(16, 9))
    var white: [Int64] = []
    for frame in 0..<300 {
      let time = rate.time(ofFrame: Int64(frame))
      let context = FrameContext(time: time, frameIndex: Int64(frame), size: Size(16, 9))
      guard case .crop(let inner, _) = try pair.picture.image(at: time, in: context).node,
        case .color(let color) = inner.node
      else {
        Issue.record("a flash is a cropped colour")
        return
      }
      if color == .white { white.append(Int64(frame)) }
    }
    let end = rate.time(ofFrame: 300)
    var wanted: [Int64] = []
    var click = Time.zero
    while click < end {
      wanted.append(rate.frame(at: click))
      click += pair.sound.interval
    }
    #expect(white == wanted)
  }

  @Test(arguments: [1, 2, 3, 42] as [UInt64])
  func musicIsLoudEnoughAndNeverTooLoud(_ seed: UInt64) throws {
    let music = MusicSource(seed: seed)
    for start in [0, 12, 30] as [Int64] {
      let block = try music.samples(from: start * 48000, frameCount: 6 * 48000, sampleRate: 48000)
      let (left, right) = (block.channels[0], block.channels[1])
      let peak = (left + right).map(abs).max() ?? 1
      #expect(peak <= 0.9 && peak > 0.1, "seed \(seed): \(peak)")
      let power = left.reduce(0) { $0 + $1 * $1 } / Float(left.count)
      #expect(power.squareRoot() > 0.03 && power.squareRoot() < 0.25)
      #expect(abs(left.reduce(0, +) / Float(left.count)) < 0.01)
      #expect(left != right)
    }
  }

  @Test func musicDoesNotClickBetweenItsSeconds() throws {
    let music = try MusicSource(seed: 5).samples(from: 0, frameCount: 480_000, sampleRate: 48000)
    let plane = music.channels[0]
    func bend(_ index: Int) -> Float { abs(plane[index + 1] - 2 * plane[index] + plane[index - 1]) }
    for second in 1..<10 {
      let edge = (second * 48000 - 2...second * 48000 + 1).map(bend).max() ?? 1
      let around = (second * 48000 - 4000..<second * 48000 + 4000).map(bend).max() ?? 0
      #expect(edge <= around)
      #expect(edge < 0.25)
    }
  }

  @Test func pictureSourcesMoveAndStayInTheirFrame() throws {
    let size = PixelSize(320, 180)
    let sources: [any Source] = [
      try TestCardSource(naturalSize: size, frameRate: FrameRate(30)),
      try GradientSource(naturalSize: size), ShapesSource(naturalSize: size),
    ]
    for source in sources {
      let context = FrameContext(time: .zero, frameIndex: 0, size: size.size)
      for time in [Time.zero, Time(wholeSeconds: 3), Time(wholeSeconds: 3600)] {
        let image = try source.image(at: time, in: context)
        #expect(image.extent == Rect(origin: .zero, size: size.size), "\(type(of: source))")
      }
      #expect(source.mediaType == .video && source.duration == nil)
    }
  }
}
