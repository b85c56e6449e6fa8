// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore

extension SoundOverview {
  /// Measures what `walk` hears of `provider`, which gives 48 kHz. An hour of stereo takes about 20 s with spectra, and 1 s
  /// without.
  ///
  /// - Throws: `MoonreelError` (`cancelled`); what the provider throws.
  public init(
    _ parts: Parts, of provider: any SampleProvider, over walk: SoundWalk,
    cancellation: CancellationFlag = CancellationFlag()
  ) throws {
    let meter = OverviewMeter(parts, walk)
    try walk.lead([meter], through: provider, cancellation)
    self = meter.overview
  }
}

/// Measures what is seen of a sound while it goes by; see ``SoundOverview``.
final class OverviewMeter: SoundMeter {
  /// Samples of a step: a hop has eight.
  private static let step = SoundWalk.sampleRate / SoundOverview.stepsPerSecond
  /// What powers are multiplied by so that a sine of full scale has 1: half of the window's sum is its amplitude.
  private static let scale = {
    let half = SpectrumWindow.weights.reduce(0, +) / 2
    return 1 / (half * half)
  }()

  private let parts: SoundOverview.Parts
  private let walk: SoundWalk
  private var lows: [Float16] = []
  private var highs: [Float16] = []
  private var spectra: [UInt8] = []

  /// One that has heard nothing yet.
  init(_ parts: SoundOverview.Parts, _ walk: SoundWalk) { (self.parts, self.walk) = (parts, walk) }

  var wantsSpectra: Bool { parts.contains(.spectra) }

  func hear(_ hop: UnsafeBufferPointer<Float>, ofChannel channel: Int) {
    guard parts.contains(.extents), let samples = hop.baseAddress else { return }
    // By step and channel: those before the channel's have made room for it.
    let steps = (hop.count + Self.step - 1) / Self.step
    if channel == 0 {
      let room = [Float16](repeating: 0, count: steps * walk.channelCount)
      lows += room
      highs += room
    }
    let first = lows.count - steps * walk.channelCount + channel
    for step in 0..<steps {
      let begin = step * Self.step
      var (low, high) = (Float(0), Float(0))
      mr_overview_extent(&low, &high, samples + begin, min(Self.step, hop.count - begin))
      lows[first + step * walk.channelCount] = Float16(max(-60_000, low))
      highs[first + step * walk.channelCount] = Float16(min(60_000, high))
    }
  }

  func hear(powers: [Double]) {
    let scale = Self.scale / Double(walk.channelCount)
    var bytes = [UInt8](repeating: 0, count: SpectrumScale.bandCount)
    mr_overview_bands(
      &bytes, powers.map { $0 * scale }, SpectrumScale.places, SpectrumScale.bandCount,
      SpectrumScale.thresholds)
    spectra += bytes
  }

  /// What was heard.
  var overview: SoundOverview {
    SoundOverview(
      range: walk.range, channelCount: walk.channelCount, lows: lows, highs: highs,
      spectra: spectra)
  }
}
