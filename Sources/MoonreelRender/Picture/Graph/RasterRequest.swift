// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A raster that a picture needs before it can be read: what is drawn on it and what is done to it.
struct RasterRequest {
  /// What is done to the raster once it is drawn.
  enum Filter {
    case none
    case blur(GaussianBlur, output: PixelRect)
    case projection(ProjectionRequest)
    /// The raster again and again over `output`.
    case tile(mirrors: Bool, output: PixelRect)
    case box(BoxMean, output: PixelRect)
    case cells(CellGrid)

    /// Whether components that are alike may share a plane: a projection reads all of them at once.
    var takesSharedPlanes: Bool {
      switch self {
      case .none, .blur, .tile, .box, .cells: true
      case .projection: false
      }
    }
  }

  /// The picture to be drawn and where; `nil` where nothing can be seen of it.
  var input: (Image, Placement)?
  /// The pixels to be drawn.
  var rect: PixelRect
  /// From the raster's grid to the grid on which the result is read.
  var map: AffineTransform
  var filter: Filter
  /// Whether the picture goes on for ever within what is needed, so that opaque means opaque
  /// everywhere.
  var fills: Bool
}
