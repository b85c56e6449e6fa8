// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// A picture as libav's encoders take it: a frame that refers to a buffer's planes without a copy.
///
/// The encoder may keep the frame longer than the call; the buffer lives as long.
final class PictureFrame {
  let pointer: UnsafeMutablePointer<AVFrame>

  /// An empty frame of `size` in `format`.
  init(size: PixelSize, format: AVPixelFormat) throws {
    guard let pointer = av_frame_alloc() else {
      throw MoonreelError(.limitExceeded, "Cannot make a frame for the encoder: out of memory.")
    }
    self.pointer = pointer
    pointer.pointee.width = Int32(size.width)
    pointer.pointee.height = Int32(size.height)
    pointer.pointee.format = format.rawValue
  }

  /// `picture` in `format`, which holds the same samples (perhaps in another byte order).
  ///
  /// - Throws: `MoonreelError` (`internalError`) without memory.
  convenience init(_ picture: FrameBuffer, as format: AVPixelFormat) throws {
    var picture = picture
    if let plain = picture.format.libavFormat, plain != format,
      av_pix_fmt_swap_endianness(plain) == format
    {
      picture = Self.byteSwapped(picture)
    }
    try self.init(size: picture.size, format: format)
    for (index, plane) in picture.planes.enumerated() {
      mr_set_frame_plane(
        pointer, Int32(index), plane.base.assumingMemoryBound(to: UInt8.self),
        Int32(plane.strideBytes))
    }
    try own(picture)
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVFrame>? = pointer
    av_frame_free(&pointer)
  }

  /// Notes the colour tags and the pixel aspect on the frame, where some encoders look for them.
  func setColor(_ encoding: VideoEncoding) {
    let isRGB = encoding.format.family == .rgb
    pointer.pointee.colorspace = isRGB ? AVCOL_SPC_RGB : encoding.color.libavMatrix
    pointer.pointee.color_trc = encoding.color.libavTransfer
    pointer.pointee.color_primaries = encoding.color.libavPrimaries
    pointer.pointee.color_range = encoding.color.libavRange
    pointer.pointee.chroma_location = encoding.color.libavSiting(for: encoding.format)
    pointer.pointee.sample_aspect_ratio = AVRational(
      num: Int32(clamping: encoding.pixelAspect.numerator),
      den: Int32(clamping: encoding.pixelAspect.denominator))
  }

  /// Keeps `picture` alive as long as any reference to the frame's memory.
  private func own(_ picture: FrameBuffer) throws {
    let opaque = Unmanaged.passRetained(picture).toOpaque()
    let first = picture.planes[0]
    let owner = av_buffer_create(
      first.base.assumingMemoryBound(to: UInt8.self),
      first.strideBytes.magnitude.toInt * first.size.height,
      { opaque, _ in
        if let opaque { Unmanaged<FrameBuffer>.fromOpaque(opaque).release() }
      }, opaque, AV_BUFFER_FLAG_READONLY)
    guard let owner else {
      Unmanaged<FrameBuffer>.fromOpaque(opaque).release()
      throw MoonreelError(.limitExceeded, "Cannot make a frame for the encoder: out of memory.")
    }
    mr_set_frame_owner(pointer, owner)
  }

  /// A copy of `picture` with the bytes of its 16-bit words exchanged.
  private static func byteSwapped(_ picture: FrameBuffer) -> FrameBuffer {
    FrameBuffer(
      format: picture.format, size: picture.size, color: picture.color,
      pixelAspect: picture.pixelAspect, alphaMode: picture.alphaMode
    ) { planes in
      for (index, plane) in planes.enumerated() {
        let source = picture.planes[index]
        let words = plane.size.width * picture.format.componentsPerSample(inPlane: index)
        for row in 0..<plane.size.height {
          let from = (source.base + row * source.strideBytes).assumingMemoryBound(to: UInt16.self)
          let to = (plane.base + row * plane.strideBytes).assumingMemoryBound(to: UInt16.self)
          for x in 0..<words { to[x] = from[x].byteSwapped }
        }
      }
    }
  }
}

extension UInt {
  fileprivate var toInt: Int { Int(self) }
}
