// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Decodes packets of one track in one thread to see which are damaged: its decoder reports what it would conceal.
final class DamageWatch {
  /// The numbers of the packets that could not be decoded whole.
  private(set) var damaged: Set<Int> = []
  /// The numbers of those that samples or pictures came of.
  private(set) var given: Set<Int> = []
  private let context: UnsafeMutablePointer<AVCodecContext>
  private var last = 0

  /// Opens a decoder for `stream`, that of `track`.
  ///
  /// - Parameter isQuick: whether its pictures may look worse than they do elsewhere.
  /// - Throws: `MoonreelError` (`unsupportedFormat`) where libav has no decoder.
  init(
    _ stream: UnsafeMutablePointer<AVStream>, of track: AssetTrack, pixelLimit: Int,
    isQuick: Bool = false
  ) throws {
    let codec =
      track.video == nil
      ? avcodec_find_decoder(stream.pointee.codecpar.pointee.codec_id)
      : VideoDecoder.decoder(for: stream)
    context = try Libav.openDecoder(
      codec, for: stream, what: "'\(track.path)'", pixelLimit: pixelLimit
    ) { context in
      context.pointee.pkt_timebase = stream.pointee.time_base
      // Priming is decoded like all else.
      context.pointee.flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL
      if isQuick { context.pointee.skip_loop_filter = AVDISCARD_ALL }
      _ = SilentConcealment.forbid(in: context)
      SilentConcealment.compareChecksums(in: context)
    }
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  /// Decodes `packet`, number `ordinal`; its time stamps are overwritten.
  func take(_ packet: UnsafeMutablePointer<AVPacket>, _ ordinal: Int) {
    (packet.pointee.pts, packet.pointee.dts, last) = (Int64(ordinal), MR_NO_TIME, ordinal)
    if isFailure(avcodec_send_packet(context, packet)) { damaged.insert(ordinal) }
    receive()
  }

  /// Decodes what the decoder still holds; no packet may come afterwards.
  func finish() {
    avcodec_send_packet(context, nil)
    receive()
  }

  private func receive() {
    while true {
      let native = NativeFrame()
      let code = avcodec_receive_frame(context, native.frame)
      if code == MR_EAGAIN || code == MR_EOF { return }
      let number = native.frame.pointee.pts
      let ordinal = code < 0 || number == MR_NO_TIME ? last : Int(number)
      if code >= 0 { given.insert(ordinal) }
      if code < 0 || mr_frame_is_damaged(native.frame) != 0 { damaged.insert(ordinal) }
    }
  }

  private func isFailure(_ code: Int32) -> Bool {
    code < 0 && code != MR_EAGAIN && code != MR_EOF
  }
}
