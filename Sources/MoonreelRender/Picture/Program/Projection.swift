// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel

/// A picture at several sizes, each half the one before, and how a projective map reads it.
///
/// `@unchecked Sendable`: `memory` is written while programs are bound, before any of them runs, and
/// always with the same content.
final class Projection: Hashable, @unchecked Sendable {
  /// For each level, its rasters: all planes in one, or one for each.
  let levels: [[Raster]]
  private let planeCount: Int
  /// From pixels to samples of level 0.
  private let map: ProjectiveTransform
  private let sampling: Image.Sampling
  private let memory: UnsafeMutablePointer<mr_project>

  /// Samples taken along the longer side of what a pixel covers, at most.
  private static let most = 16.0
  /// The smallest w that still lies in front of the camera, as a share of the largest.
  static let horizon = 1e-6

  init(
    _ levels: [[Raster]], map: ProjectiveTransform, nearest: Double, sampling: Image.Sampling
  ) {
    (self.levels, self.map, self.sampling) = (levels, map, sampling)
    planeCount = levels[0][0].planeCount
    memory = .allocate(capacity: 1)
    var shape = mr_project()
    (shape.u0, shape.ux, shape.uy) = Self.ramp(map.tx, map.a, map.c)
    (shape.v0, shape.vx, shape.vy) = Self.ramp(map.ty, map.b, map.d)
    (shape.w0, shape.wx, shape.wy) = Self.ramp(map.r, map.p, map.q)
    (shape.nearest, shape.most) = (nearest, Self.most)
    (shape.planes, shape.levelCount) = (Int32(planeCount), Int32(levels.count))
    let table: SampleTable? =
      sampling == .bicubic ? .bicubic : sampling == .lanczos ? .lanczos : nil
    shape.taps = Int32(table?.taps ?? (sampling == .nearest ? 1 : 2))
    shape.weights = table.map { UnsafePointer($0.weights) }
    memory.initialize(to: shape)
  }

  deinit { memory.deallocate() }

  /// The value at pixel 0's centre and the steps from pixel to pixel.
  private static func ramp(_ base: Double, _ stepX: Double, _ stepY: Double)
    -> (Double, Double, Double)
  {
    (base + 0.5 * stepX + 0.5 * stepY, stepX, stepY)
  }

  /// The kernel's structure, its rasters' memory filled in.
  var encoded: UnsafePointer<mr_project> {
    withUnsafeMutableBytes(of: &memory.pointee.levels) { bytes in
      let places = bytes.bindMemory(to: mr_level.self)
      for (index, rasters) in levels.enumerated() {
        var level = mr_level()
        (level.width, level.height) = (
          Int32(rasters[0].rect.width), Int32(rasters[0].rect.height)
        )
        level.stride = Int64(rasters[0].stride)
        withUnsafeMutableBytes(of: &level.base) { base in
          let planes = base.bindMemory(to: UnsafePointer<Float>?.self)
          for plane in 0..<planeCount {
            planes[plane] = UnsafePointer(
              rasters.count == 1 ? rasters[0].plane(plane) : rasters[plane].plane(0))
          }
        }
        places[index] = level
      }
    }
    return UnsafePointer(memory)
  }

  static func == (first: Projection, second: Projection) -> Bool { first === second }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
