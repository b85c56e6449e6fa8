// SPDX-License-Identifier: MIT

import MoonreelCore

/// Converts pictures from the colours of a profile to the curve of sRGB and the primaries of a target.
struct ProfileConversion {
  /// What pictures have.
  let profile: ICCProfile
  /// BT.709's, or BT.2020's for profiles that reach beyond these.
  let target: ColorTags.Primaries

  /// The format in which pictures of `format` come out: 8 bits where they have no more and sRGB holds all their colours,
  /// else 16.
  func format(for format: PixelFormat) -> PixelFormat {
    let depth = format.bitDepth > 8 || target != .bt709 ? 16 : 8
    if format.family == .gray, profile.space == .gray {
      let packing = PixelFormat.Packing.packed(order: "ya")
      return format.hasAlpha
        ? PixelFormat(family: .gray, packing: packing, bitDepth: depth, hasAlpha: true)
        : .gray(depth)
    }
    return Self.colors(depth, alpha: format.hasAlpha)
  }

  /// What the numbers of pictures mean that had `color` before.
  func color(for color: ColorTags, _ format: PixelFormat) -> ColorTags {
    var tags = format.family == .rgb ? ColorTags.srgb : color
    (tags.transfer, tags.primaries) = (.srgb, target)
    return tags
  }

  /// `picture` converted, of a new owner; `nil` where LittleCMS knows no way.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) for a picture that cannot be read.
  func convert(_ picture: FrameBuffer) throws -> FrameBuffer? {
    let format = format(for: picture.format)
    let source = try readable(picture, as: format)
    let isPremultiplied = picture.alphaMode == .premultiplied && format.hasAlpha
    func layout(_ format: PixelFormat) -> ColorTransform.Layout {
      ColorTransform.Layout(
        space: format.family == .gray ? .gray : .rgb, bytes: format.bytesPerComponent,
        hasAlpha: format.hasAlpha, isPremultiplied: isPremultiplied)
    }
    guard let transform = transform(layout(source.format), layout(format)) else { return nil }
    return FrameBuffer(
      format: format, size: picture.size, color: color(for: picture.color, format),
      pixelAspect: picture.pixelAspect, alphaMode: picture.alphaMode, isZeroed: false
    ) { planes in
      transform.convert(
        source.planes[0].base, stride: source.planes[0].strideBytes, to: planes[0].base,
        stride: planes[0].strideBytes, width: picture.size.width, rows: picture.size.height)
    }
  }

  /// The transform between pixels that lie so; `nil` where LittleCMS knows no way.
  func transform(_ input: ColorTransform.Layout, _ output: ColorTransform.Layout)
    -> ColorTransform?
  {
    let goal = output.space == .gray ? ICCProfile(grayExponent: nil) : ICCProfile(target)
    return goal.flatMap { ColorTransform(from: profile, input, to: $0, output) }
  }

  /// `picture` in one plane of bytes or words, with the components that `format` has.
  private func readable(_ picture: FrameBuffer, as format: PixelFormat) throws -> FrameBuffer {
    let depth = picture.format.bitDepth > 8 ? 16 : 8
    var wanted =
      format.family == .gray
      ? format : Self.colors(depth, alpha: format.hasAlpha)
    wanted.bitDepth = depth
    if picture.format == wanted { return picture }
    return try PictureConverter.convert(picture, to: wanted)
  }

  private static func colors(_ depth: Int, alpha: Bool) -> PixelFormat {
    PixelFormat(
      family: .rgb, packing: .packed(order: alpha ? "rgba" : "rgb"), bitDepth: depth,
      hasAlpha: alpha)
  }
}
