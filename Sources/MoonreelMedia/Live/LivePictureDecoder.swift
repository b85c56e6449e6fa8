// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Makes pictures of coded bytes that devices give, one by one; what is only packed is unpacked by
/// ``PackedPicture``.
///
/// Threads: one at a time.
package final class LivePictureDecoder {
  /// How a device's bytes are coded.
  package enum Form: Hashable, Sendable {
    /// A JPEG file each.
    case mjpeg
    /// H.264 with start codes.
    case h264
  }

  private let size: PixelSize
  private let format: UnsafeMutablePointer<AVFormatContext>
  private let decoder: VideoDecoder

  /// A decoder for pictures of `size`.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) where this build of libav has no such decoder.
  package init(_ form: Form, size: PixelSize) throws {
    self.size = size
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
    switch form {
    case .mjpeg: parameters.pointee.codec_id = AV_CODEC_ID_MJPEG
    case .h264: parameters.pointee.codec_id = AV_CODEC_ID_H264
    }
    do {
      decoder = try VideoDecoder(
        stream: stream, path: "the camera", threadCount: 1, pixelLimit: 1 << 28,
        failsAtDamage: true, isLive: true)
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
    guard !bytes.isEmpty, av_new_packet(storage.packet, Int32(clamping: bytes.count)) >= 0,
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
    guard native.size == size, let picture = FrameBuffer.live(native) else { throw Self.damaged }
    return picture
  }

  private static let damaged = MoonreelError(
    .decodingFailed, "Cannot decode a picture of the camera: its bytes are damaged or incomplete.")
}

extension FrameBuffer {
  /// The picture in `native`, which nobody has described beforehand; `nil` where it is damaged or cannot be read.
  static func live(_ native: NativeFrame) -> FrameBuffer? {
    let flags = native.frame.pointee.flags & AV_FRAME_FLAG_CORRUPT
    guard flags == 0, native.frame.pointee.decode_error_flags == 0 else { return nil }
    let color = ColorTags(
      LibavColor(native.frame), pixels: native.pixels, height: native.size.height,
      isComputerPicture: false)
    let wrapped = FrameBuffer(wrapping: native, color: color)
    return wrapped ?? PictureUnpacker(native.pixels)?.unpack(native, color: color)
  }
}
