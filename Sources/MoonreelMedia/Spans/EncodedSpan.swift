// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// The packets of consecutive frames that can be decoded by themselves: the first is a key frame, and none refers to frames
/// outside.
///
/// Frames are counted from the span's first one, so a span knows nothing of its place in a film. Exactly one packet shows
/// each frame.
public final class EncodedSpan: Sendable {
  /// How many frames it shows.
  public var frameCount: Int64 { Int64(packets.count) }
  /// Bytes of all packets.
  public let byteCount: Int
  /// What decoders need once, where the file has it at its front; empty where each key frame has it, or none is needed.
  let extradata: [UInt8]
  /// In the order of decoding.
  let packets: [SpanPacket]
  /// How many packets are decoded at most before the frame is shown that is due.
  let reordering: Int64

  /// The span of these packets.
  ///
  /// - Throws: ``Flaw`` unless the first is a key frame that shows frame 0 and each frame is shown once.
  init(_ packets: [SpanPacket], extradata: [UInt8]) throws {
    guard let first = packets.first, first.isKeyFrame, first.frame == 0 else {
      throw Flaw(reason: "the first packet is no key frame that shows the first frame")
    }
    var isShown = [Bool](repeating: false, count: packets.count)
    var reordering: Int64 = 0
    for (place, packet) in packets.enumerated() {
      guard packet.frame >= 0, packet.frame < isShown.count, !isShown[Int(packet.frame)] else {
        throw Flaw(reason: "packet \(place) shows frame \(packet.frame), which is another's")
      }
      isShown[Int(packet.frame)] = true
      reordering = max(reordering, Int64(place) - packet.frame)
    }
    (self.packets, self.extradata, self.reordering) = (packets, extradata, reordering)
    byteCount = packets.reduce(0) { $0 + $1.byteCount }
  }

  /// Why packets are no span.
  struct Flaw: Error {
    let reason: String
  }
}

/// One packet of a span.
struct SpanPacket: Sendable {
  /// The bytes with their flags and side data; its times mean nothing.
  let storage: PacketStorage
  /// The frame that it shows, counted from the span's first.
  let frame: Int64

  /// Whether decoding can start here.
  var isKeyFrame: Bool { storage.packet.pointee.flags & AV_PKT_FLAG_KEY != 0 }
  /// How many bytes it has.
  var byteCount: Int { Int(storage.packet.pointee.size) }
}
