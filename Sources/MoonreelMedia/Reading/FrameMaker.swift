// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Makes pictures from a decoder's frames: where they lie, unpacked or, where
/// nothing else is left, converted by libswscale.
struct FrameMaker {
  /// What the track says of its pictures, for what a frame does not say itself.
  let track: AssetTrack.Video
  /// The codec is one of stills and animations rather than video.
  let isComputerPicture: Bool
  /// Colour tags that overrule the frames' own.
  let override: ColorTags?
  /// Whether colours are multiplied by alpha.
  var isPremultiplied = false

  /// The picture in `native`, with its own size, aspect and colours.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) where the format cannot be converted.
  func picture(_ native: NativeFrame) throws -> FrameBuffer {
    let color = self.color(of: native)
    let aspect = pixelAspect(of: native)
    if mr_frame_stride(native.frame, 0) != 0 {
      let hdr = hdr(of: native, color)
      let wrapped =
        isToBePlanar(native)
        ? nil
        : FrameBuffer(
          wrapping: native, color: color, pixelAspect: aspect, alphaMode: alphaMode, hdr: hdr)
      let exact =
        wrapped
        ?? PictureUnpacker(native.pixels)?.unpack(
          native, color: color, pixelAspect: aspect, hdr: hdr)
      if let exact { return exact }
    }
    guard let format = PixelFormat.nearestNative(to: native.pixels) else {
      let name = av_get_pix_fmt_name(native.pixels).map { String(cString: $0) } ?? "unknown"
      throw MoonreelError(
        .unsupportedFormat,
        "Cannot use pictures of the pixel format '\(name)': no conversion exists.")
    }
    let target = PictureConverter.defaultTags(of: color, in: format)
    return try PictureConverter.convert(
      native, color: color, to: format, size: native.size, target: target, pixelAspect: aspect,
      alphaMode: alphaMode)
  }

  /// Whether a decoder that was asked for interleaves what the usual one gives in planes, as hardware does.
  private func isToBePlanar(_ native: NativeFrame) -> Bool {
    guard track.decoder != nil, track.format.packing == .planar else { return false }
    return PixelFormat(native: native.pixels).map { $0.packing != .planar } ?? false
  }

  private var alphaMode: FrameBuffer.AlphaMode { isPremultiplied ? .premultiplied : .straight }

  /// What the frame says of its light, else what its container says; only where the signal is HDR.
  private func hdr(of native: NativeFrame, _ color: ColorTags) -> HDRMetadata? {
    guard color.transfer == .pq || color.transfer == .hlg else { return nil }
    return HDRMetadata(native.frame) ?? track.hdr
  }

  private func color(of native: NativeFrame) -> ColorTags {
    if let override { return override }
    var found = LibavColor(native.frame)
    // Where only the container is tagged, its tags hold.
    let known = LibavColor(track.color)
    if track.isColorTagged {
      if found.knownMatrix == nil { found.matrix = known.matrix }
      if found.knownTransfer == nil { found.transfer = known.transfer }
      if found.knownPrimaries == nil { found.primaries = known.primaries }
    }
    if found.knownRange == nil { found.range = known.range }
    if found.knownSiting == nil { found.siting = known.siting }
    return ColorTags(
      found, pixels: native.pixels, height: native.size.height,
      isComputerPicture: isComputerPicture)
  }

  private func pixelAspect(of native: NativeFrame) -> Rational {
    guard native.size != track.codedSize else { return track.pixelAspect }
    return Rational(positive: native.frame.pointee.sample_aspect_ratio) ?? .one
  }
}
