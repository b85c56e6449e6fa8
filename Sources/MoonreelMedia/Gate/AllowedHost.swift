// SPDX-License-Identifier: MIT

import MoonreelCore

/// What `--allow-net` names: a host with all its ports, or one port of it.
public struct AllowedHost: Hashable, Sendable {
  let host: NetworkHost
  /// The one port; `nil` allows all.
  public let port: Int?

  /// Reads `media.example`, `media.example:8080`, `127.0.0.1`, `::1`, `[::1]` or `[::1]:8080`.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where it is none of these.
  public init(_ text: String) throws {
    do {
      let bytes = Array(text.utf8)[...]
      let colons = bytes.count { $0 == UInt8(ascii: ":") }
      let end: Int
      if bytes.first == UInt8(ascii: "["), let close = bytes.firstIndex(of: UInt8(ascii: "]")) {
        // holds: a bracket that closes lies behind the one that opens.
        (host, end) = (try NetworkHost(ipv6: bytes[1..<close]), close + 1)
      } else if colons > 1, !text.contains("/") {
        (host, end) = (try NetworkHost(ipv6: bytes), bytes.endIndex)
      } else {
        end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        host = try NetworkHost(name: bytes[..<end])
      }
      let port = try NetworkAddress.port(bytes[end...], usual: 0)
      self.port = port == 0 ? nil : port
    } catch let refusal as NetworkHost.Refusal {
      throw MoonreelError(
        .invalidArgument,
        "Cannot allow the host '\(text)': \(refusal.reason). Name the host alone, such as "
          + "media.example or media.example:8080.")
    }
  }

  /// Whether `address` lies on it.
  func allows(_ address: NetworkAddress) -> Bool {
    address.host == host && (port ?? address.port) == address.port
  }
}
