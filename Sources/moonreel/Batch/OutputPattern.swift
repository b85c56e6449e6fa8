// SPDX-License-Identifier: MIT

import MoonreelCore

/// Where a row's film goes: a path with names of columns in braces, such as `out/{id}-{name}.mp4`.
struct OutputPattern: Equatable {
  private enum Piece: Equatable {
    case text(String)
    case column(String)
  }

  private let pieces: [Piece]
  /// The pattern as typed.
  let text: String

  /// The row's number, with leading zeros so that all have as many digits.
  static let row = "row"
  /// Bytes of a name that file systems take.
  private static let longestName = 255

  /// Reads a pattern; `{{` and `}}` are braces themselves.
  ///
  /// - Throws: `UsageError` where braces do not fit, or no column is named.
  init(_ text: String) throws {
    var (pieces, literal) = ([Piece](), "")
    var rest = text[...]
    while let character = rest.popFirst() {
      if (character == "{" || character == "}"), rest.first == character {
        literal.append(character)
        rest.removeFirst()
      } else if character == "{" {
        guard let end = rest.firstIndex(of: "}"), end > rest.startIndex,
          !rest[..<end].contains("{")
        else {
          throw Self.wrong(
            "-o '\(text)' opens a brace that does not close around a column's name; a brace itself is {{"
          )
        }
        if !literal.isEmpty { pieces.append(.text(literal)) }
        pieces.append(.column(String(rest[..<end])))
        (literal, rest) = ("", rest[rest.index(after: end)...])
      } else if character == "}" {
        throw Self.wrong("-o '\(text)' closes a brace that nobody opened; a brace itself is }}")
      } else {
        literal.append(character)
      }
    }
    if !literal.isEmpty { pieces.append(.text(literal)) }
    (self.pieces, self.text) = (pieces, text)
    guard !columns.isEmpty else {
      throw Self.wrong(
        "-o '\(text)' names no column, so all rows would be one file: say -o 'out/{row}.mp4', or name a column in braces"
      )
    }
  }

  private static func wrong(_ sentence: String) -> UsageError {
    UsageError(error: MoonreelError(.invalidArgument, sentence + "."))
  }

  /// The columns that it names.
  var columns: [String] {
    pieces.compactMap { if case .column(let name) = $0 { name } else { nil } }
  }

  /// The folder in which all outputs lie, whatever the rows hold.
  var folder: String {
    guard case .text(let head)? = pieces.first, let slash = head.lastIndex(of: "/") else {
      return "."
    }
    return slash == head.startIndex ? "/" : String(head[..<slash])
  }

  /// The path for a row whose columns read as `value` says. What columns hold never begins another folder.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where a column is empty or the name too long.
  func path(_ value: (String) -> String?) throws -> String {
    var path = ""
    for piece in pieces {
      switch piece {
      case .text(let text): path += text
      case .column(let name):
        let part = Self.part(value(name) ?? "")
        guard !part.isEmpty else {
          throw MoonreelError(
            .invalidArgument, "the column '\(name)' is empty, and the output's name needs it")
        }
        path += part
      }
    }
    if let name = path.split(separator: "/").first(where: { $0.utf8.count > Self.longestName }) {
      throw MoonreelError(
        .invalidArgument,
        "the output's name has \(name.utf8.count) bytes, more than \(Self.longestName): '\(name.prefix(40))…'"
      )
    }
    return path
  }

  /// `text` as a part of a file's name: slashes and what cannot be printed become hyphens; no spaces or dots at its ends.
  private static func part(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isPrinted =
        scalar.value >= 0x20 && scalar.value != 0x7F && scalar != "/" && scalar != "\\"
      scalars.append(isPrinted ? scalar : "-")
    }
    let isTrimmed: (Character) -> Bool = { $0 == "." || $0.isWhitespace }
    var part = String(scalars)[...]
    while let first = part.first, isTrimmed(first) { part.removeFirst() }
    while let last = part.last, isTrimmed(last) { part.removeLast() }
    return String(part)
  }
}
