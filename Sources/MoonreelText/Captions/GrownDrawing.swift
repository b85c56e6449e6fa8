// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A drawing made larger or smaller about the origin and drawn at that size, where scaling its picture would
/// blur it.
struct GrownDrawing: Drawing {
  private let base: any Drawing
  private let factor: Double

  /// `base`, `factor` times as large.
  init(_ base: any Drawing, by factor: Double) { (self.base, self.factor) = (base, factor) }

  var extent: Rect { grown(base.extent) }
  var box: Rect { grown(base.box) }

  private func grown(_ rect: Rect) -> Rect {
    AffineTransform(scaleX: factor, y: factor).boundingBox(of: rect)
  }

  func raster(scale: Double) throws -> DrawingRaster {
    var raster = try base.raster(scale: scale * factor)
    raster.scale /= factor
    return raster
  }

  var digest: Digest? { base.digest.map { DigestWriter("grown", $0, factor).digest } }
}
