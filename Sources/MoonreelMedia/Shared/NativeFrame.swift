// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Owns one `AVFrame`: a picture or sound as libav holds it.
///
/// `@unchecked Sendable`: it is filled in before it is published, and only read afterwards.
final class NativeFrame: @unchecked Sendable {
  let frame: UnsafeMutablePointer<AVFrame>

  /// An empty frame.
  init() {
    guard let frame = av_frame_alloc() else { fatalError("out of memory") }
    self.frame = frame
  }

  /// A frame with memory for a picture of `size`.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where there is no memory for it.
  convenience init(pixels: AVPixelFormat, size: PixelSize) throws {
    self.init()
    frame.pointee.format = pixels.rawValue
    frame.pointee.width = Int32(size.width)
    frame.pointee.height = Int32(size.height)
    guard av_frame_get_buffer(frame, 0) >= 0 else {
      throw MoonreelError(.limitExceeded, "Cannot hold a picture of \(size): out of memory.")
    }
  }

  /// Takes over what `other` refers to and leaves it empty.
  convenience init(movingFrom other: UnsafeMutablePointer<AVFrame>) {
    self.init()
    av_frame_move_ref(frame, other)
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = frame
    av_frame_free(&frame)
  }

  /// libav's pixel format.
  var pixels: AVPixelFormat { AVPixelFormat(rawValue: frame.pointee.format) }

  /// Width and height in pixels.
  var size: PixelSize { PixelSize(Int(frame.pointee.width), Int(frame.pointee.height)) }
}

extension FrameBuffer {
  /// The picture that `native` holds, where it lies; `nil` where its format has no native reader.
  convenience init?(
    wrapping native: NativeFrame, color: ColorTags, pixelAspect: Rational = .one,
    alphaMode: AlphaMode = .straight, hdr: HDRMetadata? = nil
  ) {
    guard let format = PixelFormat(native: native.pixels) else { return nil }
    let planes = (0..<format.planeCount).compactMap { index -> Plane? in
      guard let base = mr_frame_plane(native.frame, Int32(index)) else { return nil }
      return Plane(
        base: UnsafeMutableRawPointer(base),
        strideBytes: Int(mr_frame_stride(native.frame, Int32(index))),
        size: format.planeSize(index, of: native.size))
    }
    guard planes.count == format.planeCount else { return nil }
    self.init(
      format: format, size: native.size, color: color, pixelAspect: pixelAspect,
      alphaMode: alphaMode, hdr: hdr, planes: planes, owner: native)
  }

  /// A frame of libav's over this picture's own memory, which it keeps alive; `nil` where libav has
  /// no name for the format.
  func makeNativeFrame() -> NativeFrame? {
    if let native = owner as? NativeFrame, PixelFormat(native: native.pixels) == format,
      native.size == size,
      mr_frame_plane(native.frame, 0).map(UnsafeMutableRawPointer.init)
        == planes[0].base
    {
      return native
    }
    guard let pixels = format.libavFormat else { return nil }
    let native = NativeFrame()
    native.frame.pointee.format = pixels.rawValue
    native.frame.pointee.width = Int32(size.width)
    native.frame.pointee.height = Int32(size.height)
    withUnsafeMutableBytes(of: &native.frame.pointee.data) { raw in
      let slots = raw.bindMemory(to: UnsafeMutablePointer<UInt8>?.self)
      for (index, plane) in planes.enumerated() {
        slots[index] = plane.base.assumingMemoryBound(to: UInt8.self)
      }
    }
    withUnsafeMutableBytes(of: &native.frame.pointee.linesize) { raw in
      let slots = raw.bindMemory(to: Int32.self)
      for (index, plane) in planes.enumerated() { slots[index] = Int32(plane.strideBytes) }
    }
    let keeper = Unmanaged.passRetained(self).toOpaque()
    let first = planes[0].base.assumingMemoryBound(to: UInt8.self)
    let length = abs(planes[0].strideBytes) * planes[0].size.height
    native.frame.pointee.buf.0 = av_buffer_create(
      first, length,
      { opaque, _ in
        if let opaque { Unmanaged<FrameBuffer>.fromOpaque(opaque).release() }
      }, keeper, AV_BUFFER_FLAG_READONLY)
    return native
  }
}
