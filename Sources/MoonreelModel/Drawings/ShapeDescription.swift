// SPDX-License-Identifier: MIT

import MoonreelCore

/// A shape: outlines, and how they are filled and lined. A plain value; `MoonreelText` draws it.
public struct ShapeDescription: Hashable, Sendable {
  /// Which part of an outline is there, in shares of its length.
  public struct Trim: Hashable, Sendable {
    /// Where it begins, 0…1.
    public var start: Double
    /// Where it ends, 0…1.
    public var end: Double
    /// By how much both are moved on along the outline, round and round.
    public var offset: Double

    /// The part from `start` to `end`.
    public init(start: Double = 0, end: Double = 1, offset: Double = 0) {
      (self.start, self.end, self.offset) = (start, end, offset)
    }
  }

  /// The outlines, in pixels.
  public var path: Path
  /// What counts as inside where outlines overlap.
  public var rule: Path.FillRule
  /// What they are filled with; `nil`: nothing.
  public var fill: Paint?
  /// Lines along them, the first on top.
  public var strokes: [Stroke]
  /// Shadows and glows, the first on top.
  public var shadows: [Shadow]
  /// Which part of the outlines is there; `nil`: all.
  public var trim: Trim?

  /// A shape with every property given.
  public init(
    _ path: Path, rule: Path.FillRule = .nonZero, fill: Paint? = .color(.white),
    strokes: [Stroke] = [], shadows: [Shadow] = [], trim: Trim? = nil
  ) {
    (self.path, self.rule, self.fill) = (path, rule, fill)
    (self.strokes, self.shadows, self.trim) = (strokes, shadows, trim)
  }
}
