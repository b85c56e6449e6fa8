// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Converts whole pictures with libswscale in its bit-exact, accurate mode: frames for encoders, and
/// sources that neither the kernels nor `PictureUnpacker` can read.
public enum PictureConverter {
  /// `source` in `format`, at `size` (default: its own), with `color` (default: its own tags, made
  /// R'G'B' where `format` is RGB).
  ///
  /// Matrix and range are converted; primaries and transfer are only relabelled.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) where libswscale knows no way.
  public static func convert(
    _ source: FrameBuffer, to format: PixelFormat, size: PixelSize? = nil, color: ColorTags? = nil
  ) throws -> FrameBuffer {
    let target = color ?? defaultTags(of: source.color, in: format)
    guard var native = source.makeNativeFrame() else {
      throw MoonreelError(
        .unsupportedFormat, "Cannot convert a picture of \(source.size): its format is unknown.")
    }
    // libswscale does not know all formats that can be unpacked.
    if sws_isSupportedInput(native.pixels) == 0 { native = source.makePlanarFrame() ?? native }
    return try convert(
      native, color: source.color, to: format, size: size ?? source.size, target: target,
      pixelAspect: source.pixelAspect, alphaMode: source.alphaMode)
  }

  /// The tags of a picture after a change of format alone.
  static func defaultTags(of color: ColorTags, in format: PixelFormat) -> ColorTags {
    var tags = color
    if format.family == .rgb { (tags.matrix, tags.range) = (.rgb, .full) }
    if format.family != .rgb, tags.matrix == .rgb { (tags.matrix, tags.range) = (.bt709, .limited) }
    return tags
  }

  /// Converts libav's own frame, which may have a format without a native reader.
  static func convert(
    _ source: NativeFrame, color: ColorTags, to format: PixelFormat, size: PixelSize,
    target: ColorTags, pixelAspect: Rational = .one, alphaMode: FrameBuffer.AlphaMode = .straight
  ) throws -> FrameBuffer {
    let name = av_get_pix_fmt_name(source.pixels).map { String(cString: $0) } ?? "unknown"
    guard let pixels = format.libavFormat, let scaler = sws_alloc_context() else {
      throw MoonreelError(.unsupportedFormat, "Cannot convert pictures from '\(name)'.")
    }
    defer { sws_freeContext(scaler) }
    let result = try NativeFrame(pixels: pixels, size: size)
    let settings: [(String, Int64)] = [
      ("srcw", Int64(source.size.width)), ("srch", Int64(source.size.height)),
      ("src_format", Int64(source.pixels.rawValue)), ("dstw", Int64(size.width)),
      ("dsth", Int64(size.height)), ("dst_format", Int64(pixels.rawValue)),
      ("src_range", color.range == .full ? 1 : 0), ("dst_range", target.range == .full ? 1 : 0),
    ]
    let opaque = UnsafeMutableRawPointer(scaler)
    for (key, value) in settings { av_opt_set_int(opaque, key, value, 0) }
    // By their names: the constants are integers up to FFmpeg 7 and an enumeration from 8 on.
    av_opt_set(
      opaque, "sws_flags", "bicubic+accurate_rnd+bitexact+full_chroma_int+full_chroma_inp", 0)
    guard sws_init_context(scaler, nil, nil) >= 0 else {
      throw MoonreelError(
        .unsupportedFormat, "Cannot convert a picture from '\(name)' to \(size).",
        libav: MR_INVALID_DATA)
    }
    sws_setColorspaceDetails(
      scaler, sws_getCoefficients(coefficients(color)), color.range == .full ? 1 : 0,
      sws_getCoefficients(coefficients(target.matrix == .rgb ? color : target)),
      target.range == .full ? 1 : 0, 0, 1 << 16, 1 << 16)
    let lines = withPlanes(of: source) { data, strides in
      withPlanes(of: result) { outputs, outputStrides in
        sws_scale(
          scaler, data, strides, 0, Int32(source.size.height), outputs, outputStrides)
      }
    }
    guard lines >= 0,
      let buffer = FrameBuffer(
        wrapping: result, color: target, pixelAspect: pixelAspect, alphaMode: alphaMode)
    else {
      throw MoonreelError(
        .unsupportedFormat, "Cannot convert a picture from '\(name)'.", libav: lines)
    }
    return buffer
  }

  private static func coefficients(_ color: ColorTags) -> Int32 {
    switch color.matrix {
    case .bt709, .rgb: SWS_CS_ITU709
    case .bt601: SWS_CS_ITU601
    case .bt2020: SWS_CS_BT2020
    }
  }

  private static func withPlanes<R>(
    of native: NativeFrame,
    _ body: (UnsafePointer<UnsafePointer<UInt8>?>, UnsafePointer<Int32>) -> R
  ) -> R {
    let data = (0..<8).map { mr_frame_plane(native.frame, $0).map { UnsafePointer($0) } }
    let strides = (0..<8).map { mr_frame_stride(native.frame, $0) }
    return data.withUnsafeBufferPointer { data in
      strides.withUnsafeBufferPointer { body(data.baseAddress!, $0.baseAddress!) }
    }
  }

  private static func withPlanes<R>(
    of native: NativeFrame,
    _ body: (UnsafePointer<UnsafeMutablePointer<UInt8>?>, UnsafePointer<Int32>) -> R
  ) -> R {
    let data = (0..<8).map { mr_frame_plane(native.frame, $0) }
    let strides = (0..<8).map { mr_frame_stride(native.frame, $0) }
    return data.withUnsafeBufferPointer { data in
      strides.withUnsafeBufferPointer { body(data.baseAddress!, $0.baseAddress!) }
    }
  }
}
