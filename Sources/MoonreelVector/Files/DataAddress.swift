// SPDX-License-Identifier: MIT

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
    let head = text[text.startIndex..<comma].lowercased()
    guard let raw = Percent.decodedBytes(payload) else { return nil }
    return head.hasSuffix(";base64") ? Base64.decoded(raw) : raw
  }

  /// The address that holds `bytes` of `type`.
  static func make(type: String, _ bytes: [UInt8]) -> String {
    "data:\(type);base64," + Base64.encoded(bytes)
  }
}

/// Base64 (RFC 4648).
enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static let values: [UInt8: UInt32] = Dictionary(
    uniqueKeysWithValues: letters.enumerated().map { ($1, UInt32($0)) })

  /// The letters that stand for `bytes`.
  static func encoded(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      var word: UInt32 = 0
      for index in 0..<3 {
        word = word << 8 | (index < part.count ? UInt32(part[start + index]) : 0)
      }
      for index in 0..<4 {
        let letter = letters[Int(word >> (18 - 6 * UInt32(index)) & 63)]
        result.append(index <= part.count ? letter : UInt8(ascii: "="))
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The bytes that `text` stands for, white space passed over; `nil` where it holds something else.
  static func decoded(_ text: [UInt8]) -> [UInt8]? {
    var table = [UInt8](repeating: 255, count: 256)
    for (letter, value) in values { table[Int(letter)] = UInt8(value) }
    var result: [UInt8] = []
    result.reserveCapacity(text.count / 4 * 3)
    var (word, bits): (UInt32, UInt32) = (0, 0)
    var hasEnded = false
    for byte in text {
      if byte == UInt8(ascii: "=") { hasEnded = true }
      if byte <= 32 || byte == UInt8(ascii: "=") { continue }
      let value = table[Int(byte)]
      guard value < 64, !hasEnded else { return nil }
      (word, bits) = (word << 6 | UInt32(value), bits + 6)
      if bits >= 8 {
        bits -= 8
        result.append(UInt8(truncatingIfNeeded: word >> bits))
      }
    }
    return result
  }
}
