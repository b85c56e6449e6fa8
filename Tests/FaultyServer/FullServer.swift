// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// A server on this machine that takes no connection, for tests: it listens, and all the places before it are taken.
public final class FullServer {
  /// Where it listens, on 127.0.0.1.
  public let port: Int
  private var sockets: [Int32]

  /// The most connections that are tried until none is taken.
  private static let mostConnections = 64
  /// Milliseconds after which a connection to this machine is not taken.
  private static let patience: Int32 = 2000

  /// `nil` where the system takes every connection.
  public init?() {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    sockets = [listener]
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let isOpen = Self.with(&address) { bind(listener, $0, $1) == 0 && listen(listener, 0) == 0 }
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isNamed = Self.with(&address) { pointer, _ in getsockname(listener, pointer, &length) == 0 }
    port = Int(UInt16(bigEndian: address.sin_port))
    guard isOpen, isNamed else { return nil }
    for _ in 0..<Self.mostConnections where !fill(&address) { return }
    return nil
  }

  deinit { for socket in sockets { close(socket) } }

  /// The address of `path`, which begins with `/`.
  public func address(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  /// Whether one more connection was taken.
  private func fill(_ address: inout sockaddr_in) -> Bool {
    let connection = socket(
      AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    sockets.append(connection)
    if Self.with(&address, { connect(connection, $0, $1) == 0 }) { return true }
    var waiting = pollfd(fd: connection, events: Int16(POLLOUT), revents: 0)
    return poll(&waiting, 1, Self.patience) > 0
  }

  private static func with<Result>(
    _ address: inout sockaddr_in,
    _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
