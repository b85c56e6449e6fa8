// SPDX-License-Identifier: MIT

import MoonreelCore

/// Values one after the other as bytes, for the worker.
package struct ByteWriter: Sendable {
  /// What was written.
  package private(set) var bytes: [UInt8] = []

  /// Nothing yet.
  package init() {}

  /// Appends a number as it lies in memory: both sides are one program.
  package mutating func append<Number: BitwiseCopyable>(_ number: Number) {
    withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
  }

  /// Appends bytes and how many they are.
  package mutating func append(_ block: [UInt8]) {
    append(Int64(block.count))
    bytes.append(contentsOf: block)
  }

  /// Appends a text in UTF-8.
  package mutating func append(text: String) { append(Array(text.utf8)) }
}

/// Reads what a ``ByteWriter`` wrote, or what a damaged process says it wrote: everything is checked.
package struct ByteReader {
  private let bytes: [UInt8]
  private var position = 0

  /// Something is not as it was to be.
  static let malformed = MoonreelError(
    .internalError, "The drawing process sent an answer that cannot be read.")

  /// Reads `bytes` from the start.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  private mutating func take(_ count: Int) throws -> Range<Int> {
    guard count >= 0, count <= bytes.count - position else { throw Self.malformed }
    defer { position += count }
    // holds: the guard compares the count.
    return position..<(position + count)
  }

  /// The next number.
  package mutating func number<Number: BitwiseCopyable>(_ type: Number.Type) throws -> Number {
    let range = try take(MemoryLayout<Number>.size)
    return bytes.withUnsafeBytes {
      $0.loadUnaligned(fromByteOffset: range.lowerBound, as: Number.self)
    }
  }

  /// The next block of bytes.
  package mutating func block() throws -> [UInt8] {
    let count = try number(Int64.self)
    return Array(bytes[try take(Int(clamping: count))])
  }

  /// The next text; what is no UTF-8 is replaced.
  package mutating func text() throws -> String { String(decoding: try block(), as: UTF8.self) }
}
