// SPDX-License-Identifier: MIT

import MoonreelCore

/// How captions are drawn into pictures. A plain value; `MoonreelText` draws it.
public struct CaptionLook: Hashable, Sendable {
  /// The letters' style, lines, shadows and plate, and the distance of lines; what it says and where its lines
  /// break is each caption's own. A style without a size is as large as suits the frame.
  public var text = TextDescription("")
  /// What is kept free at the left and right edge, as a share of the frame's width, 0…0.45.
  public var safeAreaX = 0.05
  /// What is kept free at the upper and lower edge, as a share of the frame's height, 0…0.45.
  public var safeAreaY = 0.05
  /// Where in the safe area captions are that do not ask for a place.
  public var gravity = Gravity.bottom
  /// Where lines begin and end; `nil`: as `gravity` says.
  public var alignment: TextBlock.Alignment?
  /// The most lines, as long as letters do not get smaller than half their size for it.
  public var maximumLines = 2
  /// Whether captions are shown where they ask to be.
  public var keepsPlacement = true
  /// How words are shown as they are said; `nil`: like all others.
  public var highlight: CaptionHighlight?

  /// White letters with a dark outline at the lower edge.
  public init() {}
}

/// How words are shown as they are said.
public struct CaptionHighlight: Hashable, Sendable {
  /// Which words are shown otherwise.
  public enum Mode: String, Hashable, Sendable, CaseIterable {
    /// All that have been said, as for karaoke.
    case said
    /// The one that is being said.
    case word
    /// All that have been said; the others are not there yet.
    case appear
  }

  /// Which words.
  public var mode: Mode
  /// What they are filled with; `nil`: as all letters are.
  public var fill: Paint?
  /// The plate behind the word that is being said; `nil`: none.
  public var box: Backdrop?
  /// How much larger the word that is being said is, about its middle.
  public var scale: Double

  /// A highlight with every property given.
  public init(mode: Mode, fill: Paint? = nil, box: Backdrop? = nil, scale: Double = 1) {
    (self.mode, self.fill, self.box, self.scale) = (mode, fill, box, scale)
  }
}
