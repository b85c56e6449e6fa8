// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// The track of a file whose pictures come in spans: when their packets are shown and decoded.
///
/// Packets are decoded in order, one a frame: packet *n* of the film when frame *n − d* is shown, where *d* is as many frames
/// as the encoder holds back. This is the same whichever encoder made which span, so times ascend over all borders.
struct SpanTrack: Sendable {
  private let encoding: VideoEncoding
  /// As many frames as decoding is ahead of showing.
  private let delay: Int64
  /// What stands at the file's front.
  private let extradata: [UInt8]

  /// The track of the file that was begun with `encoder`, which is closed: it has said what the file's front needs.
  init(openedBy encoder: VideoEncoder) {
    let context = encoder.context.pointee
    encoding = encoder.encoding
    delay = Int64(max(0, context.has_b_frames))
    extradata = Array(
      UnsafeBufferPointer(start: context.extradata, count: Int(context.extradata_size)))
    encoder.close()
  }

  /// Packet `place` of `span`, whose first frame is frame `first` of the film, with its times.
  ///
  /// - Throws: `MoonreelError`: `encodingFailed` where the span was encoded in another way, `limitExceeded`.
  func packet(_ place: Int, of span: EncodedSpan, at first: Int64) throws -> PacketStorage {
    guard place > 0 || fits(span) else {
      throw MoonreelError(
        .encodingFailed,
        "Cannot join the span that begins with frame \(first): it needs another decoder set-up than the file. "
          + "Export without 'incremental'.")
    }
    let (source, copy) = (span.packets[place], PacketStorage())
    guard av_packet_ref(copy.packet, source.storage.packet) >= 0 else { throw PacketStorage.noMemory }
    let frame = first + source.frame
    copy.packet.pointee.pts = encoding.start(ofFrame: frame)
    copy.packet.pointee.dts = decodingTime(ofPacket: first + Int64(place))
    copy.packet.pointee.duration = encoding.duration(ofFrame: frame)
    copy.packet.pointee.pos = -1
    return copy
  }

  private func fits(_ span: EncodedSpan) -> Bool {
    span.extradata == extradata && span.reordering <= delay
  }

  private func decodingTime(ofPacket place: Int64) -> Int64 {
    guard place < delay else { return encoding.start(ofFrame: place - delay) }
    return encoding.start(ofFrame: 0) - (delay - place) * encoding.duration(ofFrame: 0)
  }
}

extension MediaWriter {
  /// Appends packet `place` of `span`, which begins with frame `first` of the film. Packets are appended in order and without
  /// gaps, span by span, from frame 0 on.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` for a packet out of order, or where the file's pictures do not come in
  ///   spans; `encodingFailed`, `fileAccess`, `cancelled`.
  public func append(packet place: Int, of span: EncodedSpan, at first: Int64) throws {
    try attempt {
      try videoLock.withLock { _ in
        guard let spans, span.packets.indices.contains(place), first + Int64(place) == frameCount
        else {
          throw MoonreelError(
            .invalidArgument,
            "Cannot append packet \(place) of the span at frame \(first): packet \(frameCount) is next."
          )
        }
        let packet = try spans.packet(place, of: span, at: first)
        try withExtendedLifetime(packet) { try write(packet.packet, of: .video) }
        frameCount += 1
      }
    }
  }
}
