// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Makes pictures of the bytes that devices give, one by one.
///
/// Threads: one at a time.
package final class LivePictureDecoder {
  /// How a device's bytes are coded.
  package enum Form: Hashable, Sendable {
    /// A JPEG file each.
    case mjpeg
    /// H.264 with start codes.
    case h264
    /// 4:2:2 in one plane: Y, Cb, Y, Cr.
    case yuyv
    /// 4:2:2 in one plane: Cb, Y, Cr, Y.
    case uyvy
  }

  private let form: Form
  private let size: PixelSize
  private let format: UnsafeMutablePointer<AVFormatContext>
  private let decoder: VideoDecoder

  /// A decoder for pictures of `size`.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) where this build of libav has no such decoder.
  package init(_ form: Form, size: PixelSize) throws {
    (self.form, self.size) = (form, size)
    guard let format = avformat_alloc_context(), let stream = avformat_new_stream(format, nil)
    else {
      throw MoonreelError(.limitExceeded, "Cannot open a decoder: out of memory.")
    }
    self.format = format
    let parameters = stream.pointee.codecpar!
    parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
    parameters.pointee.width = Int32(size.width)
    parameters.pointee.height = Int32(size.height)
    stream.pointee.time_base = AVRational(num: 1, den: 90_000)
    let packed: AVPixelFormat? =
      switch form {
      case .mjpeg, .h264: nil
      case .yuyv: AV_PIX_FMT_YUYV422
      case .uyvy: AV_PIX_FMT_UYVY422
      }
    if let packed {
      parameters.pointee.codec_id = AV_CODEC_ID_RAWVIDEO
      parameters.pointee.format = packed.rawValue
      parameters.pointee.codec_tag = avcodec_pix_fmt_to_codec_tag(packed)
    } else {
      parameters.pointee.codec_id = form == .mjpeg ? AV_CODEC_ID_MJPEG : AV_CODEC_ID_H264
    }
    do {
      decoder = try VideoDecoder(
        stream: stream, path: "the camera", threadCount: 1, pixelLimit: 1 << 28,
        failsAtDamage: true)
    } catch {
      avformat_free_context(format)
      throw error
    }
  }

  deinit { avformat_free_context(format) }

  /// The picture that `bytes` hold; `nil` where the decoder needs more first.
  ///
  /// - Throws: `MoonreelError` (`decodingFailed`) for bytes that are damaged, or of another size than was agreed.
  package func decode(_ bytes: UnsafeRawBufferPointer) throws -> FrameBuffer? {
    let storage = PacketStorage()
    let isTooShort = bytes.isEmpty || form.byteCount(size).map { bytes.count < $0 } ?? false
    guard !isTooShort, av_new_packet(storage.packet, Int32(clamping: bytes.count)) >= 0,
      let data = storage.packet.pointee.data
    else { throw Self.damaged }
    UnsafeMutableRawPointer(data).copyMemory(from: bytes.baseAddress!, byteCount: bytes.count)
    guard try decoder.send(storage.packet) >= 0 else { throw Self.damaged }
    switch try decoder.receive() {
    case .frame(let native, _): return try picture(native)
    case .needsPacket, .end: return nil
    case .failed: throw Self.damaged
    }
  }

  private func picture(_ native: NativeFrame) throws -> FrameBuffer {
    let flags = native.frame.pointee.flags & AV_FRAME_FLAG_CORRUPT
    guard native.size == size, flags == 0, native.frame.pointee.decode_error_flags == 0 else {
      throw Self.damaged
    }
    let color = ColorTags(
      LibavColor(native.frame), pixels: native.pixels, height: size.height,
      isComputerPicture: false)
    let wrapped = FrameBuffer(wrapping: native, color: color)
    guard let picture = wrapped ?? PictureUnpacker(native.pixels)?.unpack(native, color: color)
    else { throw Self.damaged }
    return picture
  }

  private static let damaged = MoonreelError(
    .decodingFailed, "Cannot decode a picture of the camera: its bytes are damaged or incomplete.")
}

extension LivePictureDecoder.Form {
  /// How many bytes a picture of `size` has; `nil` where that varies.
  fileprivate func byteCount(_ size: PixelSize) -> Int? {
    switch self {
    case .mjpeg, .h264: nil
    case .yuyv, .uyvy: (size.width + 1) / 2 * 4 * size.height
    }
  }
}
