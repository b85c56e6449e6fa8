// SPDX-License-Identifier: MIT

/// Reads numbers with the highest byte first, and letters, one after the other.
struct ByteScanner {
  /// What has not been read.
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// The next number of `count` bytes, 0 for none; `nil` behind the end and for numbers too large.
  mutating func number(_ count: Int) -> Int? {
    guard let bytes = take(count), count <= 8 else { return nil }
    return Int(exactly: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// The next `count` letters.
  mutating func text(_ count: Int) -> String? {
    take(count).map { String(decoding: $0, as: UTF8.self) }
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
