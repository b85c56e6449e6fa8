// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Levels, spectra and rhythm of sounds whose numbers are known.
@Suite struct SoundFeaturesTests {
  private func features(
    _ source: any Source, _ from: Double = 0, _ to: Double, layout: ChannelLayout = .stereo
  ) throws -> SoundFeatures {
    try SoundFeatures(
      of: SourceSampleProvider(
        source: source, sampleRate: SoundWalk.sampleRate, layout: layout),
      over: try SoundWalk(over: try TimeRange(seconds: from, to), channelCount: layout.count))
  }

  private func decibels(_ factor: Double) -> Double { Decibels.of(gain: factor) }

  @Test("a sine of full scale reads 0 dB in its band, and in a wider one", arguments: 0..<32)
  func calibration(_ band: Int) throws {
    let (low, high) = (SpectrumBands.edges[band], SpectrumBands.edges[band + 1])
    let tone = ToneSource(frequency: (low * high).squareRoot(), gain: 1)
    let features = try features(tone, 0, 0.5)
    let spectrum = features.spectrum(ofHop: 25)
    #expect(abs(decibels(spectrum[band])) < 0.1, "\(decibels(spectrum[band])) dB")
    #expect(spectrum[band] >= spectrum.max()! * 0.98)
    for distance in 6..<32 where band > 12 && band - distance >= 0 {
      #expect(decibels(spectrum[band - distance]) < -60)
    }
    let quantity = try SoundQuantity(.band(low: max(20, low / 2), high: min(16_000, high * 2)))
    let wide = features.value(of: quantity, at: try Time(seconds: 0.25))
    #expect(abs(decibels(wide)) < (band < 4 ? 2 : 0.3), "\(decibels(wide)) dB")
  }

  @Test("levels and peaks of a tone", arguments: [1.0, 0.5, 0.01])
  func levels(_ gain: Double) throws {
    let features = try features(ToneSource(frequency: 1000, gain: gain), 0, 1)
    #expect(features.hopCount == 100)
    for hop in 0..<100 {
      #expect(abs(features.level(ofHop: hop) - gain * 0.5.squareRoot()) < 1e-4 * gain)
      #expect(abs(Double(features.peak(ofHop: hop)) - gain) < 0.001 * gain)
      #expect(features.peak(ofHop: hop, channel: 1) == features.peak(ofHop: hop))
    }
    let peak = try SoundQuantity(.peak)
    #expect(features.value(of: peak, at: try Time(seconds: 1.2)) == 0)
    #expect(features.value(of: peak, at: try Time(seconds: -0.1)) == 0)
  }

  @Test("channels have levels of their own, and all have their mean power") func channels() throws {
    final class Left: SampleProvider {
      func read(from start: Int64, frameCount: Int) throws -> SampleBuffer {
        var block = SampleBuffer(sampleRate: 48_000, channelCount: 3, frameCount: frameCount)
        block.channels[0] = (0..<frameCount).map { (start + Int64($0)) % 2 == 0 ? 0.5 : -0.5 }
        return block
      }
    }
    let features = try SoundFeatures(
      of: Left(), over: try SoundWalk(over: try TimeRange(seconds: 0, 0.1), channelCount: 3))
    #expect(features.level(ofHop: 3, channel: 0) == 0.5)
    #expect(features.level(ofHop: 3, channel: 2) == 0)
    #expect(abs(features.level(ofHop: 3) - 0.5 / 3.0.squareRoot()) < 1e-6)
    #expect(features.peak(ofHop: 3) == 0.5)
  }

  @Test("hops lie where they say, and end with the range") func hops() throws {
    let click = try ClickSource(interval: Time(wholeSeconds: 1), gain: 1)
    let features = try features(click, 0.505, 2.513)
    #expect(features.hopCount == 201)
    let loud = (0..<201).filter { features.peak(ofHop: $0) > 0.9 }
    #expect(loud == [49, 149])
    #expect(features.time(ofHop: 49) == (try Time(seconds: 0.995)))
    #expect(features.hop(at: Time(wholeSeconds: 1)) == 49)
  }

  @Test("sounds of any length", arguments: [1, 2, 239, 479, 480, 481, 700, 959, 4096, 48_111])
  func lengths(_ samples: Int64) throws {
    let provider = SourceSampleProvider(
      source: NoiseSource(.white), sampleRate: 48_000, layout: .stereo)
    let range = TimeRange(start: .zero, duration: try Time(value: samples, timescale: 48_000))
    let features = try SoundFeatures(
      of: provider, over: try SoundWalk(over: range, channelCount: 2))
    #expect(features.hopCount == Int((samples + 479) / 480))
    #expect(features.level(ofHop: features.hopCount - 1) > 0)
    #expect(features.rhythm.onsets.allSatisfy { range.contains($0.time) })
  }

  @Test("a stretch of a sound has what all of it has") func stretches() throws {
    let music = NoiseSource(.pink, seed: 3)
    let (whole, part) = (try features(music, 0, 6), try features(music, 2, 4))
    for hop in 0..<200 {
      #expect(part.level(ofHop: hop) == whole.level(ofHop: hop + 200))
      #expect(part.spectrum(ofHop: hop) == whole.spectrum(ofHop: hop + 200))
    }
  }

