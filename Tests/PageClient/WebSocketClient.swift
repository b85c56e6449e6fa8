// SPDX-License-Identifier: MIT

import Foundation

/// A socket of a page as RFC 6455 has it; also Chromium's debugging port speaks so.
package final class WebSocketClient {
  package enum Message {
    case text(String)
    case binary([UInt8])
    /// The server ended it for this reason; 1006: without a word.
    case closed(Int)
  }

  /// The server did not make a socket of the connection.
  package struct Refused: Error { package let status: Int }

  private let connection: Connection
  /// The mistake that the page was told of last.
  package var problem: String?
  /// What the page's player was said to do last.
  package var status = "paused"

  /// - Throws: `Refused`.
  package init(
    port: Int, path: String = "/socket", host: String? = nil, origin: String? = nil,
    more: String = ""
  ) async throws {
    connection = try Connection(port: port)
    let host = host ?? "127.0.0.1:\(port)"
    let origin = origin.map { "Origin: \($0)\r\n" } ?? ""
    try connection.write(
      "GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\(origin)\(more)Upgrade: websocket\r\n"
        + "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        + "Sec-WebSocket-Version: 13\r\n\r\n")
    guard let head = try await connection.read(until: "\r\n\r\n") else { throw Refused(status: 0) }
    let status = Int(head.split(separator: " ")[1]) ?? 0
    guard status == 101 else { throw Refused(status: status) }
  }

  package func send(_ text: String) throws { try send(Array(text.utf8), opcode: 1) }

  /// Sends a frame, masked with ones by turns.
  package func send(_ bytes: [UInt8], opcode: UInt8, isFinal: Bool = true) throws {
    var frame: [UInt8] = [(isFinal ? 0x80 : 0) | opcode]
    switch bytes.count {
    case ..<126: frame.append(0x80 | UInt8(bytes.count))
    case ..<65536: frame += [0x80 | 126, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
    default:
      frame.append(0x80 | 127)
      frame += (0..<8).map { UInt8(bytes.count >> (56 - 8 * $0) & 255) }
    }
    let mask: [UInt8] = [0x55, 0xAA, 0x0F, 0xF0]
    frame += mask
    frame += bytes.enumerated().map { $1 ^ mask[$0 % 4] }
    try connection.write(frame)
  }

  /// The next message, put together from its frames.
  package func receive() async throws -> Message {
    var (bytes, kind): ([UInt8], UInt8) = ([], 0)
    while true {
      guard let head = try await connection.read(2) else { return .closed(1006) }
      var count = Int(head[1] & 127)
      if count >= 126 {
        guard let more = try await connection.read(count == 126 ? 2 : 8) else {
          return .closed(1006)
        }
        count = more.reduce(0) { $0 << 8 | Int($1) }
      }
      guard let body = try await connection.read(count) else { return .closed(1006) }
      let opcode = head[0] & 15
      switch opcode {
      case 8: return .closed(body.count < 2 ? 1005 : Int(body[0]) << 8 | Int(body[1]))
      case 9: try send(body, opcode: 10)
      case 10: continue
      default:
        if opcode != 0 { kind = opcode }
        bytes += body
        guard head[0] & 0x80 != 0 else { continue }
        return kind == 1 ? .text(String(decoding: bytes, as: UTF8.self)) : .binary(bytes)
      }
    }
  }

  /// How the server ends it, after whatever comes before.
  package func ending() async throws -> Int {
    while true {
      if case .closed(let code) = try await receive() { return code }
    }
  }
}
