// SPDX-License-Identifier: MIT

extension String {
  /// The text as it is written between tags (XML, WebVTT): `&`, `<` and `>` as references.
  package var markupEscaped: String {
    reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
  }
}
