// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

@Suite struct LimiterTests {
  /// Noise with bursts, the same every time; about one loud passage a quarter of a second.
  private static let bursts: [Float] = {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    return (0..<96_000).map { index in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let noise = Float(Int64(bitPattern: state) >> 40) / Float(1 << 23)
      return noise * (index % 12_000 < 700 ? 1.9 : 0.2)
    }
  }()

  /// What comes out for `planes`, without the delay.
  private func limited(
    _ planes: [[Float]], gain: Double = 1, limit: Double = 0.5, blockSize: Int = 4096
  ) -> [[Float]] {
    var limiter = TruePeakLimiter(
      gain: gain, limit: limit, sampleRate: 48_000, channelCount: planes.count)
    let padded = planes.map { $0 + [Float](repeating: 0, count: limiter.delay) }
    var made = [[Float]](repeating: [], count: planes.count)
    for start in stride(from: 0, to: padded[0].count, by: blockSize) {
      let range = start..<min(padded[0].count, start + blockSize)
      for (channel, samples) in limiter.process(padded.map { Array($0[range]) }).enumerated() {
        made[channel] += samples
      }
    }
    return made.map { Array($0[limiter.delay...]) }
  }

  @Test("what stays below the limit is multiplied by the gain, and nothing else")
  func transparent() {
    let tone = TestTone.kilohertz(-20, seconds: 0.5)
    #expect(limited([tone, tone]) == [tone, tone])
    #expect(limited([tone], gain: 2)[0] == tone.map { $0 * 2 })
  }

  @Test("no true peak exceeds the limit", arguments: [0.5, 0.89, 0.1], [1.0, 8.0])
  func limit(_ limit: Double, _ gain: Double) throws {
    let other = Self.bursts.reversed().map { $0 / 2 }
    let made = limited([Self.bursts, other], gain: gain, limit: limit)
    let peak = try loudness(of: made).truePeak
    #expect(peak <= Decibels.of(gain: limit) + 0.02, "\(peak)")
    #expect(peak >= Decibels.of(gain: limit) - 0.5, "\(peak)")
  }

  @Test("a tone whose peaks lie between its samples is held there, not at its samples")
  func between() throws {
    let tone = TestTone.sine(1, frequency: 0.25, degrees: 45, count: 48_000)
    let made = limited([tone], limit: 0.5)
    let middle = made[0][20_000..<28_000].map(abs).max() ?? 0
    #expect(abs(middle - 0.3536) < 0.003, "\(middle)")
  }

  @Test("the size of blocks does not matter", arguments: [1, 13, 500, 100_000])
  func blocks(_ size: Int) {
    let part = Array(Self.bursts[..<30_000])
    #expect(limited([part], blockSize: size) == limited([part]))
  }

  @Test("the gain falls smoothly within 5 ms and is back half a second later") func shape() {
    let level: Float = 0.4
    var samples = [Float](repeating: level, count: 48_000)
    samples[10_000] = 4
    let gains = zip(limited([samples], limit: 0.5)[0], samples).map { Double($0 / $1) }
    #expect(gains[9700] == 1 && gains[10_000] < 0.126)
    #expect(zip(gains[9700...], gains[9701...10_000]).allSatisfy { $1 <= $0 && $0 - $1 < 0.01 })
    #expect(
      zip(gains[10_012...], gains[10_013..<34_000]).allSatisfy { $0 <= $1 && $1 - $0 < 0.0001 })
    #expect(gains[22_000] > 0.5 && gains[33_000] == 1)
  }

  @Test("all channels are turned down together") func linked() {
    let quiet = [Float](repeating: 0.1, count: 20_000)
    var loud = quiet
    loud[10_000] = 1
    let made = limited([loud, quiet], limit: 0.5)
    #expect(made[1][10_000] < 0.051 && made[1][9000] == 0.1)
  }

  @Test("a mix that is shorter than the delay", arguments: [1, 100, 251, 252, 300])
  func short(_ count: Int) throws {
    let source = FunctionSource(duration: nil) { Float($0 + 1) / 1000 }
    let range = TimeRange(start: .zero, end: try sampleTime(Int64(count)))
    let timeline = try soundTimeline([source], [(range, range)])
    func mixer() throws -> AudioMixer {
      try AudioMixer(
        timeline: timeline, mix: nil, range: range, sampleRate: 48_000, layout: .mono
      ) { source, track in
        try opener(sampleRate: 48_000, layout: .stereo)(source, track).left
      }
    }
    let mix = try MasteredMix(mixer(), Mastering(gain: 1, limit: 0.99))
    var samples: [Float] = []
    while let block = try mix.next(frameCount: 64) { samples += block.channels[0] }
    #expect(samples == (0..<count).map { Float($0 + 1) / 1000 })
  }
}

/// The left of two channels.
private final class LeftChannel: SampleProvider {
  let provider: any SampleProvider
  init(_ provider: any SampleProvider) { self.provider = provider }

  func read(from start: Int64, frameCount: Int) throws -> SampleBuffer {
    let block = try provider.read(from: start, frameCount: frameCount)
    return SampleBuffer(sampleRate: block.sampleRate, channels: [block.channels[0]])
  }
}

extension SampleProvider {
  fileprivate var left: any SampleProvider { LeftChannel(self) }
}
