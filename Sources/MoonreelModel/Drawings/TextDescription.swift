// SPDX-License-Identifier: MIT

import MoonreelCore

/// A title: what is written, and how it looks. A plain value; `MoonreelText` draws it.
public struct TextDescription: Hashable, Sendable {
  /// What is written.
  public enum Content: Hashable, Sendable {
    /// Stretches of letters one after the other.
    case spans([TextSpan])
    /// Letters with Pango's markup: `"<b>bold</b>"`.
    case markup(String)
  }

  /// The most bytes of UTF-8 that a text may have.
  public static let longestText = 1 << 16

  /// What is written.
  public var content: Content
  /// How its letters look where spans do not say.
  public var style: TextStyle
  /// How its lines are laid out.
  public var block: TextBlock
  /// Lines along the letters' outlines, the first on top; those outside lie behind all letters.
  public var strokes: [Stroke]
  /// Shadows and glows, the first on top.
  public var shadows: [Shadow]
  /// What lies behind the whole block; `nil`: nothing.
  public var backdrop: Backdrop?

  /// `text` in `style`, without decoration.
  public init(_ text: String, style: TextStyle = TextStyle(), block: TextBlock = TextBlock()) {
    self.init(.spans([TextSpan(text)]), style: style, block: block)
  }

  /// A title with every property given.
  public init(
    _ content: Content, style: TextStyle = TextStyle(), block: TextBlock = TextBlock(),
    strokes: [Stroke] = [], shadows: [Shadow] = [], backdrop: Backdrop? = nil
  ) {
    (self.content, self.style, self.block) = (content, style, block)
    (self.strokes, self.shadows, self.backdrop) = (strokes, shadows, backdrop)
  }
}

/// A plate behind a text.
public struct Backdrop: Hashable, Sendable {
  /// What it is painted with.
  public var paint: Paint
  /// Pixels between the lines and its left and right edges.
  public var paddingX: Double
  /// Pixels between the lines and its upper and lower edges.
  public var paddingY: Double
  /// Pixels of its corners' radius.
  public var radius: Double

  /// A plate with every property given.
  public init(paint: Paint, paddingX: Double = 0, paddingY: Double = 0, radius: Double = 0) {
    (self.paint, self.radius) = (paint, radius)
    (self.paddingX, self.paddingY) = (paddingX, paddingY)
  }
}
