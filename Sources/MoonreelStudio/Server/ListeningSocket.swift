// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// A socket of this machine alone that listens for the studio's pages, and the token that they have to know. It is made
/// before the sandbox is closed, in which no other can be bound.
public struct ListeningSocket: Sendable {
  let descriptor: Int32
  /// Where it listens.
  public let port: Int
  let token: AccessToken

  /// Where the page is.
  public var address: String { "http://127.0.0.1:\(port)/#token=\(token.text)" }

  /// Opens the page in the browser, where there is a desktop, before the sandbox is closed, in which no program starts. The
  /// browser waits until somebody serves.
  ///
  /// - Returns: whether there is one.
  public func openBrowser() -> Bool { DesktopBrowser.open(address) }

  /// Listens at a port that is the same for `path` each time, where it is free: browsers keep a page's settings by its
  /// address.
  ///
  /// - Throws: as ``init(port:)``.
  public init(for path: String) throws {
    // FNV-1a, into the ports that nobody owns (RFC 6335).
    let hash = path.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    self = try (try? ListeningSocket(port: 49_152 + Int(hash % 16_384))) ?? ListeningSocket(port: 0)
  }

  /// Listens at `port` of 127.0.0.1, 0 for any that is free.
  ///
  /// - Throws: `MoonreelError` (`accessDenied`) where the port is taken or not allowed.
  public init(port: Int) throws {
    func refusal() -> MoonreelError {
      MoonreelError(
        .accessDenied, "Cannot listen at port \(port) of 127.0.0.1; choose another with --port.",
        cause: String(cString: strerror(errno)))
    }
    let descriptor = socket(
      AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), Int32(IPPROTO_TCP))
    guard descriptor >= 0 else { throw refusal() }
    var flag: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &flag, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(clamping: port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && listen(descriptor, 16) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    guard code else {
      let error = refusal()
      close(descriptor)
      throw error
    }
    (self.descriptor, self.port) = (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    token = try AccessToken()
  }
}