  @Test("clicks: tempo, beats and onsets", arguments: [60.0, 90, 120, 140, 165])
  func clicks(_ tempo: Double) throws {
    let interval = try Time(seconds: 60 / tempo)
    let rhythm = try features(ClickSource(interval: interval), 0, 20).rhythm
    let found = try #require(rhythm.tempo)
    #expect(abs(found.beatsPerMinute / tempo - 1) < 0.001, "\(found)")
    #expect(found.confidence > 0.5)
    func distance(_ time: Time) -> Double {
      let beats = time.seconds / interval.seconds
      return abs(beats - beats.rounded()) * interval.seconds
    }
    let clicks = Int((20 / interval.seconds - 0.01).rounded(.up))
    #expect(abs(rhythm.beats.count - clicks) <= 1)
    #expect(rhythm.beats.allSatisfy { distance($0.time) < 0.010 })
    #expect(rhythm.onsets.count == clicks)
    #expect(rhythm.onsets.allSatisfy { distance($0.time) < 0.005 && $0.strength > 0.5 })
  }

  @Test(
    "music: tempo and beats",
    arguments: zip(MusicMood.allCases, [84.0, 100, 76, 92, 128]))
  func music(_ mood: MusicMood, _ tempo: Double) throws {
    let music = MusicSource(seed: 1, mood: mood, beatsPerMinute: tempo)
    let rhythm = try features(music, 0, 16).rhythm
    let found = try #require(rhythm.tempo)
    // Half or twice as many may be counted; where they lie is certain.
    let ratios = [0.5, 1, 2].map { found.beatsPerMinute / (tempo * $0) }
    let nearest = try #require(ratios.min { abs($0 - 1) < abs($1 - 1) })
    #expect(abs(nearest - 1) < 0.01, "\(mood) \(tempo): \(found)")
    let unit = 60 / tempo / 2
    for beat in rhythm.beats where beat.time.seconds > 3 {
      let units = beat.time.seconds / unit
      #expect(abs(units - units.rounded()) * unit < 0.035, "\(mood) \(tempo): \(beat)")
    }
  }

  @Test("silence, a tone and noise have no tempo") func arrhythmic() throws {
    let sources: [any Source] = [
      SilenceSource(), ToneSource(frequency: 440), NoiseSource(.pink),
    ]
    for source in sources {
      let rhythm = try features(source, 0, 20).rhythm
      #expect(rhythm.tempo == nil, "\(source): \(rhythm.tempo!)")
      #expect(rhythm.beats.isEmpty)
    }
    #expect(try features(SilenceSource(), 0, 20).rhythm == .none)
  }

  @Test("two that measure hear in one walk what each hears alone", arguments: [1, 2, 3])
  func together(channels: Int) throws {
    let layout: ChannelLayout = [.mono, .stereo, .surround51][channels - 1]
    let provider = SourceSampleProvider(
      source: NoiseSource(.pink, seed: 5), sampleRate: SoundWalk.sampleRate, layout: layout)
    let walk = try SoundWalk(
      over: try TimeRange(seconds: 0.3, 1.2345), channelCount: layout.count)
    let (analyzer, meter) = (try SoundAnalyzer(walk), OverviewMeter([.extents, .spectra], walk))
    try walk.lead([analyzer, meter], through: provider, CancellationFlag())
    let (features, overview) = (try analyzer.features(CancellationFlag()), meter.overview)
    let alone = try SoundFeatures(of: provider, over: walk)
    #expect(features.hopCount == 94 && alone.hopCount == 94)
    for hop in 0..<94 {
      #expect(features.spectrum(ofHop: hop) == alone.spectrum(ofHop: hop))
      // The steps of a hop reach as far as its peak.
      let extents = (hop * 8..<min(hop * 8 + 8, overview.stepCount)).flatMap { step in
        (0..<layout.count).map { channel in
          max(
            -Float(overview.lows[step * layout.count + channel]),
            Float(overview.highs[step * layout.count + channel]))
        }
      }
      #expect(abs((extents.max() ?? 0) - features.peak(ofHop: hop)) < 0.001)
    }
    #expect(overview.stepCount == 748 && overview.spectrumCount == 94)
    #expect(try SoundOverview([.extents], of: provider, over: walk).lows == overview.lows)
    #expect(try SoundOverview([.spectra], of: provider, over: walk).spectra == overview.spectra)
  }

  @Test("what is too long, empty or cancelled is refused") func refusals() throws {
    #expect(throws: MoonreelError.self) { try features(NoiseSource(.white), 0, 7 * 3600) }
    #expect(throws: MoonreelError.self) { try features(NoiseSource(.white), 1, 1) }
    let flag = CancellationFlag()
    flag.cancel()
    let provider = SourceSampleProvider(
      source: NoiseSource(.white), sampleRate: 48_000, layout: .mono)
    #expect {
      try SoundFeatures(
        of: provider, over: try SoundWalk(over: try TimeRange(seconds: 0, 9), channelCount: 1),
        cancellation: flag)
    } throws: {
      ($0 as? MoonreelError)?.code == .cancelled
    }
  }
}
