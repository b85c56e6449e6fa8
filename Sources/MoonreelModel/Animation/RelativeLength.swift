// SPDX-License-Identifier: MIT

import MoonreelCore

/// A coordinate along a side whose length is known later: pixels, plus a share of the side.
///
/// Between two of them both parts go linearly, so an animation may lead from a share to pixels.
public struct RelativeLength: Interpolatable, Hashable {
  /// What is given in pixels.
  public var pixels: Double
  /// What is given as a share: 1 is the whole side.
  public var share: Double

  /// The sum of `pixels` and `share`.
  public init(pixels: Double = 0, share: Double = 0) { (self.pixels, self.share) = (pixels, share) }

  /// The coordinate along a side of `whole` pixels.
  public func resolved(in whole: Double) -> Double {
    Double(Float(share == 0 ? pixels : pixels + share * whole))
  }

  /// The length between `self` (at 0) and `other` (at 1).
  public func interpolated(to other: RelativeLength, _ amount: Double) -> RelativeLength {
    RelativeLength(
      pixels: pixels.interpolated(to: other.pixels, amount),
      share: share.interpolated(to: other.share, amount))
  }

  /// Whether both parts are finite.
  public var isFinite: Bool { pixels.isFinite && share.isFinite }
}
