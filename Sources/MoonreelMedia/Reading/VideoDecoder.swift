// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Owns one decoder of pictures.
///
/// Packets go in numbered: the number rides through the decoder in the place of the time stamp, so that
/// every frame says which packet it came from, however frames are reordered.
final class VideoDecoder {
  /// What comes out of the decoder.
  enum Output {
    /// A frame, and the number of its packet.
    case frame(NativeFrame, ordinal: Int)
    /// Nothing until another packet is sent.
    case needsPacket
    /// Nothing more: the last packet's frames are out.
    case end
    /// The packet sent last could not be decoded.
    case failed(Int32)
  }

  private let context: UnsafeMutablePointer<AVCodecContext>
  /// libav's name of the decoder in use.
  var name: String { String(cString: context.pointee.codec.pointee.name) }

  /// Opens a decoder for `stream` with at most `threadCount` threads.
  ///
  /// - Parameter failsAtDamage: whether what the decoder would conceal without a word is a failure.
  /// - Throws: `MoonreelError` (`unsupportedFormat`) where libav has no decoder.
  init(
    stream: UnsafeMutablePointer<AVStream>, path: String, threadCount: Int, pixelLimit: Int,
    failsAtDamage: Bool = false
  ) throws {
    let codec = Self.decoder(for: stream)
    context = try Libav.openDecoder(
      codec, for: stream, what: "'\(path)'", object: "the stream", pixelLimit: pixelLimit
    ) { context in
      context.pointee.pkt_timebase = stream.pointee.time_base
      context.pointee.framerate = stream.pointee.avg_frame_rate
      context.pointee.flags |= AV_CODEC_FLAG_BITEXACT
      let isForbidden = failsAtDamage && SilentConcealment.forbid(in: context)
      if let codec, !isForbidden { Self.setThreads(context, codec, count: threadCount) }
    }
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  /// The decoder for `stream`: libvpx where VP8 or VP9 carries alpha, which libav's own ignore.
  static func decoder(for stream: UnsafeMutablePointer<AVStream>) -> UnsafePointer<AVCodec>? {
    let id = stream.pointee.codecpar.pointee.codec_id
    // libav would draw it in this process; whoever wants it drawn opens it as a drawing.
    guard id != AV_CODEC_ID_SVG else { return nil }
    if carriesSeparateAlpha(stream) {
      let name = id == AV_CODEC_ID_VP8 ? "libvpx" : "libvpx-vp9"
      if let codec = avcodec_find_decoder_by_name(name) { return codec }
    }
    return avcodec_find_decoder(id)
  }

  /// Whether the stream is VP8 or VP9 with alpha beside it (WebM's `alpha_mode`).
  static func carriesSeparateAlpha(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
    let id = stream.pointee.codecpar.pointee.codec_id
    guard id == AV_CODEC_ID_VP8 || id == AV_CODEC_ID_VP9 else { return false }
    return Libav.entries(stream.pointee.metadata).contains {
      $0.key.lowercased() == "alpha_mode" && $0.value == "1"
    }
  }

  /// Threads by frame cost a frame of look-ahead each, so only codecs with inter prediction get them.
  private static func setThreads(
    _ context: UnsafeMutablePointer<AVCodecContext>, _ codec: UnsafePointer<AVCodec>, count: Int
  ) {
    let properties = avcodec_descriptor_get(codec.pointee.id)?.pointee.props ?? 0
    let isIntraOnly = properties & AV_CODEC_PROP_INTRA_ONLY != 0
    context.pointee.thread_count = Int32(max(1, min(count, 16)))
    context.pointee.thread_type = isIntraOnly ? FF_THREAD_SLICE : FF_THREAD_FRAME | FF_THREAD_SLICE
  }

  /// Hands over `packet` as number `ordinal`; `nil` ends the stream.
  ///
  /// - Parameter dropsUnreferenced: whether no frame need come of it if no other leans on that frame.
  /// - Returns: 0, or libav's error for this packet.
  func send(
    _ packet: UnsafeMutablePointer<AVPacket>?, ordinal: Int = 0, dropsUnreferenced: Bool = false
  ) -> Int32 {
    context.pointee.skip_frame = dropsUnreferenced ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
    packet?.pointee.pts = Int64(ordinal)
    packet?.pointee.dts = MR_NO_TIME
    return sendAsStamped(packet)
  }

  /// Hands over `packet` with its own time stamps; `nil` ends the stream.
  ///
  /// - Returns: 0, or libav's error for this packet.
  func sendAsStamped(_ packet: UnsafeMutablePointer<AVPacket>?) -> Int32 {
    let code = avcodec_send_packet(context, packet)
    return code == MR_EOF ? 0 : code
  }

  /// The next frame that is ready.
  func receive() -> Output {
    let native = NativeFrame()
    let code = avcodec_receive_frame(context, native.frame)
    if code == MR_EAGAIN { return .needsPacket }
    if code == MR_EOF { return .end }
    guard code >= 0 else { return .failed(code) }
    let number = native.frame.pointee.pts
    return .frame(native, ordinal: number == MR_NO_TIME ? -1 : Int(number))
  }

  /// Forgets everything, ready for a packet from elsewhere.
  func flush() { avcodec_flush_buffers(context) }
}
