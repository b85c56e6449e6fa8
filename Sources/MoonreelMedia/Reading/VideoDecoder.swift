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
  private let path: String
  private let choice: DecoderChoice?
  /// The format of the device's frames, which libav asks for when it knows the stream.
  private let deviceFormat: UnsafeMutablePointer<AVPixelFormat>
  private var hasGivenFrame = false
  /// What changes the packets of GIF files; `nil` for all others.
  private var gif: GIFPackets?
  /// How many packets are being decoded when the next goes in: one for each further thread that takes whole frames.
  var delay: Int {
    let takesFrames = context.pointee.active_thread_type & FF_THREAD_FRAME != 0
    return takesFrames ? Int(context.pointee.thread_count) - 1 : 0
  }
  /// libav's name of the decoder in use.
  var name: String { String(cString: context.pointee.codec.pointee.name) }

  /// Opens a decoder for `stream` with at most `threadCount` threads.
  ///
  /// - Parameters:
  ///   - name: libav's name of the decoder, or a kind of device; `nil`: the usual one of the codec.
  ///   - failsAtDamage: whether what the decoder would conceal without a word is a failure.
  ///   - isLive: whether each picture has to come out as soon as it is in; none may then be out of order.
  /// - Throws: `MoonreelError` (`unsupportedFormat`) where libav has no decoder, or the machine no such device.
  init(
    stream: UnsafeMutablePointer<AVStream>, path: String, name: String? = nil, threadCount: Int,
    pixelLimit: Int, failsAtDamage: Bool = false, isLive: Bool = false
  ) throws {
    let choice =
      try name.map { try DecoderChoice(named: $0, for: stream, path: path) }
      ?? DecoderChoice(usualFor: stream)
    let deviceFormat = UnsafeMutablePointer<AVPixelFormat>.allocate(capacity: 1)
    deviceFormat.initialize(to: choice?.deviceFormat ?? AV_PIX_FMT_NONE)
    do {
      context = try Libav.openDecoder(
        choice?.codec, for: stream, what: "'\(path)'" + (name.map { " with \($0)" } ?? ""),
        object: "the stream", pixelLimit: pixelLimit
      ) { context in
        context.pointee.pkt_timebase = stream.pointee.time_base
        context.pointee.framerate = stream.pointee.avg_frame_rate
        context.pointee.flags |= AV_CODEC_FLAG_BITEXACT
        if isLive { Self.hurry(context) }
        let isForbidden = failsAtDamage && SilentConcealment.forbid(in: context)
        if choice?.kind != nil {
          choice?.configure(context, deviceFormat)
        } else if let codec = choice?.codec, !isForbidden {
          Self.setThreads(context, codec, count: threadCount)
        }
      }
    } catch let error as MoonreelError {
      deviceFormat.deallocate()
      // These open their device with the decoder.
      guard let kind = choice?.kind, choice?.device == nil, let name else { throw error }
      throw HardwareWork.decoding(path: path, decoder: name).lacks(kind, cause: error.cause ?? "")
    }
    (self.path, self.choice, self.deviceFormat) = (path, choice, deviceFormat)
    gif = context.pointee.codec_id == AV_CODEC_ID_GIF ? GIFPackets() : nil
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
    deviceFormat.deallocate()
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

  /// Pictures come out one by one, and one whose bytes end early is a failure.
  private static func hurry(_ context: UnsafeMutablePointer<AVCodecContext>) {
    context.pointee.flags |= AV_CODEC_FLAG_LOW_DELAY
    if context.pointee.codec_id == AV_CODEC_ID_MJPEG {
      context.pointee.err_recognition |= AV_EF_EXPLODE
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
  /// - Throws: `MoonreelError` (`unsupportedFormat`) where a decoder that was asked for refuses the stream.
  func send(
    _ packet: UnsafeMutablePointer<AVPacket>?, ordinal: Int = 0, dropsUnreferenced: Bool = false
  ) throws -> Int32 {
    context.pointee.skip_frame = dropsUnreferenced ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
    packet?.pointee.pts = Int64(ordinal)
    packet?.pointee.dts = MR_NO_TIME
    let code = sendAsStamped(packet)
    try checkAcceptance(code)
    return code
  }

  /// Hands over `packet` with its own time stamps; `nil` ends the stream.
  ///
  /// - Returns: 0, or libav's error for this packet.
  func sendAsStamped(_ packet: UnsafeMutablePointer<AVPacket>?) -> Int32 {
    if let packet { gif?.clearBackground(of: packet) }
    let code = avcodec_send_packet(context, packet)
    return code == MR_EOF ? 0 : code
  }

  /// The next frame that is ready, in the machine's memory.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) where a decoder that was asked for refuses the stream.
  func receive() throws -> Output {
    let native = NativeFrame()
    let code = avcodec_receive_frame(context, native.frame)
    if code == MR_EAGAIN { return .needsPacket }
    if code == MR_EOF { return .end }
    guard code >= 0 else {
      try checkAcceptance(code)
      return .failed(code)
    }
    hasGivenFrame = true
    let number = native.frame.pointee.pts
    let ordinal = number == MR_NO_TIME ? -1 : Int(number)
    guard native.frame.pointee.hw_frames_ctx != nil else { return .frame(native, ordinal: ordinal) }
    return .frame(try downloaded(native), ordinal: ordinal)
  }

  /// Forgets everything, ready for a packet from elsewhere.
  func flush() { avcodec_flush_buffers(context) }

  // MARK: Decoders that were asked for

  /// Throws where `code` says that the decoder asked for cannot decode the stream at all, so that this is not taken
  /// for damage.
  private func checkAcceptance(_ code: Int32) throws {
    guard code < 0, code != MR_EAGAIN, code != MR_EOF, let name = choice?.name else { return }
    // Where the size or the format changes, the device may refuse what comes then.
    let isRefusedByDevice = deviceFormat.pointee == AV_PIX_FMT_NONE && choice?.device != nil
    guard isRefusedByDevice || !hasGivenFrame && code != MR_INVALID_DATA else { return }
    throw MoonreelError(
      .unsupportedFormat,
      "Cannot decode '\(path)' with \(name): it does not take such pictures. Leave 'video_decoder' out.",
      libav: code)
  }

  /// A copy of `frame` in the machine's memory.
  private func downloaded(_ frame: NativeFrame) throws -> NativeFrame {
    let copy = NativeFrame()
    var code = av_hwframe_transfer_data(copy.frame, frame.frame, 0)
    if code >= 0 { code = av_frame_copy_props(copy.frame, frame.frame) }
    // On a device, only what lies right and below is cut off.
    if code >= 0 { code = av_frame_apply_cropping(copy.frame, 0) }
    guard code >= 0 else {
      throw MoonreelError(
        .decodingFailed,
        "Cannot move a frame of '\(path)' from the device of \(choice?.name ?? name).",
        libav: code)
    }
    return copy
  }
}
