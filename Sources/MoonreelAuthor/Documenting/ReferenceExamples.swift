// SPDX-License-Identifier: MIT

/// Examples that are scripts and whole files at once: what stands before the first mark is the beginning of every one.
///
/// A mark is a comment with the names that the lines below it show, `-- Layer:animate, Layer:value`; an example goes on
/// until the next mark, or `return` at the end of the file.
public struct ReferenceExamples: Sendable {
  /// What every example begins with.
  public private(set) var preamble = ""
  /// What every example ends with.
  public private(set) var ending = ""
  /// Examples in order, with the names that they show.
  public private(set) var examples: [(names: [String], text: String)] = []

  /// The examples of a file.
  public init(_ text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    while lines.first?.hasPrefix("--") == true { lines.removeFirst() }
    var isEnding = false
    for line in lines {
      if let names = Self.names(in: line) {
        examples.append((names, ""))
      } else if line.hasPrefix("return ") || isEnding {
        ending += line + "\n"
        isEnding = true
      } else if examples.isEmpty {
        preamble += line + "\n"
      } else {
        examples[examples.count - 1].text += line + "\n"
      }
    }
    preamble = preamble.trimmingEmptyLines
    ending = ending.trimmingEmptyLines
    for index in examples.indices { examples[index].text = examples[index].text.trimmingEmptyLines }
  }

  /// The script of example `index`, whole.
  public func script(_ index: Int) -> String {
    "\(preamble)\n\n\(examples[index].text)\n\n\(ending)\n"
  }

  /// The names in a mark; `nil` where `line` is none.
  private static func names(in line: Substring) -> [String]? {
    guard line.hasPrefix("-- ") else { return nil }
    let names = line.dropFirst(3).split(separator: ",").map { $0.trimmingSpaces }
    let isMark = names.allSatisfy {
      $0.wholeMatch(of: /(mr\.[a-z_.]+|moonreel[a-z0-9_.:]*|[A-Z][A-Za-z]*[.:][a-z_0-9]+)/) != nil
    }
    return isMark ? names : nil
  }
}

extension String {
  /// Without empty lines at both ends.
  fileprivate var trimmingEmptyLines: String {
    var text = drop { $0 == "\n" }
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return String(text)
  }
}
