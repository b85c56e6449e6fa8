// SPDX-License-Identifier: MIT

import CLCMS
import MoonreelCore

/// Owns one of LittleCMS's transforms between the colours of two profiles: relative colorimetric, with black points
/// brought together.
final class ColorTransform {
  /// How pixels lie in memory.
  struct Layout: Hashable {
    var space: ICCProfile.Space
    /// Bytes of a component: 1, 2 or, for floats, 4.
    var bytes: Int
    var hasAlpha = false
    var isPremultiplied = false

    /// The bytes of a pixel.
    var pixelBytes: Int { (channels + (hasAlpha ? 1 : 0)) * bytes }

    private var channels: Int {
      switch space {
      case .gray: 1
      case .rgb: 3
      case .cmyk: 4
      }
    }

    /// LittleCMS's number for it, whose macros Swift does not see: float 22, premultiplied 23, space 16, alpha 7,
    /// channels 3, bytes 0.
    var number: UInt32 {
      let model =
        switch space {
        case .gray: PT_GRAY
        case .rgb: PT_RGB
        case .cmyk: PT_CMYK
        }
      let flags = (bytes == 4 ? 1 << 22 : 0) | (isPremultiplied ? 1 << 23 : 0)
      return UInt32(flags | Int(model) << 16 | (hasAlpha ? 1 << 7 : 0) | channels << 3 | bytes)
    }
  }

  private let handle: cmsHTRANSFORM
  /// The profiles live as long as the transform.
  private let profiles: (ICCProfile, ICCProfile)

  /// From the colours of `source` to those of `target`; `nil` where LittleCMS knows no way, as for a damaged profile.
  init?(from source: ICCProfile, _ input: Layout, to target: ICCProfile, _ output: Layout) {
    var flags = UInt32(cmsFLAGS_BLACKPOINTCOMPENSATION) | UInt32(cmsFLAGS_NOCACHE)
    if input.hasAlpha && output.hasAlpha { flags |= UInt32(cmsFLAGS_COPY_ALPHA) }
    // LittleCMS tabulates transforms, which is near enough here alone: 16-bit ProPhoto would be off by 15 codes of 255.
    let isNearWhenTabulated =
      input.bytes == 1 && input.space == .rgb && cmsIsMatrixShaper(source.handle) != 0
    if !isNearWhenTabulated { flags |= UInt32(cmsFLAGS_NOOPTIMIZE) }
    guard
      let handle = cmsCreateTransformTHR(
        source.context, source.handle, input.number, target.handle, output.number,
        UInt32(INTENT_RELATIVE_COLORIMETRIC), flags)
    else { return nil }
    (self.handle, profiles) = (handle, (source, target))
  }

  deinit { cmsDeleteTransform(handle) }

  /// Converts `rows` rows of `width` pixels.
  func convert(
    _ source: UnsafeRawPointer, stride: Int, to target: UnsafeMutableRawPointer,
    stride targetStride: Int, width: Int, rows: Int
  ) {
    for row in 0..<rows {
      cmsDoTransform(
        handle, source + row * stride, target + row * targetStride,
        UInt32(clamping: width))
    }
  }

  /// Converts floats of 0…1, pixel after pixel, of which each has `count` in `colors` and three in the result.
  func convert(_ colors: [Float], count: Int) -> [Float] {
    let pixels = colors.count / count
    return [Float](unsafeUninitializedCapacity: 3 * pixels) { out, filled in
      cmsDoTransform(handle, colors, out.baseAddress, UInt32(pixels))
      filled = 3 * pixels
    }
  }
}
