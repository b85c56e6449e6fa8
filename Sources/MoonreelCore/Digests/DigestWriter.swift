// SPDX-License-Identifier: MIT

/// What says of itself, in bytes, all that makes it differ from others of its kind.
package protocol Digestible {
  /// Adds every property to `writer`.
  func add(to writer: inout DigestWriter)
}

/// Turns a thing of some kind and its properties into a ``Digest``.
///
/// Every kind has properties of its own types in its own order. Two of a kind never give the same bytes unless all
/// properties are the same: numbers have a fixed width, text and lists their length before them, what may be
/// missing a byte that says so. Numbers are added by their bits: 0 and −0 differ.
///
/// For example: `DigestWriter("circle", center, radius).digest`.
package struct DigestWriter {
  /// The number of this way of writing: to be raised where a kind's bytes come to mean another picture.
  private static let version: UInt8 = 1

  private var bytes: [UInt8]

  /// A thing of `kind` with `properties`, in this order.
  package init<each Value: Digestible>(_ kind: String, _ properties: repeat each Value) {
    bytes = [Self.version]
    bytes.reserveCapacity(128)
    kind.add(to: &self)
    repeat (each properties).add(to: &self)
  }

  /// Adds `values` in this order.
  package mutating func add<each Value: Digestible>(_ values: repeat each Value) {
    repeat (each values).add(to: &self)
  }

  /// The digest of all that was added.
  package var digest: Digest { Digest(of: bytes) }

  /// Adds the bytes of `word`, the lowest first.
  package mutating func append<Word: FixedWidthInteger>(_ word: Word) {
    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Adds `more` as they are.
  package mutating func append(_ more: UnsafeRawBufferPointer) { bytes.append(contentsOf: more) }
}

extension Digest: Digestible {
  package func add(to writer: inout DigestWriter) {
    for word in [words.0, words.1, words.2, words.3] { writer.append(word) }
  }
}

extension Bool: Digestible {
  package func add(to writer: inout DigestWriter) { writer.append(UInt8(self ? 1 : 0)) }
}

extension Int: Digestible {
  package func add(to writer: inout DigestWriter) { writer.append(Int64(self)) }
}

extension Int64: Digestible {
  package func add(to writer: inout DigestWriter) { writer.append(self) }
}

extension UInt32: Digestible {
  package func add(to writer: inout DigestWriter) { writer.append(self) }
}

extension Float: Digestible {
  package func add(to writer: inout DigestWriter) { writer.append(bitPattern) }
}

extension Double: Digestible {
  package func add(to writer: inout DigestWriter) { writer.append(bitPattern) }
}

extension String: Digestible {
  package func add(to writer: inout DigestWriter) {
    var text = self
    text.withUTF8 { utf8 in
      writer.append(Int64(utf8.count))
      writer.append(UnsafeRawBufferPointer(utf8))
    }
  }
}

extension Optional: Digestible where Wrapped: Digestible {
  package func add(to writer: inout DigestWriter) {
    writer.add(self != nil)
    self?.add(to: &writer)
  }
}

extension Array: Digestible where Element: Digestible {
  package func add(to writer: inout DigestWriter) {
    writer.add(count)
    for element in self { element.add(to: &writer) }
  }
}

extension Digestible where Self: RawRepresentable, RawValue == String {
  package func add(to writer: inout DigestWriter) { rawValue.add(to: &writer) }
}
