// SPDX-License-Identifier: MIT

// Texts that people write, parameters and animations, are read by hand. FoundationEssentials' `JSONDecoder` does not
// say where a mistake is, so that nobody could be told the line; it takes `{ "a": 1, }` and drops the order of names; a
// tree of 210,000 values (1.2 MB of keyframes) takes it five to seven times as long (tried with Swift 6.3). It reads
// what programs wrote for us: entries of the cache, the parser's description of the options.

extension JSONValue {
  /// Reads a whole text (RFC 8259). Numbers that are whole become ``integer(_:)``, however they are written.
  ///
  /// - Parameter takesNonFinite: whether `NaN`, `Inf` and `Infinity` are numbers, as they are to OpenTimelineIO.
  /// - Throws: `MoonreelError` (`invalidArgument`) with the line of the first mistake.
  package init(parsing text: String, takesNonFinite: Bool = false) throws {
    var parser = JSONParser(text, takesNonFinite: takesNonFinite)
    self = try parser.parse()
  }
}

/// Reads JSON from bytes; nests at most 64 deep.
private struct JSONParser {
  private let bytes: [UInt8]
  private let takesNonFinite: Bool
  private var position = 0

  init(_ text: String, takesNonFinite: Bool) {
    (bytes, self.takesNonFinite) = (Array(text.utf8), takesNonFinite)
  }

  mutating func parse() throws -> JSONValue {
    let value = try value(depth: 0)
    skipSpace()
    guard position == bytes.count else { throw mistake("one value only") }
    return value
  }

  private func mistake(_ expected: String) -> MoonreelError {
    let line = 1 + bytes[..<min(position, bytes.count)].count { $0 == UInt8(ascii: "\n") }
    return MoonreelError(.invalidArgument, "line \(line) of the JSON text: expected \(expected)")
  }

  private mutating func skipSpace() {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
      position += 1
    }
  }

  private mutating func take(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    for index in 0..<count where bytes[position + index] != text.utf8Start[index] { return false }
    position += count
    return true
  }

  private mutating func value(depth: Int) throws -> JSONValue {
    guard depth < 64 else { throw mistake("fewer than 64 levels") }
    skipSpace()
    if take("null") { return .null }
    if take("true") { return .bool(true) }
    if take("false") { return .bool(false) }
    if takesNonFinite, let number = nonFinite() { return .number(number) }
    guard position < bytes.count else { throw mistake("a value") }
    switch bytes[position] {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "["): return .array(try list(depth: depth))
    case UInt8(ascii: "{"): return .object(try members(depth: depth))
    default:
      let number = try number()
      return Int64(exactly: number).map { .integer($0) } ?? .number(number)
    }
  }

  private mutating func nonFinite() -> Double? {
    if take("NaN") { return .nan }
    if take("-Infinity") || take("-Inf") { return -.infinity }
    return take("Infinity") || take("Inf") ? .infinity : nil
  }

  private mutating func list(depth: Int) throws -> [JSONValue] {
    position += 1
    var items: [JSONValue] = []
    skipSpace()
    if take("]") { return items }
    while true {
      items.append(try value(depth: depth + 1))
      skipSpace()
      if take("]") { return items }
      guard take(",") else { throw mistake("',' or ']'") }
    }
  }

  private mutating func members(depth: Int) throws -> [JSONValue.Member] {
    position += 1
    var members: [JSONValue.Member] = []
    skipSpace()
    if take("}") { return members }
    while true {
      skipSpace()
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
        throw mistake("a name in quotes")
      }
      let name = try string()
      skipSpace()
      guard take(":") else { throw mistake("':' after the name") }
      members.append(JSONValue.Member(name, try value(depth: depth + 1)))
      skipSpace()
      if take("}") { return members }
      guard take(",") else { throw mistake("',' or '}'") }
    }
  }

  private mutating func number() throws -> Double {
    let start = position
    let allowed = Array("+-.0123456789eE".utf8)
    while position < bytes.count, allowed.contains(bytes[position]) { position += 1 }
    // holds: the position went on from the start.
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let number = Double(text), number.isFinite else {
      position = start
      throw mistake("a value")
    }
    return number
  }

  private mutating func string() throws -> String {
    position += 1
    var units: [UInt16] = []
    var start = position
    func plain() -> [UInt16] {
      // holds: the position went on from the start.
      Array(String(decoding: bytes[start..<position], as: UTF8.self).utf16)
    }
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        units += plain()
        position += 1
        return String(decoding: units, as: UTF16.self)
      case UInt8(ascii: "\\"):
        units += plain()
        units.append(try escape())
        start = position
      case 0..<0x20: throw mistake("no control characters in a string")
      default: position += 1
      }
    }
    throw mistake("'\"' at the end of the string")
  }

  private mutating func escape() throws -> UInt16 {
    position += 2
    guard position <= bytes.count else { throw mistake("a letter after '\\'") }
    switch bytes[position - 1] {
    case UInt8(ascii: "\""): return 0x22
    case UInt8(ascii: "\\"): return 0x5C
    case UInt8(ascii: "/"): return 0x2F
    case UInt8(ascii: "b"): return 8
    case UInt8(ascii: "f"): return 12
    case UInt8(ascii: "n"): return 10
    case UInt8(ascii: "r"): return 13
    case UInt8(ascii: "t"): return 9
    case UInt8(ascii: "u"):
      // holds: the position is before the end here.
      let digits = String(decoding: bytes[position..<min(position + 4, bytes.count)], as: UTF8.self)
      guard digits.utf8.count == 4, let unit = UInt16(digits, radix: 16) else {
        throw mistake("four hexadecimal digits after '\\u'")
      }
      position += 4
      return unit
    default: throw mistake("one of \" \\ / b f n r t u after '\\'")
    }
  }
}
