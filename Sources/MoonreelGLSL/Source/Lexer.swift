// SPDX-License-Identifier: MIT

/// Cuts the text of a shader into tokens and comments.
struct Lexer {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var startsLine = true
  private var isSpaced = false
  private(set) var tokens: [Token] = []
  private(set) var comments: [Comment] = []

  /// The tokens and comments of `source`.
  static func read(_ source: [UInt8]) throws -> (tokens: [Token], comments: [Comment]) {
    var lexer = Lexer(bytes: source)
    try lexer.readAll()
    return (lexer.tokens, lexer.comments)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func byte(_ ahead: Int = 0) -> UInt8 {
    position + ahead < bytes.count ? bytes[position + ahead] : 0
  }

  private mutating func readAll() throws {
    while position < bytes.count {
      if try skipSpace() { continue }
      guard tokens.count < ShaderLimits.tokens else {
        throw ShaderFailure(
          tooMuch: "The shader has more than \(ShaderLimits.tokens) tokens.", line)
      }
      let first = byte()
      if Self.isLetter(first) {
        word()
      } else if Self.isDigit(first) || first == UInt8(ascii: ".") && Self.isDigit(byte(1)) {
        try number()
      } else {
        sign()
      }
      (startsLine, isSpaced) = (false, false)
    }
  }

  /// Goes past one space, end of line or comment; `false` where there is none.
  private mutating func skipSpace() throws -> Bool {
    switch byte() {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), 11, 12: position += 1
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      endLine()
      startsLine = true
    case UInt8(ascii: "\\") where byte(1) == UInt8(ascii: "\n") || byte(1) == UInt8(ascii: "\r"):
      position += 1
      endLine()
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"): lineComment()
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): try blockComment()
    default: return false
    }
    isSpaced = true
    return true
  }

  private mutating func endLine() {
    position += byte() == UInt8(ascii: "\r") && byte(1) == UInt8(ascii: "\n") ? 2 : 1
    line += 1
  }

  private mutating func lineComment() {
    let start = position
    while position < bytes.count, byte() != UInt8(ascii: "\n"), byte() != UInt8(ascii: "\r") {
      position += 1
    }
    note(start, position, line)
  }

  private mutating func blockComment() throws {
    let (start, first) = (position, line)
    position += 2
    while byte() != UInt8(ascii: "*") || byte(1) != UInt8(ascii: "/") {
      guard position < bytes.count else {
        throw ShaderFailure(first, "The comment that begins here does not end; add '*/'.")
      }
      if byte() == UInt8(ascii: "\n") || byte() == UInt8(ascii: "\r") {
        endLine()
      } else {
        position += 1
      }
    }
    note(start, position, first)
    position += 2
  }

  private mutating func note(_ start: Int, _ end: Int, _ line: Int) {
    comments.append(
      Comment(
        // holds: it is cut at the end.
        text: String(decoding: bytes[min(start + 2, end)..<end], as: UTF8.self), line: line,
        offset: start))
  }

  private mutating func add(_ kind: Token.Kind, from start: Int, value: Double = 0) {
    tokens.append(
      Token(
        // holds: the position went on from the start.
        kind: kind, text: String(decoding: bytes[start..<position], as: UTF8.self), value: value,
        line: line, offset: start, startsLine: startsLine, isSpaced: isSpaced))
  }

  private mutating func word() {
    let start = position
    while Self.isLetter(byte()) || Self.isDigit(byte()) { position += 1 }
    add(.word, from: start)
  }

  private static let signs = [
    ["<<=", ">>="],
    [
      "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "==", "!=", "<=", ">=", "&&",
      "||", "^^", "<<", ">>", "##",
    ],
  ].map { $0.map { Array($0.utf8) } }

  private mutating func sign() {
    let start = position
    for row in Self.signs {
      let length = row[0].count
      if position + length <= bytes.count,
        // holds: the condition compares them.
        row.contains(where: { bytes[position..<position + length].elementsEqual($0) })
      {
        position += length
        return add(.sign, from: start)
      }
    }
    // A character beyond ASCII is one sign.
    position += 1
    while byte() & 0xc0 == 0x80, bytes[start] >= 0x80 { position += 1 }
    add(.sign, from: start)
  }

  // MARK: Numbers

  private mutating func number() throws {
    let start = position
    if byte() == UInt8(ascii: "0"), byte(1) | 0x20 == UInt8(ascii: "x") {
      position += 2
      while Self.isHex(byte()) { position += 1 }
      return try whole(start, digits: start + 2, radix: 16)
    }
    var isReal = false
    while Self.isDigit(byte()) || byte() == UInt8(ascii: ".") {
      isReal = isReal || byte() == UInt8(ascii: ".")
      position += 1
    }
    if byte() | 0x20 == UInt8(ascii: "e") {
      let sign = byte(1) == UInt8(ascii: "+") || byte(1) == UInt8(ascii: "-") ? 1 : 0
      if Self.isDigit(byte(1 + sign)) {
        isReal = true
        position += 1 + sign
        while Self.isDigit(byte()) { position += 1 }
      }
    }
    if !isReal, byte() | 0x20 != UInt8(ascii: "f") {
      let isOctal = bytes[start] == UInt8(ascii: "0") && position - start > 1
      return try whole(start, digits: start, radix: isOctal ? 8 : 10)
    }
    // holds: the position went on from the start.
    let text = "0" + String(decoding: bytes[start..<position], as: UTF8.self)
    if byte() | 0x20 == UInt8(ascii: "f") { position += 1 }
    guard !Self.isLetter(byte()), !Self.isDigit(byte()), let value = Self.real(text) else {
      throw malformed(start)
    }
    add(.real, from: start, value: Double(value))
  }

  /// The number that decimal digits, a point and an exponent write.
  static func real(_ text: String) -> Float? {
    var parts = text.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "e" || $0 == "E" }
    ).map(String.init)
    if parts[0].last == "." { parts[0] += "0" }
    return Float(parts.joined(separator: "e"))
  }

  private mutating func whole(_ start: Int, digits: Int, radix: Int) throws {
    // holds: the position went on from the start.
    let text = String(decoding: bytes[digits..<position], as: UTF8.self)
    let isUnsigned = byte() | 0x20 == UInt8(ascii: "u")
    if isUnsigned { position += 1 }
    guard !Self.isLetter(byte()), !Self.isDigit(byte()), let value = UInt32(text, radix: radix)
    else { throw malformed(start) }
    let signed = Double(Int32(truncatingIfNeeded: value))
    add(isUnsigned ? .unsigned : .integer, from: start, value: isUnsigned ? Double(value) : signed)
  }

  private mutating func malformed(_ start: Int) -> ShaderFailure {
    while Self.isLetter(byte()) || Self.isDigit(byte()) { position += 1 }
    // holds: the position went on from the start.
    let text = String(decoding: bytes[start..<min(position, start + 40)], as: UTF8.self)
    return ShaderFailure(line, "'\(text)' is not a number of GLSL.")
  }

  // MARK: Characters

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "f")
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
      || byte == UInt8(ascii: "_")
  }
}
