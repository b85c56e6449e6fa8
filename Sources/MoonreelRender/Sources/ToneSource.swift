// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel

/// A steady tone, the same on both channels.
///
/// For example: `ToneSource(frequency: 440)` is the concert pitch at half scale.
public struct ToneSource: Source, Hashable {
  /// The shape of one period.
  public enum Waveform: String, Hashable, Sendable, CaseIterable {
    /// One frequency alone.
    case sine
    /// Up and down in halves; odd harmonics.
    case square
    /// A straight rise and a fall; all harmonics.
    case saw
    /// A straight rise and a straight fall; weak odd harmonics.
    case triangle

    var code: Int {
      switch self {
      case .sine: Int(MR_WAVE_SINE)
      case .square: Int(MR_WAVE_SQUARE)
      case .saw: Int(MR_WAVE_SAW)
      case .triangle: Int(MR_WAVE_TRIANGLE)
      }
    }
  }

  /// Periods a second.
  public var frequency: Double
  /// The amplitude, 0…1 of full scale.
  public var gain: Double
  /// The shape of one period.
  public var waveform: Waveform
  /// How long it lasts; `nil` for ever.
  public var duration: Time?

  /// A tone of `frequency` periods a second at `gain` of full scale.
  public init(
    frequency: Double = 440, gain: Double = 0.5, waveform: Waveform = .sine, duration: Time? = nil
  ) {
    (self.frequency, self.gain) = (frequency, gain)
    (self.waveform, self.duration) = (waveform, duration)
  }

  /// Sound.
  public var mediaType: MediaType { .audio }
  /// Not used for sound.
  public var naturalSize: PixelSize { PixelSize(1, 1) }

  /// Samples of the tone; its phase is 0 at the source's time zero.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) for a frequency outside 0…1,000,000.
  public func samples(from start: Int64, frameCount: Int, sampleRate: Int) throws -> SampleBuffer {
    guard (0...1_000_000).contains(frequency) else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot make a tone of \(frequency) periods a second: give a frequency from 0 to 1000000.")
    }
    let tone = GeneratedPlanes.plane(frameCount) { out in
      mr_synth_wave(
        out, frameCount, start, Int32(waveform.code), frequency, Double(sampleRate), gain)
    }
    return GeneratedPlanes.buffer([tone, tone], from: start, sampleRate: sampleRate, duration)
  }
}
