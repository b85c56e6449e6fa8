// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// One open encoder of sound. Packets come out in order, in units of one sample; the first may lie
/// before zero by the encoder's priming.
final class AudioEncoder {
  let encoding: AudioEncoding
  let context: UnsafeMutablePointer<AVCodecContext>
  /// The encoder's name in libav, for messages.
  let name: String
  /// Samples a channel taken so far.
  private(set) var sampleCount: Int64 = 0
  /// Samples a channel handed to libav, silence after the end included.
  private var sentCount: Int64 = 0
  /// Whether what is stored with 16 bits is dithered.
  var dithers = false
  /// Peak and clipping so far.
  private(set) var level = mr_sound_level()

  private let packet: UnsafeMutablePointer<AVPacket>
  private var frame: SoundFrame?
  private var isFreed = false

  /// Opens the encoder. `globalHeader`: the container stores what decoders need once, at its front.
  ///
  /// - Throws: `MoonreelError`: `encodingFailed` or `encodingFailed`.
  init(
    _ encoding: AudioEncoding, globalHeader: Bool, guard: EncoderOptions.Guard = .lists
  ) throws {
    let names = encoding.codec.traits.encoders
    guard let codec = EncoderTable.find(names) else {
      throw MoonreelError(
        .encodingFailed,
        "Cannot encode \(encoding.codec.rawValue): this build of libav lacks \(names[0]).")
    }
    name = EncoderTable.label(codec)
    self.encoding = encoding
    guard let context = avcodec_alloc_context3(codec), let packet = av_packet_alloc() else {
      throw MoonreelError(.limitExceeded, "Cannot make the encoder \(name): out of memory.")
    }
    (self.context, self.packet) = (context, packet)
    do {
      try configure(codec, globalHeader: globalHeader, guard: `guard`)
      let code = mr_open_encoder(context, codec)
      guard code >= 0 else { throw refusal(code) }
    } catch {
      free()
      throw error
    }
  }

  deinit { if !isFreed { free() } }

  private func free() {
    isFreed = true
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    var packet: UnsafeMutablePointer<AVPacket>? = packet
    avcodec_free_context(&context)
    av_packet_free(&packet)
  }

  /// Samples that the encoder is given at a time.
  private var frameSize: Int {
    context.pointee.frame_size > 0 ? Int(context.pointee.frame_size) : 1024
  }

  /// Encodes `samples` after those before and hands on the packets that are ready.
  ///
  /// - Throws: `MoonreelError`: `encodingFailed` for another rate or number of channels,
  ///   `encodingFailed`, or what `sink` throws.
  func encode(_ samples: SampleBuffer, to sink: VideoEncoder.Sink) throws {
    guard samples.sampleRate == encoding.sampleRate,
      samples.channels.count == encoding.layout.count
    else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot encode sound of \(samples.channels.count) channels at \(samples.sampleRate) Hz: "
          + "the output has \(encoding.layout.count) at \(encoding.sampleRate) Hz.")
    }
    sampleCount += Int64(samples.frameCount)
    try append(samples, to: sink)
  }

  private func append(_ samples: SampleBuffer, to sink: VideoEncoder.Sink) throws {
    var offset = 0
    while offset < samples.frameCount {
      let frame =
        try frame
        ?? SoundFrame(context, capacity: frameSize, dithered: dithers ? sentCount : nil)
      self.frame = frame
      offset += frame.fill(from: samples, at: offset, level: &level)
      if frame.isFull { try sendFrame(to: sink) }
    }
  }

  /// Hands on the packets that were held back; those that reach beyond the last sample are
  /// shortened.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`), or what `sink` throws.
  func finish(to sink: VideoEncoder.Sink) throws {
    let flushes = context.pointee.codec.pointee.capabilities & AV_CODEC_CAP_DELAY != 0
    let last: VideoEncoder.Sink = { packet in
      let left = self.sampleCount - packet.pointee.pts
      if packet.pointee.pts != MR_NO_TIME, left < self.frameSize {
        packet.pointee.duration = min(packet.pointee.duration, max(left, 0))
        self.notePadding(of: packet, keeping: Int(max(left, 0)))
      }
      if flushes || left > 0 { try sink(packet) }
    }
    // An encoder that holds back its priming and has no way to be asked for it is pushed by silence.
    let priming = Int(context.pointee.initial_padding)
    if !flushes, priming > 0, sampleCount > 0 {
      let silence = [Float](repeating: 0, count: priming)
      try append(
        SampleBuffer(
          sampleRate: encoding.sampleRate,
          channels: Array(repeating: silence, count: encoding.layout.count)), to: last)
    }
    if let frame, frame.count > 0 { try sendFrame(to: flushes ? sink : last) }
    try send(nil, to: last)
  }

  /// Says of a packet whose first `count` samples alone are meant how many are not, where the encoder does not say so
  /// and the codec has packets of one length.
  private func notePadding(of packet: UnsafeMutablePointer<AVPacket>, keeping count: Int) {
    let codec = encoding.codec
    guard !codec.isLossless, codec.traits.saysFilling, mr_end_padding(packet) == 0 else { return }
    mr_set_end_padding(packet, UInt32(frameSize - count))
  }

  private func sendFrame(to sink: VideoEncoder.Sink) throws {
    guard let frame else { return }
    self.frame = nil
    frame.pointer.pointee.nb_samples = Int32(frame.count)
    frame.pointer.pointee.pts = sentCount
    sentCount += Int64(frame.count)
    try withExtendedLifetime(frame) { try send(frame.pointer, to: sink) }
  }

  private func send(_ frame: UnsafeMutablePointer<AVFrame>?, to sink: VideoEncoder.Sink) throws {
    var code = avcodec_send_frame(context, frame)
    while code == MR_EAGAIN {
      try drain(to: sink)
      code = avcodec_send_frame(context, frame)
    }
    guard code >= 0 || code == MR_EOF else { throw failure(code) }
    try drain(to: sink)
  }

  private func drain(to sink: VideoEncoder.Sink) throws {
    while true {
      let code = avcodec_receive_packet(context, packet)
      if code == MR_EAGAIN || code == MR_EOF { return }
      guard code >= 0 else { throw failure(code) }
      defer { av_packet_unref(packet) }
      try sink(packet)
    }
  }

  private func failure(_ code: Int32) -> MoonreelError {
    MoonreelError(
      .encodingFailed, "Cannot encode the sound after sample \(sampleCount) with \(name).",
      libav: code)
  }

  private func refusal(_ code: Int32) -> MoonreelError {
    let rate = context.pointee.bit_rate > 0 ? " at \(context.pointee.bit_rate) bits a second" : ""
    return MoonreelError(
      .encodingFailed,
      "The encoder \(name) refuses \(encoding.layout.count) channels of \(encoding.sampleRate) Hz"
        + "\(rate). Check the bit rate, the options and the channels.", libav: code
    )
  }
}
