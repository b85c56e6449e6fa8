// SPDX-License-Identifier: MIT

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
}
