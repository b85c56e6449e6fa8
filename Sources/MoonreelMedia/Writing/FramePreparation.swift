// SPDX-License-Identifier: MIT

import MoonreelCore

/// Brings frames into the form that an encoder was opened for.
enum FramePreparation {
  /// `frame` itself where it fits, else converted.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` for another size or premultiplied alpha,
  ///   `unsupportedFormat` where no conversion is known.
  static func prepare(_ frame: FrameBuffer, for encoding: VideoEncoding) throws -> FrameBuffer {
    guard frame.size == encoding.size else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot encode a picture of \(frame.size): the output's size is \(encoding.size).")
    }
    let keepsAlpha = encoding.format.hasAlpha || encoding.codec == .gif
    if frame.format.hasAlpha, keepsAlpha, frame.alphaMode == .premultiplied {
      throw MoonreelError(
        .invalidArgument,
        "Cannot encode a picture with premultiplied alpha: files store straight alpha.")
    }
    let format = encoding.codec == .gif ? PixelFormat.rgba : encoding.format
    if fits(frame, format, encoding.color) { return frame }
    return try PictureConverter.convert(frame, to: format, color: encoding.color)
  }

  private static func fits(
    _ frame: FrameBuffer, _ format: PixelFormat, _ color: ColorTags
  ) -> Bool {
    guard frame.format == format, frame.color.range == color.range else { return false }
    return format.family != .yuv || frame.color.matrix == color.matrix
  }
}
