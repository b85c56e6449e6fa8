// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel

/// Noise, different on both channels, the same for the same seed.
public struct NoiseSource: Source, Hashable {
  /// How the power is spread over frequencies.
  public enum Spectrum: String, Hashable, Sendable, CaseIterable {
    /// Equal power per hertz.
    case white
    /// Equal power per octave: softer, like rain.
    case pink
    /// 6 dB less per hertz in each octave above 10 Hz: deep, like a waterfall far away.
    case brown
    /// 3 dB more per hertz in each octave above 100 Hz (at 48 kHz): thin.
    case blue
    /// 6 dB more per hertz in each octave: hissing.
    case violet
  }

  /// How the power is spread over frequencies.
  public var spectrum: Spectrum
  /// The greatest amplitude, 0…1 of full scale.
  public var gain: Double
  /// Chooses the noise.
  public var seed: UInt64
  /// How long it lasts; `nil` for ever.
  public var duration: Time?

  /// Noise of the given spectrum at `gain` of full scale.
  public init(
    _ spectrum: Spectrum = .white, gain: Double = 0.25, seed: UInt64 = 0, duration: Time? = nil
  ) {
    (self.spectrum, self.gain) = (spectrum, gain)
    (self.seed, self.duration) = (seed, duration)
  }

  /// Sound.
  public var mediaType: MediaType { .audio }
  /// Not used for sound.
  public var naturalSize: PixelSize { PixelSize(1, 1) }

  /// Samples of the noise.
  public func samples(from start: Int64, frameCount: Int, sampleRate: Int) throws -> SampleBuffer {
    let planes = [0, 1].map { (channel: UInt64) in
      GeneratedPlanes.plane(frameCount) { out in
        let own = mr_synth_hash(seed, channel)
        switch spectrum {
        case .white: mr_synth_white(out, frameCount, start, own, gain)
        case .pink: mr_synth_pink(out, frameCount, start, own, gain)
        case .brown: mr_synth_brown(out, frameCount, start, own, gain, Int32(sampleRate))
        case .blue: mr_synth_colored(out, frameCount, start, own, gain, Self.blue, Self.blue.count)
        case .violet: mr_synth_colored(out, frameCount, start, own, gain, [0.5, -0.5], 2)
        }
      }
    }
    return GeneratedPlanes.buffer(planes, from: start, sampleRate: sampleRate, duration)
  }

  /// Half of a difference of order 1/2: the series of (1 - z)^(1/2).
  private static let blue: [Double] = {
    var taps = [0.5]
    for index in 1..<64 { taps.append(taps[index - 1] * (Double(index) - 1.5) / Double(index)) }
    return taps
  }()
}
