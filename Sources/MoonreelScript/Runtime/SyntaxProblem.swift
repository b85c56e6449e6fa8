// SPDX-License-Identifier: MIT

import CLuaHost
import MoonreelCore

/// What Lua could not read in a script: its sentence, the line, and a caret under the place.
enum SyntaxProblem {
  /// The most characters of a line that are shown.
  private static let widest = 76

  /// `failure` of loading `text` as the chunk `name`, with the line shown.
  static func shown(
    _ failure: ScriptFailure, _ status: Int32, text: String, name: String, on lua: OpaquePointer
  ) -> ScriptFailure {
    if failure.message.hasSuffix("C stack overflow") {
      // Lua names no line where its own stack is too small.
      return ScriptFailure(
        .script, "\(name): the text is nested too deeply; use fewer brackets or blocks")
    }
    guard status == LUA_ERRSYNTAX, let number = Self.line(of: failure.message, name) else {
      return failure
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(number - 1) else { return failure }
    let line = lines[number - 1]
    let column = Self.column(failure.message, number, lines, text, lua)
    let advice =
      Self.advice(onLine: line) ?? column.flatMap { Self.advice(failure.message, Array(line), $0) }
      ?? (number > 1 ? Self.advice(onLine: lines[number - 2]) : nil)
    let sentence = failure.message + (advice.map { "; \($0)" } ?? "")
    let picture = picture(of: line, column)
    return ScriptFailure(
      .script, sentence + picture.map { "\n  \($0.visible())" }.joined(),
      pictureLines: picture.count)
  }

  /// The line's number in a message that begins with `name:12: `.
  private static func line(of message: String, _ name: String) -> Int? {
    guard message.hasPrefix("\(name):") else { return nil }
    return Int(message.dropFirst(name.count + 1).prefix(while: \.isNumber))
  }

  /// Where in line `number` the word stands that Lua names after "near"; Lua tells lines only, so the text is
  /// read once more, byte by byte, and the last word before the end of what was read is it.
  private static func column(
    _ message: String, _ number: Int, _ lines: [Substring], _ text: String, _ lua: OpaquePointer
  ) -> Int? {
    guard let near = message.range(ofLast: " near "), !message.hasSuffix("<eof>") else {
      return nil
    }
    let word = message[near.upperBound...].trimmingQuotes
    var text = text
    let read = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { mr_syntax_offset(lua, $0.baseAddress, $0.count) }
    }
    let before = lines[..<(number - 1)].reduce(0) { $0 + $1.utf8.count + 1 }
    let line = lines[number - 1]
    guard !word.isEmpty, read > before else { return nil }
    let seen = String(decoding: line.utf8.prefix(read - before), as: UTF8.self)
    return seen.range(ofLast: String(word)).map {
      seen.distance(from: seen.startIndex, to: $0.lowerBound)
    }
  }

  /// The line under the sentence, and the caret under its place.
  private static func picture(of line: Substring, _ column: Int?) -> [String] {
    let characters = Array(line.map { $0 == "\t" || $0 == "\r" ? " " : $0 })
    let indent = characters.prefix { $0 == " " }.count
    let start = max(min(indent, column ?? indent), (column ?? 0) - widest + 20)
    guard start < characters.count else { return [] }
    let shown = String(characters[start...].prefix(widest))
    guard let column, column - start < widest else { return [shown] }
    return [shown, String(repeating: " ", count: column - start) + "^"]
  }

  /// Advice for somebody who wrote `line` as in another programming language.
  private static func advice(onLine line: Substring) -> String? {
    let start = line.drop { $0 == " " || $0 == "\t" }
    let first = start.prefix { $0.isLetter }
    if line.contains(where: { "“”‘’„".contains($0) }) {
      return "texts stand in straight quotes: \"text\""
    }
    if start.hasPrefix("#") || start.hasPrefix("//") { return "a comment begins with --" }
    switch first {
    case "def", "fn", "func": return "a function is written: function name(a, b) … end"
    case "class": return "Lua has no classes; use tables and functions"
    case "try", "except", "catch":
      return "errors are caught with: local good, result = pcall(function() … end)"
    case "elif": return "Lua writes elseif"
    case "switch", "case": return "Lua has no switch; write if … elseif … else … end"
    case "for" where line.contains("range("): return "counting is written: for i = 1, 3 do … end"
    case "for" where line.hasSuffix(":"), "while" where line.hasSuffix(":"):
      return "a loop is: for … do … end"
    case "if" where line.hasSuffix(":"): return "a choice is: if … then … end"
    default: return nil
    }
  }

  /// What people mean who know another language.
  private static func advice(_ message: String, _ line: [Character], _ column: Int) -> String? {
    func at(_ offset: Int) -> Character? {
      line.indices.contains(column + offset) ? line[column + offset] : nil
    }
    let first = String(line).split { !$0.isLetter }.first.map(String.init) ?? ""
    switch (at(0), at(1)) {
    case ("?", _): return "a choice in one line is: condition and value or other"
    case ("[", _): return "a list is written { 1, 2, 3 }"
    case ("!", "="): return "Lua writes 'is not' as ~="
    case ("!", _): return "Lua writes ! as not"
    case ("&", _): return "Lua writes && as and"
    case ("|", _): return "Lua writes || as or"
    case ("+", "="), ("-", "="), ("*", "="), ("/", "="): return "Lua writes x = x + 1 in full"
    case ("+", _) where at(-1) == "+": return "Lua writes x = x + 1 in full"
    case ("{", _) where message.contains("'do' expected"): return "a loop is: for … do … end"
    case ("{", _) where message.contains("'then' expected"): return "a choice is: if … then … end"
    case ("=", _) where message.contains("'then' expected"): return "Lua compares with =="
    default: break
    }
    let before = line[..<min(column, line.count)].last { $0 != " " }
    if message.contains("<name> expected"), before == ":" {
      return "a table is written { name = value }"
    }
    if message.contains("'}' expected"), !message.contains("<eof>") {
      return "is a comma missing before it?"
    }
    if ["const", "let", "var", "int", "float", "string"].contains(first) {
      return "a variable is made with: local name = value"
    }
    if ["import", "using", "include", "from"].contains(first) {
      return "a module is loaded with: local mr = require \"moonreel\""
    }
    return message.contains("unfinished string") ? "close the text on the same line" : nil
  }
}

extension StringProtocol {
  /// Without the quotes at its ends.
  fileprivate var trimmingQuotes: Substring {
    let text = Substring(self)
    return text.hasPrefix("'") && text.hasSuffix("'") && text.count > 1
      ? text.dropFirst().dropLast() : text
  }

  /// Where `part` stands last.
  fileprivate func range(ofLast part: String) -> Range<Index>? { ranges(of: part).last }
}
