// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// One open encoder of pictures. Packets come out in coding order, in units of
/// the encoding: one frame, or the unit of its schedule.
final class VideoEncoder {
  /// Takes a packet; it may move the packet's reference elsewhere.
  typealias Sink = (UnsafeMutablePointer<AVPacket>) throws -> Void

  let encoding: VideoEncoding
  let context: UnsafeMutablePointer<AVCodecContext>
  /// The encoder's name in libav, for messages.
  let name: String

  let pass: EncoderPass
  private let packet: UnsafeMutablePointer<AVPacket>
  private var palette: PaletteQuantizer?
  private var hardware: HardwareUpload?
  /// Frames taken so far.
  private var frameCount: Int64 = 0
  private let gate: EncoderGate?
  /// Whether the gate counts it among the encoders at work.
  private var isWorking = false
  /// Whether x265 knows the decoding times of the packets that are still to come.
  private var hasDecodingTimes = true

  /// Opens the encoder. `globalHeader`: the container stores what decoders need once, at its front.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`).
  init(
    _ encoding: VideoEncoding, globalHeader: Bool, guard: EncoderOptions.Guard = .lists,
    pass: EncoderPass = .single
  ) throws {
    Libav.start
    let choice = try EncoderChoice(encoding)
    self.pass = pass
    name = EncoderTable.label(choice.codec)
    gate = EncoderRow.of(name).gate
    self.encoding = encoding
    guard let context = avcodec_alloc_context3(choice.codec), let packet = av_packet_alloc() else {
      throw MoonreelError(.limitExceeded, "Cannot make the encoder \(name): out of memory.")
    }
    (self.context, self.packet) = (context, packet)
    if encoding.codec.traits.stores.palette != nil { palette = PaletteQuantizer() }
    do {
      try configure(choice, globalHeader: globalHeader, guard: `guard`)
      if let kind = HardwareKind(encoder: name) {
        let stored = try EncoderChoice.hardwareFormat(of: encoding, name)
        let upload = try HardwareUpload(kind, encoder: name, stored: stored)
        try upload.attach(to: context, size: encoding.size)
        hardware = upload
      }
      let open = { mr_open_encoder(context, choice.codec) }
      let code = try gate?.open(name, open) ?? open()
      guard code >= 0 else { throw refusal(code) }
    } catch {
      free()
      throw error
    }
  }

  deinit { if !isFreed { free() } }

  private var isFreed = false

