// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// What is done to a whole mix so that it comes to a loudness.
public struct Mastering: Hashable, Sendable {
  /// A factor for all samples.
  public var gain: Double
  /// The magnitude that the true peak must not exceed; `nil` where it does not without a limiter.
  public var limit: Double?

  /// Mastering with every property given.
  public init(gain: Double, limit: Double? = nil) { (self.gain, self.limit) = (gain, limit) }
}

extension Mastering {
  /// A limiter takes away loudness, which more gain makes up for; so often that is tried.
  private static let rounds = 4
  /// The most gain that makes up for the limiter, in decibels.
  private static let mostMakeUp = 12.0
  /// How near is near enough, in LU.
  private static let tolerance = 0.1

  /// Finds what brings a mix to `target`: mixes it once to measure it, and where its peaks need the limiter, up to four
  /// times more, until what comes out is within 0.1 LU. Peaks may leave no room for that; then it is as near as it gets.
  ///
  /// - Parameter measure: mixes everything with a mastering, or as it is, and says how loud it is.
  /// - Returns: `nil` where there is nothing that could be measured.
  /// - Throws: what `measure` throws.
  public static func reaching(
    _ target: LoudnessTarget, measure: (Mastering?) throws -> Loudness
  ) rethrows -> Mastering? {
    let raw = try measure(nil)
    guard raw.integrated.isFinite else { return nil }
    let limit = target.truePeak ?? LoudnessTarget.usualTruePeak
    // The greatest gain that needs no limiter, and what it comes to.
    let free = limit - raw.truePeak
    var before = (gain: free, loudness: raw.integrated + free)
    var gain = target.integrated - raw.integrated
    guard gain > free else { return Mastering(gain: Decibels.gain(of: gain)) }
    let most = gain + mostMakeUp
    let ceiling = Decibels.gain(of: limit - margin)
    for _ in 0..<rounds {
      let made = try measure(Mastering(gain: Decibels.gain(of: gain), limit: ceiling)).integrated
      let missing = target.integrated - made
      if abs(missing) < tolerance || gain == most { break }
      // Along the line through the last two, whose slope is at most 1 and may come near 0.
      let slope = (made - before.loudness) / max(gain - before.gain, 1e-6)
      before = (gain, made)
      gain = min(most, gain + missing / min(1, max(0.25, slope)))
    }
    return Mastering(gain: Decibels.gain(of: gain), limit: ceiling)
  }

  /// How far below the limit the limiter stays, in dB: meters interpolate in ways of their own.
  private static let margin = 0.05
}
