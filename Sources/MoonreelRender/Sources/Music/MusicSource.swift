// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A small band that plays: chords, bass, arpeggio, bells and soft drums in a room.
///
/// Key, chords, patterns and fills follow from the seed; the piece enters instrument by instrument and
/// breathes every sixteen bars. Any stretch can be asked for alone and is the same, bit for bit; its
/// greatest sample stays below 0.9 of full scale.
///
/// A piece with a duration ends well: it has whole bars, played a little faster or slower (by 8 % at most where it has
/// eight bars or more), and its last chord rings out in the last one. A piece of less than three bars fades out. One
/// without plays for ever.
///
/// For example: `MusicSource(seed: 7, mood: .calm, duration: Time(wholeSeconds: 40))`.
public struct MusicSource: Source {
  /// Chooses the piece.
  public let seed: UInt64
  /// What it is like.
  public let mood: MusicMood
  /// Quarter notes a minute as they are played.
  public let beatsPerMinute: Double
  /// How long a bar of four quarter notes takes, in seconds.
  public var secondsPerBar: Double { 240 / beatsPerMinute }
  /// The loudness, 0…1 of what the piece is balanced for.
  public let gain: Double
  /// How long it lasts; `nil` for ever.
  public let duration: Time?
  private let band: MusicBand

  /// The piece that `seed` chooses.
  ///
  /// - Parameter beatsPerMinute: quarter notes a minute, 40…200; `nil`: as the mood has them.
  public init(
    seed: UInt64 = 1, mood: MusicMood = .warm, beatsPerMinute: Double? = nil, gain: Double = 1,
    duration: Time? = nil
  ) {
    let wanted = beatsPerMinute ?? mood.usualTempo
    let tempo = wanted.isFinite ? min(200, max(40, wanted)) : mood.usualTempo
    let length = duration?.seconds ?? 0
    let bars = (length * tempo / 240).rounded()
    let ends = bars >= 3 && bars < 1e6
    self.beatsPerMinute = ends ? bars * 240 / length : tempo
    self.gain = gain.isFinite ? min(1, max(0, gain)) : 1
    (self.seed, self.mood, self.duration) = (seed, mood, duration)
    band = MusicBand(
      score: MusicScore(
        seed: seed, beatsPerMinute: self.beatsPerMinute, traits: mood.traits,
        bars: ends ? Int(bars) : nil))
  }

  /// Sound.
  public var mediaType: MediaType { .audio }
  /// Not used for sound.
  public var naturalSize: PixelSize { PixelSize(1, 1) }

  /// Samples of the piece. The first request at a place costs the making of the second around it.
  public func samples(from start: Int64, frameCount: Int, sampleRate: Int) throws -> SampleBuffer {
    var planes = band.planes(from: start, frameCount: frameCount, sampleRate: sampleRate)
    if gain != 1 { planes = planes.map { $0.map { $0 * Float(gain) } } }
    fadeOut(&planes, from: start, sampleRate: sampleRate)
    return GeneratedPlanes.buffer(planes, from: start, sampleRate: sampleRate, duration)
  }

  /// Lets what still sounds at the end die away within half a second.
  private func fadeOut(_ planes: inout [[Float]], from start: Int64, sampleRate: Int) {
    guard let end = duration?.value(timescale: Int64(sampleRate)) else { return }
    let length = min(end, Int64(sampleRate) / 2)
    guard let count = planes.first?.count, length > 0 else { return }
    let first = max(start, end - length), last = min(start + Int64(count), end)
    guard first < last else { return }
    for position in first..<last {
      let share = Float(end - position) / Float(length)
      for channel in planes.indices { planes[channel][Int(position - start)] *= share * share }
    }
  }
}

extension MusicSource: Equatable {
  /// Whether both play the same piece.
  public static func == (lhs: MusicSource, rhs: MusicSource) -> Bool {
    lhs.seed == rhs.seed && lhs.mood == rhs.mood && lhs.beatsPerMinute == rhs.beatsPerMinute
      && lhs.gain == rhs.gain && lhs.duration == rhs.duration
  }
}
