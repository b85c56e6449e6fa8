// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel

/// Planes of one shape that a kernel reads at computed positions, linearly between four samples.
struct SampledPlanes: Hashable {
  /// One to four.
  private let views: [PlaneView]
  /// Samples a pixel of the picture.
  private let (scaleX, scaleY): (Double, Double)
  /// The sample at the picture's origin, less one half.
  private let (left, top): (Double, Double)
  /// How far positions go to the right and down.
  private let (right, bottom): (Int, Int)

  /// `raster`, on which the picture is drawn at `scale`. Its last column and row are there to be read, and stand for what
  /// lies beyond its edges.
  init(_ raster: Raster, scale: Double) {
    views = (0..<raster.planeCount).map { PlaneView(source: .raster(raster, $0)) }
    (scaleX, scaleY) = (scale, scale)
    (left, top) = (Double(raster.rect.minX), Double(raster.rect.minY))
    (right, bottom) = (raster.rect.width - 2, raster.rect.height - 2)
  }

  /// Planes of a frame, beside one another in its memory or not; `toPicture` leads from their samples to the picture.
  init(_ views: [PlaneView], toPicture: AffineTransform) {
    self.views = views
    (scaleX, scaleY) = (1 / toPicture.a, 1 / toPicture.d)
    (left, top) = (toPicture.tx / toPicture.a, toPicture.ty / toPicture.d)
    let size = views[0].size
    (right, bottom) = (size.width - 1, size.height - 1)
  }

  var encoded: mr_samples {
    var samples = mr_samples()
    let planes = views.map(\.encoded)
    samples.plane = planes[0]
    withUnsafeMutableBytes(of: &samples.others) { memory in
      let others = memory.bindMemory(to: UnsafeRawPointer?.self)
      for (index, plane) in planes.dropFirst().enumerated() { others[index] = plane.base }
    }
    (samples.scaleX, samples.scaleY) = (Float(scaleX), Float(scaleY))
    (samples.left, samples.top) = (Float(left + 0.5), Float(top + 0.5))
    (samples.right, samples.bottom) = (Float(right), Float(bottom))
    return samples
  }

  /// The rasters among them.
  var rasters: [Raster] {
    guard case .raster(let raster, _) = views[0].source else { return [] }
    return [raster]
  }
}
