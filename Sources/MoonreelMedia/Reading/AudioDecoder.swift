// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Owns one decoder of sound, and the conversion of what it gives to planar floats.
///
/// Packets go in numbered, as with `VideoDecoder`. Priming and padding are left in: the index knows
/// them.
final class AudioDecoder {
  /// What comes out of the decoder.
  enum Output {
    /// Samples at the track's rate and layout, and the number of their packet; -1 where they go on
    /// from the samples before. Where it was damaged, the decoder made some of them up.
    case samples([[Float]], ordinal: Int, isDamaged: Bool)
    /// Nothing until another packet is sent.
    case needsPacket
    /// Nothing more.
    case end
    /// The packet sent last could not be decoded.
    case failed(Int32)
  }

  private let context: UnsafeMutablePointer<AVCodecContext>
  private let sampleRate: Int
  private let layout: ChannelLayout
  private var resampler: (input: Resampler.Input, Resampler)?
  private let scratch = NativeFrame()

  /// Opens a decoder for `stream` that gives samples of `rate` and `layout`.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) where libav has no decoder.
  init(
    stream: UnsafeMutablePointer<AVStream>, path: String, sampleRate: Int, layout: ChannelLayout
  ) throws {
    context = try Libav.openDecoder(
      avcodec_find_decoder(stream.pointee.codecpar.pointee.codec_id), for: stream,
      what: "the sound of '\(path)'"
    ) { context in
      context.pointee.pkt_timebase = AVRational(num: 1, den: 1)
      context.pointee.flags |= AV_CODEC_FLAG_BITEXACT
      context.pointee.flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL
      context.pointee.thread_count = 1
    }
    (self.sampleRate, self.layout) = (sampleRate, layout)
  }

  /// A decoder of which only the numbers of samples are wanted.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) where libav has no decoder.
  convenience init(counting stream: UnsafeMutablePointer<AVStream>, path: String) throws {
    let rate = Int(stream.pointee.codecpar.pointee.sample_rate)
    try self.init(stream: stream, path: path, sampleRate: max(1, rate), layout: .mono)
  }

  /// How many samples at the stream's rate are ready, how many the decoder itself says are to be dropped, and
  /// the number of their packet (-1 where they go on from the samples before); `nil` where there are none
  /// until another packet is sent.
  func receiveCount() -> (samples: Int, skipped: Int, ordinal: Int)? {
    let frame = scratch.frame
    while true {
      let code = avcodec_receive_frame(context, frame)
      if code == MR_EAGAIN || code == MR_EOF { return nil }
      // A packet that cannot be decoded gives nothing.
      guard code >= 0 else { continue }
      defer { av_frame_unref(frame) }
      let (count, rate) = (Int(frame.pointee.nb_samples), Int(frame.pointee.sample_rate))
      let number = frame.pointee.pts
      return (
        rate > 0 ? count * sampleRate / rate : count, Int(mr_frame_skipped_samples(frame)),
        number == MR_NO_TIME ? -1 : Int(number)
      )
    }
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  /// Hands over `packet` as number `ordinal`; `nil` ends the stream.
  ///
  /// - Returns: 0, or libav's error for this packet.
  func send(_ packet: UnsafeMutablePointer<AVPacket>?, ordinal: Int = 0) -> Int32 {
    packet?.pointee.pts = Int64(ordinal)
    packet?.pointee.dts = MR_NO_TIME
    // The index knows which packets an edit list cuts away; the decoder must not drop them itself.
    packet?.pointee.flags &= ~AV_PKT_FLAG_DISCARD
    let code = avcodec_send_packet(context, packet)
    return code == MR_EOF ? 0 : code
  }

  /// The next samples that are ready.
  ///
  /// - Throws: `MoonreelError` where they cannot be converted.
  func receive() throws -> Output {
    let frame = scratch.frame
    let code = avcodec_receive_frame(context, frame)
    if code == MR_EAGAIN { return .needsPacket }
    if code == MR_EOF { return .end }
    guard code >= 0 else { return .failed(code) }
    defer { av_frame_unref(frame) }
    let number = frame.pointee.pts
    return .samples(
      try convert(frame), ordinal: number == MR_NO_TIME ? -1 : Int(number),
      isDamaged: mr_frame_is_damaged(frame) != 0)
  }

  /// Forgets everything, ready for a packet from elsewhere.
  func flush() {
    avcodec_flush_buffers(context)
    resampler = nil
  }

  private func convert(_ frame: UnsafeMutablePointer<AVFrame>) throws -> [[Float]] {
    let hasLayout = frame.pointee.ch_layout.nb_channels > 0
    let rate = Int(frame.pointee.sample_rate)
    let input = Resampler.Input(
      format: frame.pointee.format, sampleRate: rate > 0 ? rate : sampleRate,
      layout: hasLayout ? ChannelLayout(&frame.pointee.ch_layout) : layout)
    if resampler?.input != input {
      resampler = (input, try Resampler(from: input, toRate: sampleRate, toLayout: layout))
    }
    guard let converter = resampler?.1, let planes = frame.pointee.extended_data else { return [] }
    let count = Int(frame.pointee.nb_samples)
    return try planes.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: 1) {
      try converter.convert($0, count: count)
    }
  }
}
