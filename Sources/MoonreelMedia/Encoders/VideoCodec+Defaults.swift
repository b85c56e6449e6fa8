// SPDX-License-Identifier: MIT

import MoonreelCore

extension VideoCodec {
  /// Whether the codec can store alpha (VP9 in WebM and Matroska only; HEVC where this build's encoder can).
  public var canHaveAlpha: Bool {
    let formats = traits.formats
    return formats.alpha != nil
      && (!formats.isAlphaOptional || Self.withOptionalAlpha.contains(self))
  }

  /// Of the codecs whose encoders store alpha in some builds, those that do in this one.
  private static let withOptionalAlpha = Set(
    allCases.filter { codec in
      let formats = codec.traits.formats
      return formats.isAlphaOptional && formats.alpha.map { EncoderChoice.takes($0, codec) } == true
    })

  /// Whether decoding gives exactly the pictures that were encoded.
  public var isLossless: Bool { traits.isLossless }

  /// The format that the encoder is given unless another is asked for; with alpha only where
  /// `alpha` is set and the codec can have it.
  public func defaultFormat(alpha: Bool) -> PixelFormat {
    let formats = traits.formats
    return alpha && canHaveAlpha ? formats.alpha ?? formats.plain : formats.plain
  }

  /// The same for pictures of `color`: 10 bits where they are HDR and the codec has them.
  public func defaultFormat(alpha: Bool, color: ColorTags) -> PixelFormat {
    let usual = defaultFormat(alpha: alpha)
    guard color.transfer == .pq || color.transfer == .hlg else { return usual }
    let formats = traits.formats
    return (alpha && canHaveAlpha ? formats.hdrAlpha : formats.hdr) ?? usual
  }

  /// The colour tags that fit ``defaultFormat(alpha:)``: BT.709 for video, sRGB for GIF,
  /// PNG, TIFF and WebP, full-range BT.601 for JPEG (JFIF); for OpenEXR linear light with the primaries of
  /// BT.709, in which 1 is white.
  public var defaultColor: ColorTags { traits.color }
}
