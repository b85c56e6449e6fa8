// SPDX-License-Identifier: MIT

/// Looks for a field, `name = …`, in the brackets that are opened from a line of a script on.
///
/// Lua knows the line of a call, but not those of the fields of its table. The text shows them, unless a table is made
/// elsewhere and only named here.
struct FieldSearch {
  private let bytes: [UInt8]
  private var index: Int
  private var line: Int
  private let firstLine: Int
  private var depth = 0

  /// A search in `text` from line `first` on, counted from 1, to where all brackets are closed that were opened.
  init(_ text: String, from first: Int) {
    bytes = Array(text.utf8)
    (line, firstLine, index) = (1, first, 0)
    while line < first, index < bytes.count {
      if bytes[index] == UInt8(ascii: "\n") { line += 1 }
      index += 1
    }
  }

  /// The line of `name`. Where it stands several times the fewest brackets around it count; `nil` where that leaves several
  /// lines, or none.
  func line(of name: String) -> Int? {
    var search = self
    var found: [(depth: Int, line: Int)] = []
    let wanted = Array(name.utf8)
    while let word = search.nextField() {
      if bytes[word] == wanted[...] { found.append((search.depth, search.line)) }
    }
    guard let least = found.map(\.depth).min() else { return nil }
    let lines = Set(found.filter { $0.depth == least }.map(\.line))
    return lines.count == 1 ? lines.first : nil
  }

  /// The next word inside brackets that `=` follows.
  private mutating func nextField() -> Range<Int>? {
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\n"):
        if depth == 0 { return nil }
        line += 1
        index += 1
      case UInt8(ascii: "("), UInt8(ascii: "{"):
        depth += 1
        index += 1
      case UInt8(ascii: "["):
        if !skipLongBracket() {
          depth += 1
          index += 1
        }
      case UInt8(ascii: ")"), UInt8(ascii: "}"), UInt8(ascii: "]"):
        // What was opened before the line is none of ours.
        guard depth > 0 || line == firstLine else { return nil }
        depth = max(0, depth - 1)
        index += 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"): skipText()
      case UInt8(ascii: "-") where byte(1) == UInt8(ascii: "-"): skipComment()
      default:
        if let word = takeWord(), depth > 0, isAssigned(word) { return word }
      }
    }
    return nil
  }

  private func byte(_ offset: Int) -> UInt8? {
    bytes.indices.contains(index + offset) ? bytes[index + offset] : nil
  }

  /// Takes a word, or one byte of something else.
  private mutating func takeWord() -> Range<Int>? {
    let start = index
    while let next = byte(0), Self.isLetter(next) { index += 1 }
    if index > start { return start..<index }
    index += 1
    return nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Whether `word` is a name of its own, and `=` comes behind it.
  private func isAssigned(_ word: Range<Int>) -> Bool {
    let before = word.lowerBound > 0 ? bytes[word.lowerBound - 1] : 0
    guard before != UInt8(ascii: "."), before != UInt8(ascii: ":") else { return false }
    let rest = bytes[word.upperBound...].drop { $0 == UInt8(ascii: " ") }
    return rest.first == UInt8(ascii: "=") && rest.dropFirst().first != UInt8(ascii: "=")
  }

  private mutating func skipText() {
    let quote = bytes[index]
    index += 1
    while let next = byte(0), next != quote, next != UInt8(ascii: "\n") {
      index += next == UInt8(ascii: "\\") ? 2 : 1
    }
    if byte(0) == quote { index += 1 }
  }

  private mutating func skipComment() {
    index += 2
    if skipLongBracket() { return }
    while let next = byte(0), next != UInt8(ascii: "\n") { index += 1 }
  }

  /// Passes over `[[ … ]]` or `[==[ … ]==]`; `false` where there is none.
  private mutating func skipLongBracket() -> Bool {
    guard byte(0) == UInt8(ascii: "[") else { return false }
    var level = 0
    while byte(1 + level) == UInt8(ascii: "=") { level += 1 }
    guard byte(1 + level) == UInt8(ascii: "[") else { return false }
    let end =
      [UInt8(ascii: "]")] + [UInt8](repeating: UInt8(ascii: "="), count: level)
      + [UInt8(ascii: "]")]
    index += 2 + level
    while index < bytes.count, !bytes[index...].starts(with: end) {
      if bytes[index] == UInt8(ascii: "\n") { line += 1 }
      index += 1
    }
    index = min(bytes.count, index + end.count)
    return true
  }
}
