// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// One coded packet of a stream, as passthrough copies it.
///
/// `@unchecked Sendable`: the packet's bytes are reference-counted and never written again.
public struct EncodedPacket: @unchecked Sendable {
  /// The packet with its bytes and side data; times are in ``timeBase`` on the file's own clock.
  let storage: PacketStorage
  /// The unit of the packet's times in seconds.
  public let timeBase: Rational
  /// When it is presented, on the asset's clock; `nil` where the file does not say.
  public let presentationTime: Time?
  /// When it is decoded, on the asset's clock; `nil` where the file does not say.
  public let decodeTime: Time?
  /// How long it lasts; zero where the file does not say.
  public let duration: Time
  /// Whether decoding can start here.
  public let isKeyFrame: Bool
  /// How many bytes it has.
  public var byteCount: Int { Int(storage.packet.pointee.size) }
}

/// Owns one `AVPacket`.
final class PacketStorage: @unchecked Sendable {
  let packet: UnsafeMutablePointer<AVPacket>
  /// When a muxer is to write it, where that is not its decoding time; set before it is shared.
  var due: Time?

  /// An empty packet.
  init() {
    guard let packet = av_packet_alloc() else { fatalError("out of memory") }
    self.packet = packet
  }

  deinit {
    var packet: UnsafeMutablePointer<AVPacket>? = packet
    av_packet_free(&packet)
  }
}
