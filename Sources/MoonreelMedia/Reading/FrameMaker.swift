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
  /// The codec that pictures are coded with.
  var codec = AV_CODEC_ID_NONE
  /// Knows what becomes of pictures by what their files say of colours; `nil` for video.
  var colors: StillColors?

  /// The picture in `native`, of which its file says `said`, with its own size, aspect and colours.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) where the format cannot be converted.
  func picture(_ native: NativeFrame, _ said: StillColor = .init()) throws -> FrameBuffer {
    var tags = color(of: native)
    let format = PixelFormat.nearestNative(to: native.pixels)
    let outcome = override == nil ? format.flatMap { colors?.outcome(said, $0) } : nil
    var conversion: ProfileConversion?
    switch outcome?.use {
    case .tagged(let primaries, let transfer):
      (tags.primaries, tags.transfer) = (primaries, transfer)
      if case .codePoints(let points) = said.statement, !points.isFullRange {
        tags.range = .limited
      }
    case .converted(let profile, let primaries):
      conversion = ProfileConversion(profile: profile, target: primaries)
    case .unused, nil: break
    }
    if let ink = said.ink {
      return try InkPicture(native: native, ink: ink).picture(
        by: conversion, orWith: override?.coded(as: .srgb) ?? .srgb,
        pixelAspect: pixelAspect(of: native))
    }
    let picture = try decoded(native, tags)
    return try conversion?.convert(picture) ?? picture
  }

  /// The picture in `native` with the tags `color`.
  private func decoded(_ native: NativeFrame, _ color: ColorTags) throws -> FrameBuffer {
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
    if let override, !isComputerPicture { return override }
    var found = LibavColor(native.frame)
    found.correct(for: codec)
    // Where only the container is tagged, its tags hold.
    let known = LibavColor(track.decoded?.color ?? track.color)
    if track.decoded?.isColorTagged ?? track.isColorTagged {
      if found.knownMatrix == nil { found.matrix = known.matrix }
      if found.knownTransfer == nil { found.transfer = known.transfer }
      if found.knownPrimaries == nil { found.primaries = known.primaries }
    }
    if found.knownRange == nil { found.range = known.range }
    if found.knownSiting == nil { found.siting = known.siting }
    let own = ColorTags(
      found, pixels: native.pixels, height: native.size.height,
      isComputerPicture: isComputerPicture)
    return override?.coded(as: own) ?? own
  }

  private func pixelAspect(of native: NativeFrame) -> Rational {
    guard native.size != track.codedSize else { return track.pixelAspect }
    return Rational(positive: native.frame.pointee.sample_aspect_ratio) ?? .one
  }
}
