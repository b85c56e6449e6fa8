// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore

/// Where blurred rows go.
enum BlurSink {
  case raster(Raster, plane: Int)
  /// Rounded to the code values of a component of a frame whose first sample is (0, 0), after its
  /// offset has been taken off and put on again, as the plane by plane definition does.
  case codes([FrameBuffer.Plane], FrameEncoder.Output)

  /// Memory for row `y` where a row can be computed in place.
  func place(_ y: Int) -> UnsafeMutablePointer<Float>? {
    guard case .raster(let raster, let plane) = self else { return nil }
    return raster.row(y - raster.rect.minY, plane: plane)
  }

  /// Writes a row that was not computed in place.
  func write(
    _ line: UnsafeMutablePointer<Float>, y: Int, count: Int, _ kernels: UnsafePointer<mr_kernels>
  ) {
    switch self {
    case .raster(let raster, let plane):
      raster.row(y - raster.rect.minY, plane: plane).update(from: line, count: count)
    case .codes(let planes, let output):
      for index in 0..<count { line[index] -= output.offset }
      var target = output.target(in: planes, x: 0, y: y)
      kernels.pointee.store(&target, line, Int32(count))
    }
  }
}
