// SPDX-License-Identifier: MIT

/// Takes an XML text apart, piece by piece.
///
/// Reads no other file, whatever the text says: entities are those of the text itself, and these are plain
/// text, so that nothing can grow without bounds. Whether tags match and names are legal is left to whoever
/// reads the result.
package struct XMLScanner {
  let bytes: [UInt8]
  var position = 0
  var entities = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]
  /// How many more bytes entities may add.
  var entityBudget = 1 << 20

  /// A scanner of `bytes`: UTF-8, or what the XML declaration says where that is ISO 8859-1.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) for other encodings.
  package init(_ bytes: [UInt8]) throws { self.bytes = try XMLEncoding.utf8(bytes) }

  /// The next piece; `nil` at the end. Comments and the document type are passed over.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) with the line of the mistake.
  package mutating func next() throws -> XMLToken? {
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<") else { return .text(try text()) }
      if take("<!--") {
        _ = try rest(until: "-->", "the end of the comment, '-->'")
      } else if take("<![CDATA[") {
        let content = try rest(until: "]]>", "']]>'")
        return .text(String(decoding: content, as: UTF8.self))
      } else if take("<?") {
        return try instruction()
      } else if take("<!DOCTYPE") {
        try readDocumentType()
      } else if take("</") {
        let name = try name()
        skipSpace()
        try expect(">")
        return .end(name)
      } else {
        position += 1
        return .start(try tag())
      }
    }
    return nil
  }

  /// The line of the text that the scanner has come to, from 1.
  package var line: Int {
    1 + bytes[..<min(position, bytes.count)].count { $0 == UInt8(ascii: "\n") }
  }

  // MARK: Pieces

  private mutating func tag() throws -> XMLTag {
    var tag = XMLTag(name: try name())
    while true {
      skipSpace()
      if take("/>") {
        tag.isEmpty = true
        return tag
      }
      if take(">") { return tag }
      guard tag.attributes.count < 1000 else { throw mistake("at most 1000 attributes") }
      let name = try name()
      skipSpace()
      try expect("=")
      skipSpace()
      tag.attributes.append((name, try decoded(try quoted(), isAttribute: true)))
    }
  }

  private mutating func text() throws -> String {
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
    // holds: the position went on from the start.
    return try decoded(bytes[start..<position], isAttribute: false)
  }

  private mutating func instruction() throws -> XMLToken {
    let target = try name()
    let data = try rest(until: "?>", "the end of the instruction, '?>'")
    return .instruction(target: target, data: String(decoding: data, as: UTF8.self))
  }

  // MARK: Letters

  mutating func name() throws -> String {
    let start = position
    while position < bytes.count, !Self.isDelimiter(bytes[position]) { position += 1 }
    guard position > start, position - start <= 256 else { throw mistake("a name") }
    // holds: the position went on from the start.
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    byte <= 32 || "<>/=\"'&?!;[]()%".utf8.contains(byte)
  }

  /// What stands between quotation marks of either kind.
  mutating func quoted() throws -> ArraySlice<UInt8> {
    guard position < bytes.count, [34, 39].contains(bytes[position]) else {
      throw mistake("a value in quotation marks")
    }
    let mark = bytes[position]
    position += 1
    let start = position
    while position < bytes.count, bytes[position] != mark { position += 1 }
    guard position < bytes.count else { throw mistake("a closing quotation mark") }
    position += 1
    // holds: the mark was passed over.
    return bytes[start..<(position - 1)]
  }

  mutating func skipSpace() {
    while position < bytes.count, [32, 9, 10, 13].contains(bytes[position]) { position += 1 }
  }

  /// Passes over `text` where it comes next.
  mutating func take(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    for index in 0..<count where bytes[position + index] != text.utf8Start[index] { return false }
    position += count
    return true
  }

  mutating func expect(_ text: StaticString) throws {
    guard take(text) else { throw mistake("'\(text)'") }
  }

  /// What comes before `end`, which is passed over, too.
  mutating func rest(until end: StaticString, _ what: String) throws -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count {
      // holds: the end was passed over.
      if take(end) { return bytes[start..<(position - end.utf8CodeUnitCount)] }
      position += 1
    }
    throw mistake(what)
  }

  package func mistake(_ expected: String) -> MoonreelError {
    MoonreelError(.unsupportedFormat, "line \(line) of the XML text: expected \(expected)")
  }
}
