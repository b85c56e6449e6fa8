// SPDX-License-Identifier: MIT

import MoonreelCore

extension VideoCodec {
  /// Whether the codec can store alpha (VP9 in WebM and Matroska only; HEVC where this build's encoder can).
  public var canHaveAlpha: Bool {
    switch self {
    case .vp9, .prores4444, .ffv1, .gif, .png, .apng, .tiff, .exr, .webp: true
    case .hevc: Self.hevcHasAlpha
    case .h264, .av1, .vp8, .prores422, .dnxhd, .dnxhr, .mpeg2, .jpeg: false
    }
  }

  private static let hevcHasAlpha = EncoderChoice.takes(.yuv420(alpha: true), .hevc)

  /// Whether decoding gives exactly the pictures that were encoded.
  public var isLossless: Bool {
    switch self {
    case .ffv1, .png, .apng, .tiff, .exr: true
    case .h264, .hevc, .vp8, .vp9, .av1, .prores422, .prores4444, .dnxhd, .dnxhr, .mpeg2, .gif,
      .webp,
      .jpeg:
      false
    }
  }

  /// The format that the encoder is given unless another is asked for; with alpha only where
  /// `alpha` is set and the codec can have it.
  public func defaultFormat(alpha: Bool) -> PixelFormat {
    let alpha = alpha && canHaveAlpha
    switch self {
    case .h264, .av1, .vp8, .mpeg2: return .yuv420()
    case .dnxhd, .dnxhr: return .yuv422()
    case .hevc, .vp9: return .yuv420(alpha: alpha)
    case .prores422: return .yuv422(10)
    case .prores4444: return .yuv444(10, alpha: alpha)
    case .ffv1: return alpha ? .yuv444(alpha: true) : .yuv420()
    case .gif: return .rgba
    case .png, .apng, .tiff: return alpha ? .rgba : .rgb24
    case .exr: return alpha ? .floatGBRA : .gbr(32)
    case .webp: return .bgra
    case .jpeg: return .yuv444()
    }
  }

  /// The same for pictures of `color`: 10 bits where they are HDR and the codec has them.
  public func defaultFormat(alpha: Bool, color: ColorTags) -> PixelFormat {
    let usual = defaultFormat(alpha: alpha)
    guard color.transfer == .pq || color.transfer == .hlg else { return usual }
    switch self {
    case .hevc, .av1, .h264, .vp9, .ffv1: return .yuv420(10, alpha: usual.hasAlpha)
    case .dnxhd, .dnxhr: return .yuv422(10)
    case .vp8, .mpeg2, .prores422, .prores4444, .gif, .png, .apng, .tiff, .exr, .webp, .jpeg:
      return usual
    }
  }

  /// The colour tags that fit ``defaultFormat(alpha:)``: BT.709 for video, sRGB for GIF,
  /// PNG, TIFF and WebP, full-range BT.601 for JPEG (JFIF); for OpenEXR linear light with the primaries of
  /// BT.709, in which 1 is white.
  public var defaultColor: ColorTags {
    switch self {
    case .gif, .png, .apng, .tiff, .webp: .srgb
    case .exr: ColorTags(matrix: .rgb, transfer: .linear, primaries: .bt709, range: .full)
    case .jpeg:
      ColorTags(
        matrix: .bt601, transfer: .srgb, primaries: .bt709, range: .full, siting: .center)
    case .h264, .hevc, .vp8, .vp9, .av1, .prores422, .prores4444, .dnxhd, .dnxhr, .mpeg2, .ffv1:
      .bt709
    }
  }
}
