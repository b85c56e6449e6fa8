// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelModel
@testable import MoonreelRender

/// `timeDomain` at speeds from a quarter to four times, which SoundTouch does.
@Suite("sound in the time domain") struct TimeDomainTests {
  private static let speeds = [0.5, 0.8, 1.25, 1.5, 2]

  private func stretched(
    _ source: any Source, _ from: TimeRange, speed: Double, sampleRate: Int = 48000,
    layout: ChannelLayout = .stereo, isReversed: Bool = false, blockSize: Int = 4096
  ) throws -> [[Float]] {
    let length = try seconds(0, from.duration.seconds / speed)
    let timeline = try soundTimeline([source], [(from, length)], isReversed: isReversed)
    return try mixed(
      timeline, sampleRate: sampleRate, layout: layout, algorithm: .timeDomain,
      blockSize: blockSize)
  }

  @Test("tones keep pitch and level", arguments: speeds, [220.0, 997])
  func tones(_ speed: Double, _ frequency: Double) throws {
    let planes = try stretched(ToneSource(frequency: frequency), seconds(1, 4), speed: speed)
    let count = Int((3 / speed * 48000).rounded())
    #expect(planes.allSatisfy { $0.count == count })
    let middle = planes[0][4800..<count - 4800]
    #expect(abs(measuredFrequency(middle) / frequency - 1) < 0.002)
    let power = middle.reduce(0) { $0 + Double($1) * Double($1) } / Double(middle.count)
    #expect(abs((power * 8).squareRoot() - 1) < 0.01, "level")
    #expect(planes[0].prefix(300).map(abs).max() ?? 0 > 0.48, "begins at once")
    #expect(planes[0].suffix(300).map(abs).max() ?? 0 > 0.48, "lasts to the end")
  }

  @Test("every sample rate", arguments: [8000, 11025, 22050, 44100, 96000, 192_000])
  func sampleRates(_ rate: Int) throws {
    for speed in [0.6, 1.7] {
      let tone = try stretched(
        ToneSource(frequency: 330), seconds(1, 2), speed: speed, sampleRate: rate, layout: .mono)[0]
      #expect(tone.count == Int((Double(rate) / speed).rounded()))
      let middle = tone[(tone.count / 8)..<(tone.count * 7 / 8)]
      #expect(abs(measuredFrequency(middle, Double(rate)) / 330 - 1) < 0.004, "\(speed)")
      #expect(abs(amplitude(middle, 330, Double(rate)) - 0.5) < 0.03, "\(speed)")
    }
  }

  /// Samples that a click at 48 kHz may be from its place, and how many of a hundred may be lost.
  private static let clicks: [(speed: Double, off: Double, mean: Double, lost: Int)] = [
    (0.25, 360, 48, 0), (0.5, 250, 48, 0), (0.8, 250, 144, 0), (1.25, 250, 120, 0),
    (1.5, 250, 48, 0), (2, 370, 48, 30), (2.5, 440, 48, 60),
  ]

  @Test("clicks land in time", arguments: clicks)
  func onsets(_ speed: Double, _ off: Double, _ mean: Double, _ lost: Int) throws {
    let interval = 0.2713
    let clicks = try ClickSource(interval: Time(value: 2713, timescale: 10000))
    let samples = try stretched(
      clicks, seconds(0, 101.5 * interval), speed: speed, layout: .mono)[0]
    let errors = (1...100).compactMap { index in
      error(of: Double(index) * interval * 48000 / speed, in: samples)
    }
    #expect(100 - errors.count <= lost, "\(100 - errors.count) are lost")
    let worst = errors.map(abs).max() ?? .infinity
    #expect(worst <= off, "one is \(worst) samples off")
    let average = errors.reduce(0, +) / Double(max(1, errors.count))
    #expect(abs(average) <= mean, "\(average) samples late on average")
  }

  /// How many samples late the click is heard that belongs at `place`: the nearest where it is heard twice;
  /// `nil` where it is lost.
  private func error(of place: Double, in samples: [Float]) -> Double? {
    let middle = Int(place.rounded())
    let around = max(0, middle - 1500)..<min(samples.count, middle + 1500)
    var begun: [Int] = []
    for index in around where abs(samples[index]) > 0.2 {
      if index - (begun.last ?? -1000) > 200 { begun.append(index) }
    }
    return begun.map { Double($0) - place }.min { abs($0) < abs($1) }
  }

  @Test("nothing is lost or doubled of what does not change", arguments: [0.25, 0.51, 1.37, 2, 4])
  func constants(_ speed: Double) throws {
    let range = try seconds(1, 2)
    let level = try stretched(FunctionSource.constant(0.5), range, speed: speed)
    #expect(level[0].allSatisfy { abs($0 - 0.5) < 1e-5 })
    let silence = try stretched(FunctionSource.constant(0), range, speed: speed)
    #expect(silence[0].allSatisfy { $0 == 0 })
  }

