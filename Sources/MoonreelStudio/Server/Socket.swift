// SPDX-License-Identifier: MIT

import MoonreelCore
import NIOCore
import NIOWebSocket
import Synchronization

/// One page's socket on its way out. May be used from any thread.
struct Socket: Sendable {
  /// Why a socket is closed, and the number by which the page knows.
  enum End: UInt16 {
    case normal = 1000
    case goingAway = 1001
    case unexpected = 1003
    case tooLong = 1009
    /// The first message did not hold the token.
    case noToken = 4001
  }

  /// How many bytes wait for the page.
  private final class Waiting: Sendable {
    let bytes = Atomic<Int>(0)
  }

  /// The most bytes that wait for a page that takes none; then it is left, and may come again.
  private static let mostWaiting = 64 << 20

  private let channel: any Channel
  private let waiting = Waiting()

  private let gate: SocketGate

  init(_ channel: any Channel, _ gate: SocketGate) { (self.channel, self.gate) = (channel, gate) }

  /// Whether what was written before is under way: what can be left out is not written otherwise.
  var hasRoom: Bool { channel.isWritable }

  /// Sends a text message.
  func send(_ value: JSONValue) {
    write(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: value.compactText)))
  }

  /// Sends `bytes` after their head.
  func send(_ head: WireHead, _ bytes: [UInt8]) {
    var buffer = ByteBuffer()
    buffer.reserveCapacity(WireHead.length + bytes.count)
    head.write(to: &buffer)
    buffer.writeBytes(bytes)
    write(WebSocketFrame(fin: true, opcode: .binary, data: buffer))
  }

  /// Sends a sentence for the person who looks at the page.
  func say(_ sentence: String) {
    send(.members(["type": .string("said"), "sentence": .string(sentence)]))
  }

  /// Says that it ends, and ends.
  func close(_ end: End) {
    var data = ByteBuffer()
    data.write(webSocketErrorCode: WebSocketErrorCode(codeNumber: Int(end.rawValue)))
    let channel = channel
    gate.pass {
      channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .connectionClose, data: data))
        .whenComplete { _ in channel.close(promise: nil) }
    }
  }

  private func write(_ frame: WebSocketFrame) {
    let (count, waiting) = (frame.data.readableBytes, waiting)
    gate.pass {
      let (_, sum) = waiting.bytes.add(count, ordering: .relaxed)
      guard sum <= Self.mostWaiting else { return channel.close(promise: nil) }
      channel.writeAndFlush(frame).whenComplete { _ in
        waiting.bytes.subtract(count, ordering: .relaxed)
      }
    }
  }
}
