// SPDX-License-Identifier: MIT

import MoonreelCore

/// One parameter that a script declared with `mr.params`.
public struct ScriptParameter: Hashable, Sendable {
  /// What kinds of values a parameter may have.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Any text.
    case string
    /// Text of several lines.
    case text
    /// A number.
    case number
    /// A whole number.
    case integer
    /// Yes or no.
    case boolean
    /// A colour.
    case color
    /// The path of one file.
    case file
    /// The paths of several files.
    case files
    /// One of the names that the script lists.
    case choice
    /// Seconds or a timecode.
    case time
    /// Values of one other kind.
    case list
    /// Numbers, text and truth values in lists and tables, as JSON has them.
    case table

    /// What the items are where it is a list of others; `nil` where it is none, or the script says.
    var items: Kind? { self == .files ? .file : nil }
  }

  /// Its name.
  public var name: String
  /// Its kind.
  public var kind: Kind
  /// The kind of its items; `nil` where it has none.
  public var itemKind: Kind?
  /// What it is for.
  public var doc: String?
  /// Whether it must be given.
  public var isRequired: Bool
  /// The names to choose from, for choices.
  public var choices: [String]
  /// The least number; `nil`: none.
  public var minimum: Double?
  /// The largest number; `nil`: none.
  public var maximum: Double?
  /// The value that it has where none is given, as text; `nil`: none.
  public var fallback: String?
  /// The value that the script got, as text; `nil` where it got none.
  public var value: String?
  /// ``value`` as what it is, so that a program can give it back (``ScriptOptions/values``): a number, truth value, text,
  /// list of paths, or a colour as `"#RRGGBB"` or `"#RRGGBBAA"`.
  public var plainValue: JSONValue?
  /// ``fallback`` likewise.
  public var plainFallback: JSONValue?
  /// Where it was declared, `"promo.lua:3"`; `nil`: unknown.
  public var place: String?
  /// Whether the script looked at its value; `nil` where nobody took that down: it is done for
  /// ``ScriptOptions/Mode/check``.
  public var isRead: Bool?

  /// A parameter with these properties.
  public init(
    name: String, kind: Kind, doc: String? = nil, isRequired: Bool = false, choices: [String] = [],
    value: String? = nil
  ) {
    (self.name, self.kind, self.doc) = (name, kind, doc)
    (self.isRequired, self.choices, self.value) = (isRequired, choices, value)
  }
}
