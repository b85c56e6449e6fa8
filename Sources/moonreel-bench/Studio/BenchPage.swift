// SPDX-License-Identifier: MIT

import Foundation
import PageClient

/// The page's end of the socket, without a browser.
final class BenchPage {
  struct Picture {
    var generation: UInt32
    var number: UInt32
    var divisor: Int
    /// Whether it stands, at full size.
    var isStill: Bool
    /// Whether it is of the version before the last save.
    var isBefore: Bool
  }

  private let socket: WebSocketClient
  /// The newest version of the film that a picture came of.
  var generation: UInt32 = 0
  /// How many frames the film has.
  private(set) var frames = 1
  /// What the player was said to do last.
  private(set) var status = "paused"
  /// Messages of sound that came.
  private(set) var soundBlocks = 0
  /// Small pictures and peaks that came.
  private(set) var smallOnes = 0
  /// How many proxies there are of those that are wanted.
  private(set) var proxies = 0

  init(_ address: String) async throws {
    guard let url = URL(string: address), let port = url.port, let fragment = url.fragment else {
      throw BenchError("the studio has no address")
    }
    socket = try await WebSocketClient(port: port, origin: "http://127.0.0.1:\(port)")
    let token = fragment.dropFirst("token=".count)
    try send(
      #"{"type":"hello","token":"\#(token)","codecs":["h264"],"width":960,"height":540}"#)
  }

  func send(_ text: String) throws { try socket.send(text) }

  /// The next picture that is wanted; each is acknowledged.
  func picture(_ isWanted: (Picture) -> Bool = { _ in true }) async throws -> Picture {
    while true {
      if let picture = try await next(), isWanted(picture) {
        generation = max(generation, picture.generation)
        return picture
      }
    }
  }

  /// Waits until the player is said to do `status`.
  func wait(until status: String) async throws {
    while self.status != status { _ = try await next() }
  }

  /// Takes the next message: the picture that it is, if it is one.
  func next() async throws -> Picture? {
    switch try await socket.receive() {
    case .closed(let code): throw BenchError("the studio closed the socket: \(code)")
    case .text(let text):
      try read(text)
      return nil
    case .binary(let bytes):
      guard bytes[0] <= 2 else {
        if bytes[0] == 3 { soundBlocks += 1 } else { smallOnes += 1 }
        return nil
      }
      try send(#"{"type":"shown","frame":0}"#)
      func word(_ place: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << (8 * UInt32($1)) }
      }
      return Picture(
        generation: word(4), number: word(8), divisor: Int(bytes[2]), isStill: bytes[1] & 1 != 0,
        isBefore: bytes[1] & 2 != 0)
    }
  }

  private func read(_ text: String) throws {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    if object?["type"] as? String == "proxies" { proxies = object?["done"] as? Int ?? 0 }
    if object?["type"] as? String == "film" { frames = object?["frames"] as? Int ?? 1 }
    if object?["type"] as? String == "state" { status = object?["status"] as? String ?? status }
    if let sentence = object?["sentence"] as? String { throw BenchError(sentence) }
  }
}
