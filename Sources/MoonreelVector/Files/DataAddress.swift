// SPDX-License-Identifier: MIT

import FoundationEssentials

/// A `data:` address (RFC 2397): a small file within a text.
enum DataAddress {
  /// Whether `text` is one.
  static func matches(_ text: some StringProtocol) -> Bool {
    text.prefix(5).lowercased() == "data:"
  }

  /// The bytes of `text`; `nil` where it is malformed.
  static func bytes(of text: some StringProtocol) -> [UInt8]? {
    guard matches(text), let comma = text.utf8.firstIndex(of: UInt8(ascii: ",")) else { return nil }
    let payload = text.utf8[text.utf8.index(after: comma)...]
    // holds: a comma lies in the text.
    let head = text[text.startIndex..<comma].lowercased()
    guard let raw = Percent.decodedBytes(payload) else { return nil }
    return head.hasSuffix(";base64") ? base64(raw) : raw
  }

  /// The address that holds `bytes` of `type`.
  static func make(type: String, _ bytes: [UInt8]) -> String {
    "data:\(type);base64," + Data(bytes).base64EncodedString()
  }

  /// The bytes that `text` stands for in Base64 (RFC 4648), white space passed over; `nil` where it holds something
  /// else. Its filling may be missing, as the web has it, which Foundation does not take.
  private static func base64(_ text: [UInt8]) -> [UInt8]? {
    let filling = UInt8(ascii: "=")
    var letters = text.filter { $0 > 32 }
    while letters.last == filling { letters.removeLast() }
    guard !letters.contains(filling) else { return nil }
    letters += Array(repeating: filling, count: (4 - letters.count % 4) % 4)
    return Data(base64Encoded: Data(letters)).map { Array($0) }
  }
}
