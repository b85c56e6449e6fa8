// SPDX-License-Identifier: MIT

import MoonreelCore

/// A line along an outline.
public struct Stroke: Hashable, Sendable {
  /// On which side of the outline it lies.
  public enum Position: String, Hashable, Sendable, CaseIterable {
    /// Around what is filled.
    case outside
    /// Half on each side.
    case center
    /// Within what is filled.
    case inside
  }

  /// What a corner looks like.
  public enum Join: String, Hashable, Sendable, CaseIterable {
    /// Pointed, up to ten times the width; beyond that cut.
    case miter
    /// Rounded.
    case round
    /// Cut.
    case bevel
  }

  /// What an end looks like.
  public enum Cap: String, Hashable, Sendable, CaseIterable {
    /// Cut where the line ends.
    case butt
    /// A half disc beyond it.
    case round
    /// Half a square beyond it.
    case square
  }

  /// How wide the line is, in pixels, above 0.
  public var width: Double
  /// What it is painted with.
  public var paint: Paint
  /// Where it lies.
  public var position: Position
  /// Its corners.
  public var join: Join
  /// Its ends.
  public var cap: Cap
  /// Lengths of dashes and gaps in turn, in pixels; empty: one line.
  public var dashes: [Double]
  /// How far into the dashes it begins, in pixels.
  public var dashOffset: Double

  /// A line of `width` pixels, round at its corners.
  public init(
    width: Double, paint: Paint = .color(.black), position: Position = .center,
    join: Join = .round, cap: Cap = .butt, dashes: [Double] = [], dashOffset: Double = 0
  ) {
    (self.width, self.paint, self.position) = (width, paint, position)
    (self.join, self.cap, self.dashes, self.dashOffset) = (join, cap, dashes, dashOffset)
  }
}
