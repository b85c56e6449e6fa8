// SPDX-License-Identifier: MIT

import CFFmpeg

/// Tells pictures and animations made for screens from video: untagged, they are sRGB in full range.
enum StillCodecs {
  private static let animations = [AV_CODEC_ID_GIF, AV_CODEC_ID_APNG, AV_CODEC_ID_WEBP]

  /// Whether `stream` in a container `formatName` is a still or an animation.
  static func contains(_ stream: UnsafeMutablePointer<AVStream>, _ formatName: String) -> Bool {
    animations.contains(stream.pointee.codecpar.pointee.codec_id) || isImageFormat(formatName)
  }

  /// Whether libav's container `formatName` holds pictures, one a file.
  static func isImageFormat(_ formatName: String) -> Bool {
    ["image2", "webp", "heif", "avif"].contains(formatName)
      || formatName.hasSuffix("_pipe") && !formatName.hasPrefix("yuv4mpeg")
  }
}
