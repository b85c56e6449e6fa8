// SPDX-License-Identifier: MIT

// Entities: what `&name;` stands for. Those that a text defines itself are short pieces of plain text.
extension XMLScanner {
  /// The longest text that an entity of a file stands for, in bytes.
  private static let longestEntity = 4096
  private static let mostEntities = 256

  /// `slice` with every entity replaced by what it stands for; line breaks of attributes are spaces.
  mutating func decoded(_ slice: ArraySlice<UInt8>, isAttribute: Bool) throws -> String {
    var (result, start, index) = ("", slice.startIndex, slice.startIndex)
    func plain(_ range: Range<Int>) -> String {
      let part = slice[range]
      guard isAttribute else { return String(decoding: part, as: UTF8.self) }
      return String(decoding: part.map { [9, 10, 13].contains($0) ? 32 : $0 }, as: UTF8.self)
    }
    while index < slice.endIndex {
      guard slice[index] == UInt8(ascii: "&") else {
        index += 1
        continue
      }
      // holds: the index went on from the start.
      result += plain(start..<index)
      guard let end = slice[index...].prefix(64).firstIndex(of: UInt8(ascii: ";")) else {
        throw mistake("'&amp;' in place of '&', or an entity such as '&lt;'")
      }
      // holds: the index went on from the start.
      result += try replacement(String(decoding: slice[(index + 1)..<end], as: UTF8.self))
      (index, start) = (end + 1, end + 1)
    }
    // holds: the index went on from the start.
    return result + plain(start..<slice.endIndex)
  }

  private mutating func replacement(_ name: String) throws -> String {
    if name.hasPrefix("#") { return try character(name.dropFirst()) }
    guard let text = entities[name] else {
      throw mistake("an entity that the file defines, not '&\(name);'")
    }
    entityBudget -= text.utf8.count
    guard entityBudget >= 0 else {
      throw MoonreelError(
        .limitExceeded, "line \(line) of the XML text: its entities make it too long")
    }
    return text
  }

  private func character(_ digits: Substring) throws -> String {
    let number =
      digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
    guard let number, let scalar = Unicode.Scalar(number),
      number >= 32 || [9, 10, 13].contains(number)
    else { throw mistake("the number of a character, not '&#\(digits);'") }
    return String(scalar)
  }

  // MARK: Document type

  /// Reads what follows `<!DOCTYPE`: the entities, and nothing else.
  mutating func readDocumentType() throws {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: ">"):
        position += 1
        return
      case UInt8(ascii: "["):
        position += 1
        try readDeclarations()
      case 34, 39: _ = try quoted()
      default: position += 1
      }
    }
    throw mistake("the end of the document type, '>'")
  }

  private mutating func readDeclarations() throws {
    while true {
      skipSpace()
      if take("]") { return }
      if take("<!--") {
        _ = try rest(until: "-->", "the end of the comment, '-->'")
      } else if take("<?") {
        _ = try rest(until: "?>", "'?>'")
      } else if take("<!ENTITY") {
        try readEntity()
      } else if take("<!") {
        try skipDeclaration()
      } else {
        throw mistake("']' at the end of the document type")
      }
    }
  }

  private mutating func readEntity() throws {
    skipSpace()
    let name = try name()
    skipSpace()
    guard position < bytes.count, [34, 39].contains(bytes[position]) else {
      throw MoonreelError(
        .accessDenied,
        "line \(line) of the XML text: the entity '\(name)' stands in another file, which is not read"
      )
    }
    let value = try quoted()
    skipSpace()
    try expect(">")
    guard value.count <= Self.longestEntity, entities.count < Self.mostEntities else {
      throw MoonreelError(
        .limitExceeded, "line \(line) of the XML text: its entities are too many or too long")
    }
    guard !value.contains(where: { "&%<".utf8.contains($0) }) else {
      throw MoonreelError(
        .unsupportedFormat,
        "line \(line) of the XML text: the entity '\(name)' is made of others or of elements; write "
          + "out what it stands for")
    }
    if entities[name] == nil { entities[name] = String(decoding: value, as: UTF8.self) }
  }

  /// What follows `<!ELEMENT` and the like.
  private mutating func skipDeclaration() throws {
    while position < bytes.count {
      if take(">") { return }
      if [34, 39].contains(bytes[position]) { _ = try quoted() } else { position += 1 }
    }
    throw mistake("the end of a declaration, '>'")
  }
}
