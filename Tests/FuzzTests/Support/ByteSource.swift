// SPDX-License-Identifier: MIT

/// Decisions read from an input: small changes of the bytes are small changes of what is made of them.
struct ByteSource {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  /// Whether nothing is left; everything asked for is then 0.
  var isEmpty: Bool { bytes.isEmpty }

  /// The next byte.
  mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  /// A number from 0 up to, not including, `limit`, which is at most 65,536.
  mutating func number(below limit: Int) -> Int {
    limit <= 256 ? Int(byte()) % max(1, limit) : (Int(byte()) << 8 | Int(byte())) % limit
  }

  /// One of `list`, which is not empty.
  mutating func pick<Element>(_ list: [Element]) -> Element { list[number(below: list.count)] }

  /// The next bytes, at most `limit`, as text.
  mutating func text(atMost limit: Int) -> String {
    let part = bytes.prefix(number(below: limit + 1))
    bytes = bytes.dropFirst(part.count)
    return String(decoding: part, as: UTF8.self)
  }

  /// All that is left.
  mutating func rest() -> [UInt8] {
    defer { bytes = [] }
    return Array(bytes)
  }
}
