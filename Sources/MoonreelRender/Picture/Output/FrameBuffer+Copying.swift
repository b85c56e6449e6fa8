// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

extension FrameBuffer {
  /// Copies the samples to planes of the same format and size.
  func copyPlanes(to planes: [Plane]) {
    for (index, (source, target)) in zip(self.planes, planes).enumerated() {
      let count =
        source.size.width * format.bytesPerComponent * format.componentsPerSample(inPlane: index)
      // Rows without gaps are one piece, which is copied half as fast again.
      if source.strideBytes == count, target.strideBytes == count {
        memcpy(target.base, source.base, count * source.size.height)
        continue
      }
      for row in 0..<source.size.height {
        memcpy(
          target.base + row * target.strideBytes, source.base + row * source.strideBytes, count)
      }
    }
  }
}
