// SPDX-License-Identifier: MIT

/// The words of one line of annotations.
enum AnnotationText {
  /// Where the type ends in `"type with spaces, fun(a: b): c, {…}|nil description"`.
  static func typeLength(_ text: some StringProtocol) -> Int {
    let characters = Array(text)
    var (depth, index) = (0, 0)
    while index < characters.count {
      switch characters[index] {
      case "(", "{", "<", "[": depth += 1
      case ")", "}", ">", "]": depth -= 1
      case "\"":
        index += 1
        while index < characters.count, characters[index] != "\"" { index += 1 }
      case " " where depth == 0:
        let isGoingOn =
          index + 1 < characters.count && characters[index + 1] == "|"
          || index > 0 && "|,:".contains(characters[index - 1])
        if !isGoingOn { return index }
      default: break
      }
      index += 1
    }
    return characters.count
  }

  /// An item of `"type description"`. Results may have names after their types; they are left out where a description
  /// follows in any case.
  static func item(_ role: Reference.Item.Role, _ text: some StringProtocol) -> Reference.Item {
    let length = typeLength(text)
    let words = text.dropFirst(length).drop { $0 == " " }.drop { "#@".contains($0) }
    return Reference.Item(
      role: role, type: String(text.prefix(length)), words: String(words.drop { $0 == " " }))
  }

  /// The first word of `text`, and what follows.
  static func split(_ text: some StringProtocol) -> (name: String, rest: String) {
    let name = text.prefix { $0 != " " }
    return (String(name), String(text.dropFirst(name.count + 1)))
  }

  /// What follows `tag` in `line`, such as `"---@field "`, without spaces before it; `nil` where it is another line.
  static func after(_ tag: String, _ line: Substring) -> String? {
    guard line.hasPrefix(tag) else { return nil }
    return String(line.dropFirst(tag.count).drop { $0 == " " })
  }
}
