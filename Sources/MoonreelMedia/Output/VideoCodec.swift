// SPDX-License-Identifier: MIT

/// How pictures are coded.
public enum VideoCodec: String, Hashable, Sendable, CaseIterable {
  /// H.264/AVC.
  case h264
  /// H.265/HEVC, tagged `hvc1` in MP4 and MOV.
  case hevc
  /// VP8.
  case vp8
  /// VP9, with alpha in WebM and Matroska.
  case vp9
  /// AV1.
  case av1
  /// Apple ProRes 422 (10 bits).
  case prores422
  /// Apple ProRes 4444 (10 bits, with or without alpha).
  case prores4444
  /// Avid DNxHD (VC-3), of a few sizes and rates alone: 4:2:2 of 8 or 10 bits.
  case dnxhd
  /// Avid DNxHR (VC-3) of any size from 256x120 on: 4:2:2 of 8 or 10 bits, 4:4:4 of 10.
  case dnxhr
  /// MPEG-2 video (ITU-T H.262).
  case mpeg2
  /// FFV1, lossless.
  case ffv1
  /// GIF, 256 colours a frame.
  case gif
  /// PNG, lossless.
  case png
  /// PNG pictures that follow each other in one file (APNG), lossless.
  case apng
  /// TIFF, lossless.
  case tiff
  /// OpenEXR: 32-bit floats in linear light, lossless; see ``defaultColor``.
  case exr
  /// WebP, lossy or, at quality 1, lossless.
  case webp
  /// JPEG; in a film, Motion JPEG.
  case jpeg
}
