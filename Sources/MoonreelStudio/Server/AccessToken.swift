// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// 128 random bits that a page has to know. They stand in the address's fragment, which browsers send to nobody, and go to
/// the server in the first message of the socket.
struct AccessToken: Sendable {
  /// 32 hexadecimal digits.
  let text: String

  /// A new one.
  ///
  /// - Throws: `MoonreelError` (`internalError`) where the system has no random bits.
  init() throws {
    var bytes = [UInt8](repeating: 0, count: 16)
    guard getentropy(&bytes, bytes.count) == 0 else {
      throw MoonreelError(
        .internalError, "Cannot make the studio's token: the system gives no random bits.")
    }
    text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Whether `other` is it. The time it takes does not tell how much of it was right.
  func matches(_ other: String) -> Bool {
    let (own, given) = (Array(text.utf8), Array(other.utf8))
    guard own.count == given.count else { return false }
    return zip(own, given).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
