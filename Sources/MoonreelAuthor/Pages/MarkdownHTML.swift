// SPDX-License-Identifier: MIT

/// The Markdown that comments and pages of the reference are written in, as HTML: paragraphs, lists, tables, code, and in
/// a line code, bold, italics, links and pictures.
struct MarkdownHTML {
  /// Where a link goes on the page; `nil`: only its text stays.
  var target: (String) -> String? = { $0 }
  /// Where a picture of the page lies; `nil`: only its words stay.
  var picture: (String) -> String? = { _ in nil }
  /// The script that an example's code is a part of, to be copied; `nil` where there is none.
  var script: (String) -> String? = { _ in nil }

  /// The blocks of `text`. Headings are not among them.
  func html(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    var blocks: [String] = []
    while let line = lines.first {
      if line.allSatisfy(\.isWhitespace) {
        lines = lines.dropFirst()
      } else if line.hasPrefix("```") {
        blocks.append(fenced(&lines))
      } else if line.hasPrefix("    ") {
        blocks.append(indented(&lines))
      } else if line.hasPrefix("- ") {
        blocks.append(list(&lines))
      } else if line.hasPrefix("|") {
        blocks.append(table(&lines))
      } else {
        blocks.append(paragraph(&lines))
      }
    }
    return blocks.joined(separator: "\n")
  }

  /// Takes the lines at the front that `isPart` of one block.
  private func take(
    _ lines: inout ArraySlice<Substring>, _ isPart: (Substring) -> Bool
  ) -> [Substring] {
    let block = lines.prefix(while: isPart)
    lines = lines.dropFirst(block.count)
    return Array(block)
  }

  private func fenced(_ lines: inout ArraySlice<Substring>) -> String {
    let isExample = lines.removeFirst().hasSuffix(" example")
    let code = take(&lines) { !$0.hasPrefix("```") }.joined(separator: "\n")
    lines = lines.dropFirst()
    return Self.code(code, script: isExample ? script(code) : nil)
  }

  private func indented(_ lines: inout ArraySlice<Substring>) -> String {
    let code = take(&lines) { $0.hasPrefix("    ") || $0.isEmpty }
    return Self.code(code.map { $0.dropFirst(4) }.joined(separator: "\n"))
  }

  private static func code(_ text: String, script: String? = nil) -> String {
    var text = text[...]
    while text.last == "\n" { text = text.dropLast() }
    let whole = script.map { " data-script=\"\($0.asHTML)\"" } ?? ""
    return "<pre\(whole)><code>\(text.asHTML)</code></pre>"
  }

  private func list(_ lines: inout ArraySlice<Substring>) -> String {
    var items: [String] = []
    for line in take(&lines, { $0.hasPrefix("- ") || $0.hasPrefix("  ") }) {
      if line.hasPrefix("- ") {
        items.append(String(line.dropFirst(2)))
      } else if !items.isEmpty {
        items[items.count - 1] += " " + line.drop { $0 == " " }
      }
    }
    return "<ul>\n" + items.map { "<li>\(inline($0))</li>\n" }.joined() + "</ul>"
  }

  private func table(_ lines: inout ArraySlice<Substring>) -> String {
    let rows = take(&lines) { $0.hasPrefix("|") }.map(Self.cells)
    let isHeaded = rows.count > 1 && rows[1].allSatisfy { $0.allSatisfy { "-: ".contains($0) } }
    var html = "<table>\n"
    for (index, row) in rows.enumerated() where !(isHeaded && index == 1) {
      let tag = isHeaded && index == 0 ? "th" : "td"
      html += "<tr>" + row.map { "<\(tag)>\(inline($0))</\(tag)>" }.joined() + "</tr>\n"
    }
    return html + "</table>"
  }

  /// The cells of a row; `\|` is no border.
  private static func cells(_ line: Substring) -> [String] {
    var (cells, cell, isEscaped) = ([String](), "", false)
    for character in line.dropFirst() {
      if character == "|" && !isEscaped {
        cells.append(cell.trimmingSpaces)
        cell = ""
      } else if character != "\\" {
        cell.append(character)
      }
      isEscaped = character == "\\"
    }
    return cells
  }

  private func paragraph(_ lines: inout ArraySlice<Substring>) -> String {
    let first = lines.removeFirst()
    let rest = take(&lines) { line in
      !line.allSatisfy(\.isWhitespace) && !line.hasPrefix("```") && !line.hasPrefix("- ")
        && !line.hasPrefix("|")
    }
    return "<p>" + inline(([first] + rest).joined(separator: "\n")) + "</p>"
  }

  /// Code, bold, italics, links and pictures in a line.
  func inline(_ text: String) -> String {
    var html = ""
    var rest = text[...]
    while let mark = rest.firstIndex(where: { "`*[<!".contains($0) }) {
      html += rest[..<mark].asHTML
      rest = rest[mark...]
      guard let (piece, length) = piece(rest) else {
        html += rest.prefix(1).asHTML
        rest = rest.dropFirst()
        continue
      }
      html += piece
      rest = rest.dropFirst(length)
    }
    return html + rest.asHTML
  }

  /// What begins with a mark, and how many characters it takes; `nil` where it is no mark.
  private func piece(_ text: Substring) -> (html: String, length: Int)? {
    if text.hasPrefix("`"), let inner = Self.enclosed(text, "`") {
      return ("<code>\(inner.asHTML)</code>", inner.count + 2)
    }
    if text.hasPrefix("**"), let inner = Self.enclosed(text, "**") {
      return ("<strong>\(inline(String(inner)))</strong>", inner.count + 4)
    }
    if text.hasPrefix("*"), let inner = Self.enclosed(text, "*"), inner.first != " " {
      return ("<em>\(inner.asHTML)</em>", inner.count + 2)
    }
    if text.hasPrefix("<br>") { return ("<br>", 4) }
    if text.hasPrefix("!"), let link = Self.link(text.dropFirst()) {
      let image = picture(link.address).map {
        "<img src=\"\($0.asHTML)\" alt=\"\(link.words.asHTML)\" loading=\"lazy\">"
      }
      return (image ?? link.words.asHTML, link.length + 1)
    }
    guard let link = Self.link(text) else { return nil }
    let shown = inline(link.words)
    return (
      target(link.address).map { "<a href=\"\($0.asHTML)\">\(shown)</a>" } ?? shown, link.length
    )
  }

  /// The parts of `[words](address)` at the start of `text`, and how many characters it takes.
  private static func link(_ text: Substring) -> (words: String, address: String, length: Int)? {
    guard text.hasPrefix("["), let middle = text.firstRange(of: "]("),
      let end = text[middle.upperBound...].firstIndex(of: ")")
    else { return nil }
    let words = text[text.index(after: text.startIndex)..<middle.lowerBound]
    guard !words.contains("[") else { return nil }
    return (
      String(words), String(text[middle.upperBound..<end]),
      text.distance(from: text.startIndex, to: end) + 1
    )
  }

  /// What stands between `mark` at the start of `text` and the next one.
  private static func enclosed(_ text: Substring, _ mark: String) -> Substring? {
    let inner = text.dropFirst(mark.count)
    guard let end = inner.firstRange(of: mark), end.lowerBound > inner.startIndex else {
      return nil
    }
    return inner[..<end.lowerBound]
  }
}

extension StringProtocol {
  /// Without spaces at both ends.
  var trimmingSpaces: String {
    var text = drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return String(text)
  }
}
