// SPDX-License-Identifier: MIT

import MoonreelCore

/// How letters look. What is `nil` is as in the text around, or as ``TextStyle/usual`` says.
public struct TextStyle: Hashable, Sendable {
  /// Upright or slanted.
  public enum Slant: String, Hashable, Sendable, CaseIterable {
    case normal, italic, oblique
  }

  /// How wide the letters are cut.
  public enum Stretch: String, Hashable, Sendable, CaseIterable {
    case ultraCondensed, extraCondensed, condensed, semiCondensed, normal, semiExpanded, expanded,
      extraExpanded, ultraExpanded
  }

  /// A line under the letters.
  public enum Underline: String, Hashable, Sendable, CaseIterable {
    case none, single, double
  }

  /// Families in order of preference, separated by commas, and words of style: `"Inter, DejaVu Sans Bold"`.
  public var font: String?
  /// The real path of a font file; goes before families.
  public var fontFile: String?
  /// Pixels to the em.
  public var size: Double?
  /// 100 (thin) to 1000; 400 is regular, 700 bold.
  public var weight: Int?
  /// Upright or slanted.
  public var slant: Slant?
  /// How wide the letters are cut.
  public var stretch: Stretch?
  /// Values on the axes of a variable font: `"wght=650,wdth=80"`.
  public var variations: String?
  /// OpenType features as CSS writes them: `"liga=0, ss01=1"`.
  public var features: String?
  /// Pixels added after each letter.
  public var letterSpacing: Double?
  /// Pixels by which the letters stand above their line.
  public var rise: Double?
  /// What the letters are filled with.
  public var fill: Paint?
  /// What lies behind the letters, as high as the line.
  public var background: Color?
  /// A line under the letters.
  public var underline: Underline?
  /// A line through the letters.
  public var isStruckThrough: Bool?
  /// The language as a tag of BCP 47, `"sr"`: chooses between forms of letters.
  public var language: String?

  /// A style that leaves everything open.
  public init() {}

  /// What holds where nothing says: white letters of 48 pixels.
  public static let usual: TextStyle = {
    var style = TextStyle()
    (style.font, style.size, style.fill) = ("sans-serif", 48, .color(.white))
    style.language = "en"
    return style
  }()

  /// The largest size, in pixels to the em.
  public static let largestSize = 4096.0
}

/// Letters of one style.
public struct TextSpan: Hashable, Sendable {
  /// The letters.
  public var text: String
  /// How they differ from the text around.
  public var style: TextStyle

  /// `text` in `style`.
  public init(_ text: String, style: TextStyle = TextStyle()) {
    (self.text, self.style) = (text, style)
  }
}
