// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Where a picture stands on a grid of pixels and how it is to be sampled there.
struct Placement: Hashable {
  /// From the picture's own coordinates to the grid's.
  var map: AffineTransform
  /// The sampling of the outermost transform that moves between pixels; `nil` before the first.
  var sampling: Image.Sampling?
  /// Whether the edges hold for ever instead of ending in transparency.
  var clamps = false
  /// Which grid.
  var grid: Int

  /// Where a picture stands that `map` moves before it is placed here.
  func placing(_ map: AffineTransform, _ sampling: Image.Sampling) -> Placement {
    var next = self
    next.map = map.followed(by: self.map)
    if self.sampling == nil, map.wholeTranslation == nil { next.sampling = sampling }
    return next
  }

  /// The same, with edges that hold.
  var clamped: Placement {
    var next = self
    next.clamps = true
    return next
  }
}

extension AffineTransform {
  /// How near to whole numbers counts as whole.
  private static let tolerance = 1e-9

  private static func isWhole(_ value: Double) -> Bool {
    abs(value - value.rounded()) <= tolerance * max(1, abs(value)) && abs(value) < 0x1p30
  }

  /// The whole numbers of pixels by which it moves; `nil` where it does anything else.
  var wholeTranslation: (x: Int, y: Int)? {
    guard isLattice, a > 0.5, d > 0.5 else { return nil }
    return (Int(limiting: tx.rounded()), Int(limiting: ty.rounded()))
  }

  /// Whether it maps pixels onto pixels: moves by whole pixels, quarter turns, mirrorings.
  var isLattice: Bool {
    func isNear(_ value: Double, _ whole: Double) -> Bool {
      abs(value - value.rounded()) <= Self.tolerance && abs(value.rounded()) == whole
    }
    let isStraight = isNear(a, 1) && isNear(b, 0) && isNear(c, 0) && isNear(d, 1)
    guard isStraight || (isNear(a, 0) && isNear(b, 1) && isNear(c, 1) && isNear(d, 0)) else {
      return false
    }
    return Self.isWhole(tx) && Self.isWhole(ty)
  }

  /// Whether horizontal and vertical lines stay what they are.
  var isUpright: Bool { b == 0 && c == 0 }

  /// Source units that one pixel covers along x and y of the source, for a map of pixels to the
  /// source.
  var footprint: (x: Double, y: Double) {
    ((a * a + c * c).squareRoot(), (b * b + d * d).squareRoot())
  }
}
