// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

@testable import MoonreelMedia

/// Addresses: scheme, host and port are those that libav finds in what it is handed.
enum AddressTarget: FuzzTarget {
  static let name = "address"
  static let shortRunCount = 20_000

  static func seeds() -> [[UInt8]] {
    [
      "http://good.example/a.mp4", "https://good.example:8443/a?b=c#d", "http://[::1]:80/x",
      "http://127.0.0.1/", "file:///tmp/a", "clips/a b.mp4", "http://GOOD.example./%41",
      "concat:a|b",
    ].map { Array($0.utf8) }
  }

  static func take(_ input: [UInt8]) throws {
    let text = String(decoding: input, as: UTF8.self)
    guard case .network(let address) = try Address(text) else { return }
    let theirs = Split(address.text)
    guard theirs.scheme == address.scheme.rawValue, theirs.user.isEmpty,
      theirs.port == address.port || theirs.port == -1 && address.port == address.scheme.port,
      theirs.host == address.host.text || "[\(theirs.host)]" == address.host.text
    else {
      throw FuzzFinding(description: "'\(text)' is \(address.text) to us and \(theirs) to libav")
    }
    guard try NetworkAddress(address.text) == address else {
      throw FuzzFinding(description: "'\(address.text)' is not its own spelling")
    }
  }

  /// An address as libav takes it apart.
  private struct Split {
    var scheme, user, host: String
    var port: Int

    init(_ text: String) {
      let size = 4096
      let empty = [CChar](repeating: 0, count: size)
      var (scheme, user, host, port) = (empty, empty, empty, Int32(0))
      av_url_split(
        &scheme, Int32(size), &user, Int32(size), &host, Int32(size), &port, nil, 0, text)
      let texts = [scheme, user, host].map { part in
        String(decoding: part.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      }
      (self.scheme, self.user, self.host, self.port) = (texts[0], texts[1], texts[2], Int(port))
    }
  }
}
