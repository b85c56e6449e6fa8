// SPDX-License-Identifier: MIT

import CFFmpeg

/// The packets of one stream that wait for the other streams.
struct PacketQueue {
  private var packets: [PacketStorage] = []
  private var head = 0
  /// Bytes waiting.
  private(set) var byteCount = 0
  /// Whether no more will come.
  var isEnded = false

  /// The packet that is due, if any.
  var first: PacketStorage? { head < packets.count ? packets[head] : nil }

  /// How many packets wait.
  var count: Int { packets.count - head }

  /// The packet that is due after `index` others.
  subscript(index: Int) -> PacketStorage { packets[head + index] }

  mutating func append(_ packet: PacketStorage) {
    packets.append(packet)
    byteCount += Int(packet.packet.pointee.size)
  }

  mutating func removeAll() {
    packets = []
    (head, byteCount) = (0, 0)
  }

  @discardableResult mutating func removeFirst() -> PacketStorage {
    let packet = packets[head]
    head += 1
    byteCount -= Int(packet.packet.pointee.size)
    if head > 64, head * 2 > packets.count {
      packets.removeFirst(head)
      head = 0
    }
    return packet
  }
}
