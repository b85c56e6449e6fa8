// SPDX-License-Identifier: MIT

import MoonreelCore

/// The blurred outline of a drawing, under it: a shadow; without an offset, a glow.
public struct Shadow: Hashable, Sendable {
  /// The largest blur, in pixels.
  public static let largestBlur = 200.0

  /// How far it is moved, in pixels.
  public var offset: Point
  /// The standard deviation of its blur, in pixels, 0…``largestBlur``.
  public var blur: Double
  /// By how many pixels the outline is widened before it is blurred.
  public var spread: Double
  /// How often it is laid over itself: glows get stronger near the outline. At least 1.
  public var strength: Int
  /// What it is painted with.
  public var paint: Paint

  /// A shadow with every property given.
  public init(
    offset: Point, blur: Double, spread: Double = 0, strength: Int = 1,
    paint: Paint = .color(Color(0, 0, 0, 0.6))
  ) {
    (self.offset, self.blur, self.spread) = (offset, blur, spread)
    (self.strength, self.paint) = (strength, paint)
  }
}
