// SPDX-License-Identifier: MIT

/// How pictures are coded.
public enum VideoCodec: String, Hashable, Sendable, CaseIterable {
  /// H.264/AVC.
  case h264
  /// H.265/HEVC, tagged `hvc1` in MP4 and MOV.
  case hevc
  /// VP9, with alpha in WebM and Matroska.
  case vp9
  /// AV1.
  case av1
  /// Apple ProRes 422 (10 bits).
  case prores422
  /// Apple ProRes 4444 (10 bits, with or without alpha).
  case prores4444
  /// FFV1, lossless.
  case ffv1
  /// GIF, 256 colours a frame.
  case gif
  /// PNG, lossless.
  case png
  /// JPEG.
  case jpeg
}
