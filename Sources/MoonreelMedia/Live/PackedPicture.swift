// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Pictures of 4:2:2 in one plane, two pixels in four bytes, as cameras give them.
public enum PackedPicture: String, Hashable, Sendable, CaseIterable {
  /// Y, Cb, Y, Cr.
  case yuyv
  /// Cb, Y, Cr, Y.
  case uyvy

  private var libavFormat: AVPixelFormat {
    switch self {
    case .yuyv: AV_PIX_FMT_YUYV422
    case .uyvy: AV_PIX_FMT_UYVY422
    }
  }

  /// A copy of the picture at `base` in three planes; no value is changed.
  ///
  /// - Parameter strideBytes: bytes from row to row.
  /// - Precondition: there are as many bytes at `base` as the picture has.
  public func unpack(
    _ base: UnsafeRawPointer, strideBytes: Int, size: PixelSize, color: ColorTags
  ) -> FrameBuffer {
    let native = NativeFrame()
    native.frame.pointee.format = libavFormat.rawValue
    native.frame.pointee.width = Int32(size.width)
    native.frame.pointee.height = Int32(size.height)
    mr_set_frame_plane(
      native.frame, 0,
      UnsafeMutableRawPointer(mutating: base).assumingMemoryBound(to: UInt8.self),
      Int32(strideBytes))
    guard let frame = PictureUnpacker(libavFormat)?.unpack(native, color: color) else {
      preconditionFailure("bytes that stand by themselves can be unpacked")
    }
    return frame
  }
}
