// SPDX-License-Identifier: MIT

import MoonreelCore

/// One line for people. Its text may be a stranger's: hidden characters in it, newlines included, are written out. Only
/// what is emphasized gets a colour, and only where a person sees it.
///
///     Terminal.remark("\(emphasized: "error:") Cannot open '\(path)'.")
struct TerminalLine: ExpressibleByStringInterpolation {
  /// The parts of a line.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [(text: String, isEmphasized: Bool)] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { parts.append((literal, false)) }

    mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      parts.append((value.description, false))
    }

    mutating func appendInterpolation(emphasized text: String) { parts.append((text, true)) }
  }

  private var parts: [(text: String, isEmphasized: Bool)]

  /// A line of `text` alone.
  init(_ text: String) { parts = [(text, false)] }

  init(stringLiteral value: String) { self.init(value) }

  init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  /// What is written, without a line break.
  ///
  /// - Parameter isColored: whether emphasis is bold and red.
  func text(isColored: Bool) -> String {
    parts.map { text, isEmphasized in
      isColored && isEmphasized ? "\u{1B}[1;31m\(text.visible())\u{1B}[0m" : text.visible()
    }.joined()
  }
}
