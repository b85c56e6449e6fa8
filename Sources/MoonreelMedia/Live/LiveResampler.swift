// SPDX-License-Identifier: MIT

import MoonreelCore

/// Brings sound to another rate that can be changed a little while it goes by, and to other channels.
///
/// Threads: one at a time.
package final class LiveResampler {
  private let resampler: Resampler
  private let rate: Int

  /// From `inputRate` and `input` to `outputRate` and `output`.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) for rates or channels that do not exist.
  package init(
    from inputRate: Int, _ input: ChannelLayout, to outputRate: Int, _ output: ChannelLayout
  ) throws {
    rate = outputRate
    resampler = try Resampler(
      from: Resampler.Input.planarFloats(sampleRate: inputRate, layout: input),
      toRate: outputRate, toLayout: output, isAdjustable: true)
  }

  /// The samples that `channels` make available.
  ///
  /// - Throws: `MoonreelError` (`internalError`).
  package func convert(_ channels: [[Float]]) throws -> [[Float]] {
    try resampler.convert(channels)
  }

  /// Gives `delta` samples more (less, where negative) in the course of the next `distance` samples.
  ///
  /// - Throws: `MoonreelError` (`internalError`).
  package func compensate(by delta: Int, over distance: Int) throws {
    try resampler.compensate(by: delta, over: distance)
  }

  /// How many samples of the output are held back.
  package var delay: Int64 { resampler.delay(rate: rate) }

  /// The samples that are held back; what comes then is taken to come from elsewhere.
  ///
  /// - Throws: `MoonreelError` (`internalError`).
  package func finish() throws -> [[Float]] {
    let rest = try resampler.finish()
    try resampler.reset()
    return rest
  }
}
