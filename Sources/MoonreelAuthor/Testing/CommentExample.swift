// SPDX-License-Identifier: MIT

import MoonreelCore

/// An example in the comments of a module: lines between ` ```lua ` and ` ``` `, each behind `--` or `---`.
///
/// It is a script of the module's folder. It may return a film; where no line of it begins with `return`, it only has to run.
struct CommentExample {
  /// Where its first line of code stands in the file, from 1.
  let line: Int
  /// Its lines without the marks of comments.
  let text: String

  /// The examples of `source`, in order.
  static func all(in source: String) -> [CommentExample] {
    var examples: [CommentExample] = []
    var open: (line: Int, code: [Substring])?
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      guard let words = words(ofComment: line) else {
        open = nil
        continue
      }
      if let block = open {
        open?.code.append(words)
        guard words.hasPrefix("```") else { continue }
        examples.append(
          CommentExample(line: block.line, text: block.code.joined(separator: "\n")))
        open = nil
      } else if words.hasPrefix("```"), words.dropFirst(3).trimmingSpaces == "lua" {
        open = (index + 2, [])
      }
    }
    return examples
  }

  /// What a line of comment says; `nil` for other lines.
  private static func words(ofComment line: Substring) -> Substring? {
    guard line.hasPrefix("--") else { return nil }
    let words = line.dropFirst(line.hasPrefix("---") ? 3 : 2)
    return words.hasPrefix(" ") ? words.dropFirst() : words
  }

  /// A script whose lines have the numbers that they have in the file. It always describes a film.
  var script: String {
    let isWhole = text.split(separator: "\n").contains { $0.hasPrefix("return") }
    let ending = "\nreturn require(\"moonreel\").composition { size = { 16, 16 }, duration = 1 }"
    return String(repeating: "\n", count: line - 1) + text + (isWhole ? "" : ending)
  }
}
