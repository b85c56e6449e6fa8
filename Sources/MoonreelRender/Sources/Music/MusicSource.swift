// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A small band that plays for ever: chords, bass, arpeggio, bells and soft drums in a room.
///
/// Key, chords, patterns and fills follow from the seed; the piece enters instrument by instrument and
/// breathes every sixteen bars. Any stretch can be asked for alone and is the same, bit for bit; its
/// greatest sample stays below 0.9 of full scale.
///
/// For example: `MusicSource(seed: 7, beatsPerMinute: 96)`.
public struct MusicSource: Source {
  /// Chooses the piece.
  public let seed: UInt64
  /// Quarter notes a minute, 40…200.
  public let beatsPerMinute: Double
  /// The loudness, 0…1 of what the piece is balanced for.
  public let gain: Double
  /// How long it lasts; `nil` for ever. The end is cut, not faded.
  public let duration: Time?
  private let band: MusicBand

  /// The piece that `seed` chooses.
  public init(
    seed: UInt64 = 1, beatsPerMinute: Double = 92, gain: Double = 1, duration: Time? = nil
  ) {
    self.seed = seed
    self.beatsPerMinute = beatsPerMinute.isFinite ? min(200, max(40, beatsPerMinute)) : 92
    self.gain = gain.isFinite ? min(1, max(0, gain)) : 1
    self.duration = duration
    band = MusicBand(score: MusicScore(seed: seed, beatsPerMinute: self.beatsPerMinute))
  }

  /// Sound.
  public var mediaType: MediaType { .audio }
  /// Not used for sound.
  public var naturalSize: PixelSize { PixelSize(1, 1) }

  /// Samples of the piece. The first request at a place costs the making of the second around it.
  public func samples(from start: Int64, frameCount: Int, sampleRate: Int) throws -> SampleBuffer {
    let planes = band.planes(from: start, frameCount: frameCount, sampleRate: sampleRate)
    let scaled = gain == 1 ? planes : planes.map { $0.map { $0 * Float(gain) } }
    return GeneratedPlanes.buffer(scaled, from: start, sampleRate: sampleRate, duration)
  }
}
