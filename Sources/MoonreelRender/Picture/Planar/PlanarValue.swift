// SPDX-License-Identifier: MIT

import MoonreelCore

/// The planes of a picture: code values less their offsets (16 or 0, 128, at the depth), multiplied
/// by alpha; alpha at luma resolution, and its footprint means at chroma resolution.
struct PlanarValue {
  /// Luma, on its grid.
  var luma: PixelGroup
  /// Blue and red difference on theirs; zeros in gray pictures.
  var chroma: PixelGroup
  /// What it is away from its edges, where that is less work.
  var inside: Inside?

  /// A picture where no edge of it is in sight: values that no coverage has been multiplied with yet.
  struct Inside {
    /// The pixels of the target.
    var rect: Rect
    var luma: PixelGroup
    var chroma: PixelGroup
    /// Opacities that they are multiplied with, one after the other.
    var factors: [Float] = []
  }
}
