// SPDX-License-Identifier: MIT

import MoonreelCore

/// A mix as it goes into a file: mastered where it is to be, and measured on its way.
///
/// `@unchecked Sendable` so that it can be handed to the thread that mixes; one thread at a time.
public final class MasteredMix: @unchecked Sendable {
  /// Samples a second.
  public let sampleRate: Int

  private let mixer: AudioMixer
  private let meter: LoudnessMeter
  private let mastering: Mastering?
  private var limiter: TruePeakLimiter?
  /// Samples that the limiter gives before the first one of the mix, and those of the mix that it still holds.
  private var (early, late) = (0, 0)

  /// The samples of `mixer`, each times the gain of `mastering` and below its limit; `nil`: as they are.
  ///
  /// - Throws: `MoonreelError` (`internalError`) where memory is short.
  public init(_ mixer: AudioMixer, _ mastering: Mastering?) throws {
    (self.mixer, self.mastering, sampleRate) = (mixer, mastering, mixer.sampleRate)
    meter = try LoudnessMeter(sampleRate: mixer.sampleRate, layout: mixer.layout)
    guard let mastering, let limit = mastering.limit else { return }
    let limiter = TruePeakLimiter(
      gain: mastering.gain, limit: limit, sampleRate: mixer.sampleRate,
      channelCount: mixer.layout.count)
    self.limiter = limiter
    early = limiter.delay
    late = Int(min(Int64(limiter.delay), mixer.frameCount))
  }

  /// The greatest magnitude given so far.
  public var peak: Float { meter.peak }
  /// How loud the samples were that ``next(frameCount:)`` has given so far.
  public var loudness: Loudness { meter.loudness }

  /// The next samples, at most `frameCount`; `nil` at the end.
  ///
  /// - Throws: what a source's provider throws.
  public func next(frameCount: Int) throws -> SampleBuffer? {
    while let planes = try nextPlanes(frameCount) {
      let count = planes.first?.count ?? 0
      guard count > 0 else { continue }
      let block = SampleBuffer(sampleRate: sampleRate, channels: planes)
      meter.add(block)
      return block
    }
    return nil
  }

  private func nextPlanes(_ frameCount: Int) throws -> [[Float]]? {
    guard let block = try mixer.next(frameCount: frameCount) else { return rest(frameCount) }
    guard limiter != nil else {
      guard let gain = mastering?.gain, gain != 1 else { return block.channels }
      return SampleLevels.scaled(block.channels, by: gain)
    }
    return limited(block.channels)
  }

  /// What the limiter still holds when the mix has ended.
  private func rest(_ frameCount: Int) -> [[Float]]? {
    let count = min(late, frameCount)
    guard count > 0 else { return nil }
    late -= count
    // A mix that is shorter than the delay has not come out at all so far.
    let silence = [Float](repeating: 0, count: count + early)
    return limited(Array(repeating: silence, count: mixer.layout.count))
  }

  private func limited(_ planes: [[Float]]) -> [[Float]]? {
    guard let made = limiter?.process(planes) else { return nil }
    let dropped = min(early, made.first?.count ?? 0)
    early -= dropped
    return dropped == 0 ? made : made.map { Array($0[dropped...]) }
  }
}
