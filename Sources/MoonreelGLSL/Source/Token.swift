// SPDX-License-Identifier: MIT

/// A word, number or sign of a shader.
struct Token {
  enum Kind {
    /// A name or a word of the language.
    case word
    /// A whole number.
    case integer
    /// A whole number that ends in `u`.
    case unsigned
    /// A number with a point or an exponent.
    case real
    /// An operator or a bracket.
    case sign
    /// What stands after the last one.
    case end
  }

  let kind: Kind
  let text: String
  /// Of a number: its value, a float32 or what 32 bits hold.
  var value = 0.0
  /// The line, from 1; of what a macro puts in, that of the macro's use.
  var line: Int
  /// Where it begins in the file.
  let offset: Int
  /// Whether nothing but space and comments stands before it in its line.
  let startsLine: Bool
  /// Whether space stands before it.
  let isSpaced: Bool
  /// Macros that it comes from, which are not applied to it again.
  var origins: Set<String> = []

  /// How it is called in messages.
  var description: String { kind == .end ? "the end of the file" : "'\(text)'" }
}

/// A comment, without its signs.
struct Comment {
  let text: String
  /// The line in which it begins.
  let line: Int
  /// Where it begins in the file.
  let offset: Int
}
