// SPDX-License-Identifier: MIT

/// Reads text that is mixed with tags `<…>` and character references `&…;`.
struct MarkupScanner {
  /// What comes next.
  enum Token: Equatable {
    case text(String)
    /// What stands between `<` and `>`.
    case tag(String)
  }

  private var rest: Substring

  init(_ text: String) { rest = text[...] }

  /// The next token; `nil` at the end. A `<` or `&` that begins nothing is a letter.
  mutating func next() -> Token? {
    guard let first = rest.first else { return nil }
    if first == "<", let tag = takeTag() { return .tag(tag) }
    if first == "&", let text = takeReference() { return .text(text) }
    let end = rest.dropFirst().firstIndex { $0 == "<" || $0 == "&" } ?? rest.endIndex
    defer { rest = rest[end...] }
    return .text(String(rest[..<end]))
  }

  private mutating func takeTag() -> String? {
    let inside = rest.dropFirst()
    guard let begin = inside.first, begin == "/" || begin.isLetter || begin.isNumber,
      let end = inside.firstIndex(where: { $0 == ">" || $0 == "<" }), inside[end] == ">"
    else { return nil }
    rest = inside[inside.index(after: end)...]
    return String(inside[..<end])
  }

  private mutating func takeReference() -> String? {
    let inside = rest.dropFirst()
    guard let end = inside.prefix(10).firstIndex(of: ";"),
      let text = CharacterReference.text(inside[..<end])
    else { return nil }
    rest = inside[inside.index(after: end)...]
    return text
  }
}
