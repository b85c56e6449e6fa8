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
        ? .soundTouch : .rubberBand(.faster)
    case .lowQualityZeroLatency: self = .rubberBand(.fasterShort)
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
    case .rubberBand(let engine): engine.onsetAdvance(ratio: ratio, sampleRate: sampleRate)
    case .soundTouch: SoundTouchStretcher.onsetAdvance(ratio: ratio, sampleRate: sampleRate)
    }
  }
}
