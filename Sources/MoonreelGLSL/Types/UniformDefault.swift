// SPDX-License-Identifier: MIT

/// The default of a uniform, as public shaders write it in a comment: `= 0.5`, `= vec2(1.0, 2.0)`, `= 1.0 / 3.0`.
struct UniformDefault {
  /// As many as the uniform has components.
  let values: [Float]
  /// What the comment says after it.
  let rest: String

  /// `nil` where `comment` does not begin with a default that fits `type`.
  init?(_ comment: String, _ type: ValueType) {
    var text = comment.drop { $0.isWhitespace }
    guard text.first == "=" else { return nil }
    text = text.dropFirst()
    guard var found = Self.value(&text) else { return nil }
    if found.count == 1 { found = Array(repeating: found[0], count: type.count) }
    if case .matrix(let columns, let rows) = type, Set(found).count == 1 {
      found = (0..<columns * rows).map { $0 / rows == $0 % rows ? found[0] : 0 }
    }
    guard found.count == type.count else { return nil }
    if type.basic == .bool { found = found.map { $0 == 0 ? 0 : 1 } }
    if type.basic?.isWhole == true { found = found.map { $0.rounded(.towardZero) } }
    values = found
    rest = Self.tidied(String(text))
  }

  /// Whether `comment` begins as a default does.
  static func isMeant(_ comment: String) -> Bool {
    comment.first { !$0.isWhitespace } == "=" && !comment.contains("==")
  }

  /// `text` without the space and signs around it.
  static func tidied(_ text: String) -> String {
    let isIdle: (Character) -> Bool = {
      $0.isWhitespace || [";", ",", "-", "*", "/", "=", ":", "–", "—"].contains($0)
    }
    var part = text.drop(while: isIdle)
    while let last = part.last, last.isWhitespace || last == "*" || last == "/" {
      part = part.dropLast()
    }
    return part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// A number, a truth value or a constructor at the beginning of `text`, which then begins after it.
  private static func value(_ text: inout Substring) -> [Float]? {
    text = text.drop { $0.isWhitespace }
    let word = text.prefix { $0.isLetter || $0.isNumber }
    if word == "true" || word == "false" {
      text = text.dropFirst(word.count)
      return [word == "true" ? 1 : 0]
    }
    guard word.first?.isLetter == true else { return quotient(&text).map { [$0] } }
    guard Words.types[String(word)]?.basic != nil else { return nil }
    var inside = text.dropFirst(word.count).drop { $0.isWhitespace }
    guard inside.first == "(" else { return nil }
    var values: [Float] = []
    repeat {
      inside = inside.dropFirst().drop { $0.isWhitespace }
      let word = inside.prefix { $0.isLetter }
      if word == "true" || word == "false" {
        inside = inside.dropFirst(word.count)
        values.append(word == "true" ? 1 : 0)
      } else {
        guard let number = quotient(&inside) else { return nil }
        values.append(number)
      }
      inside = inside.drop { $0.isWhitespace }
    } while inside.first == "," && values.count < 64
    guard inside.first == ")" else { return nil }
    text = inside.dropFirst()
    return values
  }

  /// Numbers with `*` and `/` between.
  private static func quotient(_ text: inout Substring) -> Float? {
    guard var value = number(&text) else { return nil }
    while true {
      let after = text.drop { $0 == " " || $0 == "\t" }
      guard after.first == "/" || after.first == "*" else { return value }
      var rest = after.dropFirst()
      guard let next = number(&rest) else { return value }
      value = after.first == "*" ? value * next : next == 0 ? 0 : value / next
      text = rest
    }
  }

  private static func number(_ text: inout Substring) -> Float? {
    var rest = text.drop { $0 == " " || $0 == "\t" }
    let isNegative = rest.first == "-"
    if isNegative || rest.first == "+" { rest = rest.dropFirst().drop { $0 == " " } }
    var digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard digits.contains(where: \.isNumber), digits.count < 40 else { return nil }
    let exponent = rest.dropFirst(digits.count)
    if exponent.first == "e" || exponent.first == "E" {
      let sign = exponent.dropFirst().prefix { $0 == "-" || $0 == "+" }
      let power = exponent.dropFirst(1 + sign.count).prefix { $0.isASCII && $0.isNumber }
      if sign.count < 2, !power.isEmpty {
        digits = rest.prefix(digits.count + 1 + sign.count + power.count)
      }
    }
    guard let value = Lexer.real("0" + digits), value.isFinite else { return nil }
    rest = rest.dropFirst(digits.count)
    if rest.first == "f" || rest.first == "F" { rest = rest.dropFirst() }
    text = rest
    return isNegative ? -value : value
  }
}
