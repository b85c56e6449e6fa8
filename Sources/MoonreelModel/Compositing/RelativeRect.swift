// SPDX-License-Identifier: MIT

import MoonreelCore

/// A rectangle in a picture whose size is known later: pixels, plus shares of the picture's sides.
///
/// Between two of them both parts go linearly, so a ramp may lead from shares to pixels.
public struct RelativeRect: Interpolatable {
  /// What is given in pixels.
  public var pixels: Rect
  /// What is given in shares: 1 is the picture's width for x and width, its height for y and height.
  public var shares: Rect

  /// The sum of `pixels` and `shares`.
  public init(pixels: Rect, shares: Rect) { (self.pixels, self.shares) = (pixels, shares) }

  /// A rectangle in pixels.
  public init(_ rect: Rect) {
    self.init(pixels: rect, shares: Rect(x: 0, y: 0, width: 0, height: 0))
  }

  /// The rectangle in a picture of `size`, its top-left corner at the origin.
  public func resolved(in size: Size) -> Rect {
    Rect(
      x: pixels.minX + shares.minX * size.width, y: pixels.minY + shares.minY * size.height,
      width: pixels.size.width + shares.size.width * size.width,
      height: pixels.size.height + shares.size.height * size.height)
  }

  /// The rectangle between `self` (at 0) and `other` (at 1).
  public func interpolated(to other: RelativeRect, _ amount: Double) -> RelativeRect {
    RelativeRect(
      pixels: pixels.interpolated(to: other.pixels, amount),
      shares: shares.interpolated(to: other.shares, amount))
  }

  /// Whether every number is finite.
  public var isFinite: Bool { pixels.isFinite && shares.isFinite }

  /// Whether no side is negative, whatever the picture's size.
  var hasArea: Bool {
    [pixels.size, shares.size].allSatisfy { $0.width >= 0 && $0.height >= 0 }
  }
}
