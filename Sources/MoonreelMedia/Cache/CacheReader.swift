// SPDX-License-Identifier: MIT

/// Reads what a ``CacheWriter`` wrote. Damaged bytes end in ``Damage``, never in a trap, and cannot ask for more
/// memory than `limit` numbers.
struct CacheReader {
  /// What is read cannot have been written.
  struct Damage: Error {}

  private let bytes: [UInt8]
  private var place = 0
  private var left: Int

  /// A reader from the beginning of `bytes`, which gives at most `limit` numbers of series.
  init(_ bytes: [UInt8], limit: Int) { (self.bytes, left) = (bytes, limit) }

  /// Whether all was read.
  var isAtEnd: Bool { place == bytes.count }

  mutating func number() throws -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while place < bytes.count, shift < 64 {
      let byte = bytes[place]
      place += 1
      value |= UInt64(byte & 0x7f) << shift
      if byte & 0x80 == 0 { return value }
      shift += 7
    }
    throw Damage()
  }

  mutating func signed() throws -> Int64 { Self.unfolded(try number()) }

  /// A number of things that are held in memory or on the disk.
  mutating func count() throws -> Int {
    guard let count = Int(exactly: try number()) else { throw Damage() }
    return count
  }

  mutating func text() throws -> String {
    let length = try count()
    guard length <= bytes.count - place else { throw Damage() }
    defer { place += length }
    // holds: the guard compares the length.
    return String(decoding: bytes[place..<place + length], as: UTF8.self)
  }

  mutating func optional<Value>(_ read: (inout CacheReader) throws -> Value) throws -> Value? {
    switch try number() {
    case 0: return nil
    case 1: return try read(&self)
    default: throw Damage()
    }
  }

  mutating func series() throws -> [Int64] {
    let count = try count()
    guard count <= left else { throw Damage() }
    left -= count
    var values: [Int64] = []
    values.reserveCapacity(count)
    var (last, step): (Int64, Int64) = (0, 0)
    while values.count < count {
      let (change, repeats) = try run()
      guard repeats > 0, repeats <= UInt64(count - values.count) else { throw Damage() }
      // holds: a number without a sign.
      for _ in 0..<repeats {
        step &+= change
        last &+= step
        values.append(last)
      }
    }
    return values
  }

  private mutating func run() throws -> (change: Int64, count: UInt64) {
    let head = try number()
    switch SeriesForm(rawValue: head & 3) {
    case .single: return (Self.unfolded(head >> 2), 1)
    case .run: return (Self.unfolded(head >> 2), try number())
    case .large: return (Self.unfolded(try number()), try number())
    case nil: throw Damage()
    }
  }

  private static func unfolded(_ value: UInt64) -> Int64 {
    Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }
}
