// SPDX-License-Identifier: MIT

import MoonreelCore

/// How letters become lines, and lines a block.
public struct TextBlock: Hashable, Sendable {
  /// Where lines begin and end.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    case left, center, right
    /// Both edges straight, by wider gaps between words; the last line begins where its writing begins.
    case justify
  }

  /// Where the lines lie in a block that is higher than they are.
  public enum VerticalAlignment: String, Hashable, Sendable, CaseIterable {
    case top, middle, bottom
  }

  /// Where a line may break.
  public enum Wrapping: String, Hashable, Sendable, CaseIterable {
    /// Between words, and within a word that is longer than a line.
    case wordCharacter
    /// Between words only.
    case word
    /// Between any two letters.
    case character
  }

  /// What is left out of text that has no room, in favour of an ellipsis.
  public enum Ellipsis: String, Hashable, Sendable, CaseIterable {
    case none, start, middle, end
  }

  /// How the size follows from the room.
  public enum Fitting: String, Hashable, Sendable, CaseIterable {
    /// Not at all.
    case none
    /// Smaller where the text has no room.
    case shrink
    /// As large as there is room.
    case fill
  }

  /// Which way lines run.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    /// Each paragraph as its first letter says.
    case automatic
    case leftToRight, rightToLeft
  }

  /// Where lines break, in pixels; `nil`: only where the text says.
  public var width: Double?
  /// How high the block is, in pixels; `nil`: as high as its lines.
  public var height: Double?
  /// Where lines begin and end.
  public var alignment = Alignment.left
  /// Where the lines lie in a block with a height.
  public var verticalAlignment = VerticalAlignment.top
  /// Where a line may break.
  public var wrapping = Wrapping.wordCharacter
  /// What is left out of text that has no room; wants a width.
  public var ellipsis = Ellipsis.none
  /// The most lines, where there is an ellipsis; `nil`: as many as the height has room for, else one.
  public var maximumLines: Int?
  /// From line to line, as a share of the font's own distance.
  public var lineSpacing = 1.0
  /// How the size follows from `width` and `height`.
  public var fitting = Fitting.none
  /// The smallest size that shrinking leads to, in pixels to the em.
  public var minimumSize = 4.0
  /// Which way lines run.
  public var direction = Direction.automatic

  /// A block that is as large as its lines.
  public init() {}
}