  @Test(
    "blocks of any size, from any place", arguments: [ChannelLayout.mono, .stereo, .surround51])
  func blocks(_ layout: ChannelLayout) throws {
    for (speed, isReversed) in [(0.7, false), (1.9, false), (1.9, true)] {
      let length = try seconds(0, 0.8)
      let source = try seconds(0.3, 0.3 + 0.8 * speed)
      let timeline = try soundTimeline(
        [NoiseSource(.pink, seed: 3)], [(source, length)], isReversed: isReversed)
      let whole = try mixed(timeline, layout: layout, algorithm: .timeDomain, blockSize: 1 << 20)
      #expect(whole[0].count == 38400 && whole[0].contains { $0 != 0 })
      for (first, size) in [(0, 333), (0, 1), (1, 4096), (20011, 997), (38399, 64)] {
        let from = try TimeRange(start: sampleTime(Int64(first)), end: length.end)
        if size == 1 && layout != .mono { continue }
        let part = try mixed(
          timeline, range: from, layout: layout, algorithm: .timeDomain, blockSize: size)
        #expect(part == whole.map { Array($0[first...]) }, "from \(first) in blocks of \(size)")
      }
    }
  }

  @Test("reversed is the mirrored source", arguments: [0.75, 1.6]) func reversed(
    _ speed: Double
  ) throws {
    let noise = NoiseSource(.pink, seed: 8)
    let known = try noise.samples(from: 0, frameCount: 96000, sampleRate: 48000).channels[0]
    let forwards = FunctionSource(duration: nil) {
      known.indices.contains(Int($0)) ? known[Int($0)] : 0
    }
    // From second 0.5 to second 1.5: sample m and sample 96000 − 1 − m change places.
    let mirrored = FunctionSource(duration: nil) { forwards.value(95999 - $0) }
    let range = try seconds(0.5, 1.5)
    let backwards = try stretched(forwards, range, speed: speed, isReversed: true)
    #expect(backwards == (try stretched(mirrored, range, speed: speed)))
  }

  @Test("channels stay together", arguments: [1, 2, 3, 6, 8, 15, 16]) func channels(
    _ channelCount: Int
  ) throws {
    let stretcher = try SoundTouchStretcher(
      sampleRate: 48000, channelCount: channelCount, ratio: 0.6)
    let noise = try NoiseSource(.pink, seed: 4).samples(
      from: 0, frameCount: 20480, sampleRate: 48000
    ).channels[0]
    var output = [[Float]](repeating: [], count: channelCount)
    for start in stride(from: 0, to: noise.count, by: 1024) {
      let piece = Array(noise[start..<start + 1024])
      try stretcher.feed(
        (0..<channelCount).map { channel in piece.map { $0 / Float(1 << channel) } })
      for (channel, plane) in try stretcher.take().enumerated() { output[channel] += plane }
    }
    #expect(output[0].count > 7000 && output[0].first == noise.first)
    for channel in output.indices {
      #expect(output[channel] == output[0].map { $0 / Float(1 << channel) }, "channel \(channel)")
    }
  }

  @Test("ten minutes later nothing has drifted") func drift() throws {
    // At 8 kHz, a click every minute; the last is still in its place.
    let clicks = try ClickSource(interval: Time(seconds: 60))
    let speed = 1.2345
    let timeline = try soundTimeline([clicks], [(seconds(0, 610), seconds(0, 610 / speed))])
    let place = 600 / speed * 8000
    let first = Int64(place) - 800
    let range = try TimeRange(start: sampleTime(first, 8000), end: sampleTime(first + 1600, 8000))
    let samples = try mixed(
      timeline, range: range, sampleRate: 8000, layout: .mono, algorithm: .timeDomain,
      blockSize: 1600)[0]
    let onset = samples.firstIndex { abs($0) > 0.2 }
    #expect(abs(Double(onset ?? -1000) + Double(first) - place) < 48, "\(onset ?? -1)")
  }

  @Test("what SoundTouch cannot do is Rubber Band's") func otherEngines() {
    func isSoundTouch(_ ratio: Double, _ channelCount: Int) -> Bool {
      if case .soundTouch = StretchEngine(.timeDomain, ratio: ratio, channelCount: channelCount) {
        return true
      }
      return false
    }
    #expect(isSoundTouch(4, 2) && isSoundTouch(0.25, 16))
    #expect(!isSoundTouch(4.01, 2) && !isSoundTouch(0.249, 2) && !isSoundTouch(1, 17))
  }

  @Test("more channels than SoundTouch takes") func manyChannels() throws {
    let stretcher = StretchEngine(.timeDomain, ratio: 0.5, channelCount: 17)
    guard case .rubberBand(.finer) = stretcher else {
      Issue.record("17 channels are not given to Rubber Band")
      return
    }
    // SoundTouch 2.3 takes 16 channels, 2.4 takes 32.
    #expect(throws: MoonreelError.self) {
      try SoundTouchStretcher(sampleRate: 48000, channelCount: 33, ratio: 0.5)
    }
  }
}