  /// Lets the encoder say that decoders need `bytes` once: where a file has more than its pictures.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) without memory.
  func describe(_ bytes: [UInt8]) throws {
    guard let memory = av_mallocz(bytes.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else {
      throw MoonreelError(.limitExceeded, "Cannot describe the pictures: out of memory.")
    }
    bytes.withUnsafeBytes { source in
      if let base = source.baseAddress { memory.copyMemory(from: base, byteCount: source.count) }
    }
    av_freep(&context.pointee.extradata)
    context.pointee.extradata = memory.assumingMemoryBound(to: UInt8.self)
    context.pointee.extradata_size = Int32(bytes.count)
  }

  /// Closes the encoder, which is of no use afterwards.
  func close() { if !isFreed { free() } }

  private func free() {
    isFreed = true
    showOnePicture()
    av_freep(&context.pointee.stats_in)
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    var packet: UnsafeMutablePointer<AVPacket>? = packet
    if let gate {
      gate.close(wasWorking: isWorking) { avcodec_free_context(&context) }
    } else {
      avcodec_free_context(&context)
    }
    av_packet_free(&packet)
  }

  /// Says to the gate that a picture is on its way.
  private func work() {
    gate?.picture(isFirst: !isWorking)
    isWorking = true
  }

  /// Says to the gate that all packets are out.
  private func rest() {
    if isWorking { gate?.rest() }
    isWorking = false
  }

  /// SVT-AV1 (1.4) waits for ever where it is closed without having seen a picture.
  private func showOnePicture() {
    let size = PixelSize(Int(context.pointee.width), Int(context.pointee.height))
    guard name == "libsvtav1", frameCount == 0, avcodec_is_open(context) != 0,
      let frame = try? PictureFrame(size: size, format: context.pointee.pix_fmt),
      av_frame_get_buffer(frame.pointer, 0) >= 0
    else { return }
    work()
    avcodec_send_frame(context, frame.pointer)
    // It complains on standard error unless it is told that no more come.
    avcodec_send_frame(context, nil)
    while avcodec_receive_packet(context, packet) >= 0 { av_packet_unref(packet) }
  }

  /// Encodes `picture` as frame `index` and hands on the packets that are ready.
  ///
  /// - Parameter isKeyFrame: whether it has to be a key frame; `nil`: as the encoding says.
  /// - Throws: `MoonreelError` (`encodingFailed`), or what `sink` throws.
  func encode(
    _ picture: FrameBuffer, index: Int64, isKeyFrame: Bool? = nil, to sink: Sink
  ) throws {
    let frame = try self.frame(for: picture)
    frame.pointer.pointee.pts = encoding.start(ofFrame: index)
    mr_set_frame_duration(frame.pointer, encoding.duration(ofFrame: index))
    frame.pointer.pointee.quality = context.pointee.global_quality
    frame.pointer.pointee.pict_type =
      isKeyFrame ?? encoding.isKeyFrame(atFrame: index) ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
    frame.setColor(encoding)
    // The pointer alone would not keep the frame.
    frameCount += 1
    work()
    try withExtendedLifetime(frame) { try send(frame.pointer, index: index, to: sink) }
  }

  /// Hands on the packets that were held back.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`), or what `sink` throws.
  func finish(to sink: Sink) throws {
    // In films not longer than its reordering of two frames x265 gives decoding times that nobody has set.
    hasDecodingTimes = name != "libx265" || frameCount > 2
    try send(nil, index: nil, to: sink)
    rest()
  }

  private func frame(for picture: FrameBuffer) throws -> PictureFrame {
    if let palette { return try palette.quantize(picture) }
    if let hardware { return try hardware.frame(for: picture) }
    return try PictureFrame(picture, as: context.pointee.pix_fmt)
  }

  private func send(
    _ frame: UnsafeMutablePointer<AVFrame>?, index: Int64?, to sink: Sink
  ) throws {
    var code = avcodec_send_frame(context, frame)
    // An encoder that is full gives room by handing out a packet.
    while code == MR_EAGAIN {
      try drain(to: sink)
      code = avcodec_send_frame(context, frame)
    }
    guard code >= 0 || code == MR_EOF else { throw failure(code, index) }
    try drain(to: sink)
  }

  private func drain(to sink: Sink) throws {
    while true {
      let code = avcodec_receive_packet(context, packet)
      if code >= 0 || code == MR_EOF { try keepStatistics() }
      if code == MR_EAGAIN || code == MR_EOF { return }
      guard code >= 0 else { throw failure(code, nil) }
      defer { av_packet_unref(packet) }
      packet.pointee.duration = encoding.duration(
        ofFrame: encoding.frame(at: packet.pointee.pts))
      // So few frames are coded in the order in which they are shown.
      if !hasDecodingTimes { packet.pointee.dts = packet.pointee.pts }
      try sink(packet)
    }
  }

  /// Takes what libav has learnt of the pictures, in the first pass.
  private func keepStatistics() throws {
    guard case .first(let statistics) = pass, EncoderRow.of(name).statistics == .text,
      let text = context.pointee.stats_out
    else { return }
    try statistics.append(String(cString: text))
  }

  private func failure(_ code: Int32, _ index: Int64?) -> MoonreelError {
    let place = index.map { " frame \($0)" } ?? " the last frames"
    return MoonreelError(
      .encodingFailed, "Cannot encode\(place) with \(name).", libav: code)
  }

  private func refusal(_ code: Int32) -> MoonreelError {
    let options = encoding.options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let given = options.isEmpty ? "" : " and the options \(options.joined(separator: ", "))"
    return MoonreelError(
      .encodingFailed,
      "The encoder \(name) refuses \(encoding.size) at \(encoding.frameRate) frames a second"
        + "\(given). Check the options' values, the size and the rate.",
      libav: code)
  }
}
