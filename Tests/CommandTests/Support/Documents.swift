// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The project's documents and the code blocks in them.
enum Documents {
  /// One fenced block of code.
  struct Block: CustomTestStringConvertible, Sendable {
    var file: String
    var line: Int
    /// What follows the fence: `lua`, `sh`, `swift` …
    var language: String
    var text: String

    var testDescription: String { "\(file):\(line) (\(language))" }
  }

  /// The package's folder.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The files below `folder` (or `folder` itself, a file) that end in `suffix`, in order.
  static func files(_ folder: String, suffix: String) -> [String] {
    let start = root.appendingPathComponent(folder)
    guard !folder.hasSuffix(suffix) else { return [folder] }
    let below =
      FileManager.default.enumerator(atPath: start.path)?.compactMap { $0 as? String } ?? []
    return below.filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" }.sorted()
  }

  /// The text of a file of the project.
  static func text(_ file: String) -> String {
    (try? String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)) ?? ""
  }

  /// All blocks in `language` of the README and of every page in `docs`.
  static func blocks(_ language: String) -> [Block] {
    (files("README.md", suffix: ".md") + files("docs", suffix: ".md"))
      .flatMap(blocks(in:)).filter { $0.language == language }
  }

  private static func blocks(in file: String) -> [Block] { blocks(ofText: text(file), in: file) }

  /// The blocks of a text, which is or is part of a file.
  static func blocks(ofText text: String, in file: String) -> [Block] {
    var blocks: [Block] = []
    var open: Block?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      if line.hasPrefix("```") {
        if let block = open {
          blocks.append(block)
          open = nil
        } else {
          open = Block(file: file, line: index + 1, language: String(line.dropFirst(3)), text: "")
        }
      } else {
        open?.text += line + "\n"
      }
    }
    return blocks
  }
}

extension Documents {
  /// The headings of a page, outside blocks of code.
  static func headings(of file: String) -> [(level: Int, text: String)] {
    var isCode = false
    return text(file).split(separator: "\n").compactMap { line in
      if line.hasPrefix("```") { isCode.toggle() }
      let level = line.prefix { $0 == "#" }.count
      guard !isCode, level > 0 else { return nil }
      return (level, line.dropFirst(level).trimmingCharacters(in: .whitespaces))
    }
  }

  /// The anchor that a heading gets: small letters, spaces as hyphens, without other punctuation.
  static func anchor(_ heading: String) -> String {
    String(
      heading.lowercased().compactMap { character in
        if character == " " { return "-" }
        return character.isLetter || character.isNumber || "-_".contains(character)
          ? character : nil
      })
  }

  /// Where links into a page may lead: its headings (a second one of the same text gets "-1", and so on), and
  /// what is marked as `<a id="…">`.
  static func anchors(of file: String) -> Set<String> {
    let marks = text(file).components(separatedBy: "<a id=\"").dropFirst()
    var anchors = Set(marks.map { String($0.prefix { $0 != "\"" }) })
    for heading in headings(of: file) {
      let plain = anchor(heading.text)
      let number = (1...).first { !anchors.contains("\(plain)-\($0)") }!
      anchors.insert(anchors.contains(plain) ? "\(plain)-\(number)" : plain)
    }
    return anchors
  }

  /// The words of a line of shell, quotes taken off; only what examples need.
  static func words(_ line: String) -> [String] {
    var words: [String] = []
    var (word, quote): (String?, Character?) = (nil, nil)
    for character in line {
      switch (character, quote) {
      case ("'", nil), ("\"", nil):
        quote = character
        word = word ?? ""
      case (let closing, let opening?) where closing == opening: quote = nil
      case (" ", nil):
        if let finished = word { words.append(finished) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }

  /// The arguments of every `moonreel` command in a block of shell.
  static func commands(in block: Block) -> [[String]] {
    block.text.replacingOccurrences(of: "\\\n", with: " ").split(separator: "\n").compactMap {
      line in
      let words = self.words(String(line.prefix { $0 != "#" }))
      guard words.first == "moonreel" else { return nil }
      return Array(words.dropFirst().prefix { !["&&", "|", ">", ";"].contains($0) })
    }
  }
}
