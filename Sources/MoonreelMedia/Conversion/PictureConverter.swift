// SPDX-License-Identifier: MIT

import MoonreelCore

/// Converts whole pictures with libswscale in its bit-exact, accurate mode: stills, and formats that
/// have no native reader.
public enum PictureConverter {
  /// `source` in `format`, at `size` (default: its own), with `color` (default: its own tags, made
  /// R'G'B' where `format` is RGB).
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) where libswscale knows no way.
  public static func convert(
    _ source: FrameBuffer, to format: PixelFormat, size: PixelSize? = nil, color: ColorTags? = nil
  ) throws -> FrameBuffer {
    throw MoonreelError(.internalError, "Cannot convert pictures yet.")
  }
}
