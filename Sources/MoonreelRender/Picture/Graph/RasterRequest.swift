// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A raster that a picture needs before it can be read: what is drawn on it and how it is read then.
struct RasterRequest {
  /// The picture to be drawn and where; `nil` where nothing can be seen of it.
  var input: (Image, Placement)?
  /// The pixels to be drawn.
  var rect: PixelRect
  /// Whether the picture goes on for ever within what is needed, so that opaque means opaque
  /// everywhere.
  var fills: Bool
  /// Whether components that are alike may share a plane of the raster.
  var sharesPlanes = true
  /// Whether what reads the raster repeats its edges.
  var repeatsEdges = false
  /// The values at the placement that asks, from the raster once it is drawn: of 3 components (opaque) or 4.
  var read: (Lowering, Raster, Placement) throws -> PixelValue

  /// `input` drawn over `rect`.
  init(
    _ input: (Image, Placement), rect: PixelRect, fills: Bool,
    read: @escaping (Lowering, Raster, Placement) throws -> PixelValue
  ) {
    (self.input, self.rect, self.fills, self.read) = (input, rect, fills, read)
  }

  /// `input` drawn over `rect`, and read as it is where `map` brings its grid to that of the placement.
  init(_ input: (Image, Placement), rect: PixelRect, fills: Bool, map: AffineTransform) {
    self.init(input, rect: rect, fills: fills) { lowering, raster, placement in
      try lowering.sampled(raster, map: map, placement)
    }
    repeatsEdges = true
  }

  private init() {
    input = nil
    rect = .empty
    fills = false
    read = { lowering, _, placement in lowering.nothing(placement) }
  }

  /// Where nothing can be seen.
  static var nothing: RasterRequest { RasterRequest() }
}
