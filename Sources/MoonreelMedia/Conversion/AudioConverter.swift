// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// Converts blocks of sound to another rate and layout, with what it needs carried from block to block.
///
/// For example: `let stereo = try AudioConverter(fromRate: 44100, fromLayout: .mono, toRate: 48000,
/// toLayout: .stereo).convert(block)`. The first sample out stands for the first sample in.
public final class AudioConverter {
  private let resampler: Resampler
  private let rate: Int

  /// Converts from one rate and layout to another.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) for a layout or rate that libswresample refuses.
  public init(
    fromRate: Int, fromLayout: ChannelLayout, toRate: Int, toLayout: ChannelLayout
  ) throws {
    guard fromRate > 0, toRate > 0, fromLayout.count > 0, toLayout.count > 0 else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot convert sound from \(fromRate) Hz to \(toRate) Hz: rates and "
          + "numbers of channels must be positive.")
    }
    rate = toRate
    resampler = try Resampler(
      from: .init(
        format: AV_SAMPLE_FMT_FLTP.rawValue, sampleRate: fromRate, layout: fromLayout),
      toRate: toRate, toLayout: toLayout)
  }

  /// The samples that `block` makes available.
  ///
  /// - Throws: `MoonreelError` (`internalError`).
  public func convert(_ block: SampleBuffer) throws -> SampleBuffer {
    SampleBuffer(sampleRate: rate, channels: try resampler.convert(block.channels))
  }

  /// The samples still held back, at the end; `nil` where there are none.
  ///
  /// - Throws: `MoonreelError` (`internalError`).
  public func finish() throws -> SampleBuffer? {
    let rest = SampleBuffer(sampleRate: rate, channels: try resampler.finish())
    return rest.frameCount > 0 ? rest : nil
  }
}
