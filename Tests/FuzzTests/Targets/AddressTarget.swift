// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

@testable import MoonreelMedia

/// Addresses: what we take for a host and what libav would connect to are the same.
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
    guard case .network(let url, let host) = Address(text) else { return }
    var name = [CChar](repeating: 0, count: 1024)
    av_url_split(nil, 0, nil, 0, &name, 1024, nil, nil, 0, url)
    let end = name.firstIndex(of: 0) ?? 0
    let theirs = String(decoding: name[..<end].map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard theirs == host || "[\(theirs)]" == host else {
      throw FuzzFinding(description: "'\(text)' is on '\(host)' to us, on '\(theirs)' to libav")
    }
  }
}
