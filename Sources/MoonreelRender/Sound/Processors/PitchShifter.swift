// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Makes sound higher or lower at its speed, by Rubber Band's finer engine.
public final class PitchShifter: SoundProcessor {
  /// Seconds by which its result comes late: two octaves down at 8,000 samples a second take the longest windows.
  public static let latency = 0.8

  private let stretcher: RubberBandStretcher
  private let semitones: (Int64) throws -> Double
  private var queue: SoundQueue

  /// - Parameters:
  ///   - keepsFormants: whether the timbre of voices stays where it was.
  ///   - semitones: by how many the sound at a sample is moved, -24…24.
  /// - Throws: `MoonreelError` (`internalError`) where the library cannot be set up.
  public init(
    _ format: SoundFormat, keepsFormants: Bool, semitones: @escaping (Int64) throws -> Double
  ) throws {
    let channelCount = format.layout.count
    stretcher = try RubberBandStretcher(
      engine: .finer, sampleRate: format.sampleRate, channelCount: channelCount, ratio: 1,
      pieceSize: SoundEffect.blockLength,
      pitch: Self.factor(try semitones(0)), keepsFormants: keepsFormants)
    self.semitones = semitones
    let delay = try Time(seconds: Self.latency).value(timescale: Int64(format.sampleRate))
    queue = SoundQueue(channelCount: channelCount, delay: Int(delay))
  }

  /// Moves a block.
  public func process(_ block: inout SoundBlock) throws {
    stretcher.pitch = Self.factor(try semitones(block.position))
    stretcher.feed(block.channels)
    queue.append(stretcher.take())
    block.channels = queue.take(block.frameCount)
  }

  private static func factor(_ semitones: Double) -> Double {
    PortableMath.exp2((semitones.isFinite ? min(24, max(-24, semitones)) : 0) / 12)
  }
}
