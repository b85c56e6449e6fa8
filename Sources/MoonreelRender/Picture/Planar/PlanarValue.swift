// SPDX-License-Identifier: MIT

import MoonreelCore

/// The planes of a picture: code values less their offsets (16 or 0, 128, at the depth), multiplied
/// by alpha; alpha at luma resolution, and its footprint means at chroma resolution.
struct PlanarValue {
  /// Values on the grid of luma.
  var luma: Value
  var lumaAlpha: Value
  /// Values on the grid of chroma; `luma` of nothing in gray pictures.
  var cb: Value
  var cr: Value
  var chromaAlpha: Value
  /// What it is away from its edges, where that is less work.
  var inside: Inside?

  /// A picture where no edge of it is in sight: values that no coverage has been multiplied with yet.
  struct Inside {
    /// The pixels of the target.
    var rect: Rect
    var luma: Value
    var lumaAlpha: Value
    var cb: Value
    var cr: Value
    var chromaAlpha: Value
    /// Opacities that they are multiplied with, one after the other.
    var factors: [Float] = []
  }
}

extension PlanarValue.Inside {
  /// `value` within `rect`.
  init(_ value: PlanarValue, _ rect: Rect) {
    self.init(
      rect: rect, luma: value.luma, lumaAlpha: value.lumaAlpha, cb: value.cb, cr: value.cr,
      chromaAlpha: value.chromaAlpha)
  }
}
