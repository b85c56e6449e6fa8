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
  /// The macros that it comes from, which are not applied to it again; `nil`: it stands in the file.
  var origin: MacroOrigin?

  /// How it is called in messages.
  var description: String { kind == .end ? "the end of the file" : "'\(text)'" }
}

/// The macros that a token comes from, the innermost first: all tokens that one use puts in share what lies around it.
final class MacroOrigin {
  private let name: String
  private let outer: MacroOrigin?
  /// How many macros lie in one another here.
  let depth: Int

  /// What the macro `name` puts in where it is used in what `outer` has put in.
  init(_ name: String, in outer: MacroOrigin?) {
    (self.name, self.outer, depth) = (name, outer, (outer?.depth ?? 0) + 1)
  }

  /// Whether the macro `name` is one of them.
  func contains(_ name: String) -> Bool {
    var next: MacroOrigin? = self
    while let origin = next {
      if origin.name == name { return true }
      next = origin.outer
    }
    return false
  }
}

/// A comment, without its signs.
struct Comment {
  let text: String
  /// The line in which it begins.
  let line: Int
  /// Where it begins in the file.
  let offset: Int
}
