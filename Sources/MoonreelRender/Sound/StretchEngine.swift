// SPDX-License-Identifier: MIT

import MoonreelModel

/// What does the work of stretching.
enum StretchEngine {
  /// One of Rubber Band's engines.
  case rubberBand(RubberBandStretcher.Engine)
  /// SoundTouch, the least work. Only for what ``SoundTouchStretcher`` can do.
  case soundTouch

  /// The engine that makes `ratio` output samples of each input sample, or `nil` for varispeed.
  init?(_ algorithm: TimePitchAlgorithm, ratio: Double, channelCount: Int) {
    switch algorithm {
    case .varispeed: return nil
    case .spectral: self = .rubberBand(.finer)
    case .timeDomain:
      self =
        SoundTouchStretcher.ratios.contains(ratio)
          && SoundTouchStretcher.channelCounts.contains(channelCount)
        ? .soundTouch : .rubberBand(.finer)
    case .lowQualityZeroLatency:
      self = .rubberBand(
        RubberBandStretcher.shortRatios.contains(ratio) ? .fasterShort : .finer)
    }
  }

  /// The samples a second that it works at in a mix of `sampleRate`.
  ///
  /// Rubber Band picks its windows by the rate, in powers of two: at 96 kHz onsets were up to 20 ms off, at
  /// 192 kHz 35 ms, below 44.1 kHz up to 20 ms. So it works at 44.1 or 48 kHz alone, whichever divides into
  /// the mix's rate or it into that.
  func workingRate(for sampleRate: Int) -> Int {
    switch self {
    case .soundTouch: return sampleRate
    case .rubberBand:
      var rate = sampleRate
      while rate > 44_100, rate.isMultiple(of: 2) { rate /= 2 }
      while rate < 44_100 { rate *= 2 }
      return rate == 44_100 ? 44_100 : 48_000
    }
  }

  /// A stretcher by this engine, fed at most `pieceSize` samples at a time.
  ///
  /// - Throws: `MoonreelError` (`internalError`) when the library cannot be set up.
  func stretcher(
    sampleRate: Int, channelCount: Int, ratio: Double, pieceSize: Int
  ) throws -> any TimeStretcher {
    switch self {
    case .rubberBand(let engine):
      return try RubberBandStretcher(
        engine: engine, sampleRate: sampleRate, channelCount: channelCount, ratio: ratio,
        pieceSize: pieceSize)
    case .soundTouch:
      return try SoundTouchStretcher(
        sampleRate: sampleRate, channelCount: channelCount, ratio: ratio)
    }
  }

  /// How many samples too early onsets are heard, on average, where one input sample becomes `ratio` output
  /// samples.
  func onsetAdvance(ratio: Double, sampleRate: Int) -> Double {
    switch self {
    case .rubberBand(let engine): engine.onsetAdvance(ratio: ratio)
    case .soundTouch: SoundTouchStretcher.onsetAdvance(ratio: ratio, sampleRate: sampleRate)
    }
  }
}
