// SPDX-License-Identifier: MIT

extension Unicode.Scalar {
  /// Whether a terminal obeys the character, or lets it reorder what stands around it, instead of showing it: control
  /// characters (C0, DEL and C1), separators of lines and paragraphs, and marks, embeddings, overrides and isolates of
  /// the bidirectional algorithm (Unicode's property `Bidi_Control`).
  package var isHidden: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x20..<0x7F: false
    default:
      properties.isBidiControl || properties.generalCategory == .lineSeparator
        || properties.generalCategory == .paragraphSeparator
    }
  }
}

/// How hidden characters are written.
package enum HiddenNotation: Sendable {
  /// As in Lua's strings: `\n`, `\t`, `\x1b`, `\u{202e}`.
  case lua
  /// As in JSON's strings: `\u009b`, `\u202e`.
  case json

  fileprivate func text(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    switch self {
    case .json: return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    case .lua:
      switch scalar {
      case "\n": return "\\n"
      case "\r": return "\\r"
      case "\t": return "\\t"
      default:
        guard scalar.isASCII else { return "\\u{\(digits)}" }
        return "\\x" + (digits.count < 2 ? "0" : "") + digits
      }
    }
  }
}

extension StringProtocol {
  /// The text with every hidden character written out, so that it is one line and no more than what can be read.
  ///
  ///     "a\nb\u{1B}[2J".visible()   // a\nb\x1b[2J
  ///
  /// A text that was made visible stays as it is: the backslash is an ordinary character. O(length).
  ///
  /// - Parameters:
  ///   - kept: hidden characters that stay.
  ///   - notation: how the others are written.
  package func visible(
    keeping kept: Set<Unicode.Scalar> = [], as notation: HiddenNotation = .lua
  ) -> String {
    guard unicodeScalars.contains(where: { $0.isHidden && !kept.contains($0) }) else {
      return String(self)
    }
    var result = ""
    for scalar in unicodeScalars {
      if scalar.isHidden, !kept.contains(scalar) {
        result += notation.text(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The lines of a text that has a newline after each but the last. A carriage return stays in its line.
  package var textLines: [String] {
    String(self).utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }
}
