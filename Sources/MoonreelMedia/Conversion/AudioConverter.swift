// SPDX-License-Identifier: MIT

import MoonreelCore

/// Converts blocks of sound to another rate and layout, with what it needs carried from block to block.
public final class AudioConverter {
  /// Converts from one rate and layout to another.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) for a layout or rate that libswresample refuses.
  public init(
    fromRate: Int, fromLayout: ChannelLayout, toRate: Int, toLayout: ChannelLayout
  ) throws {
    throw MoonreelError(.internalError, "Cannot convert sound yet.")
  }

  /// The samples that `block` makes available.
  ///
  /// - Throws: `MoonreelError` (`internalError`).
  public func convert(_ block: SampleBuffer) throws -> SampleBuffer { block }

  /// The samples still held back, at the end.
  ///
  /// - Throws: `MoonreelError` (`internalError`).
  public func finish() throws -> SampleBuffer? { nil }
}
