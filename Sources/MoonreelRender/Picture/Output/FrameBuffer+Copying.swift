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

  /// Copies the samples to planes of the same format and size, but need not copy what lies in `covered`, in pixels
  /// on whole samples of chroma.
  func copyPlanes(to planes: [Plane], besides covered: [PixelRect]) {
    let rects = PixelRect(size: size).without(covered)
    // Rows that are cut into pieces are copied less quickly.
    guard 8 * rects.reduce(0, { $0 + $1.area }) < 7 * PixelRect(size: size).area else {
      return copyPlanes(to: planes)
    }
    for (index, (source, target)) in zip(self.planes, planes).enumerated() {
      let bytes = format.bytesPerComponent * format.componentsPerSample(inPlane: index)
      let (shiftX, shiftY) = index > 0 ? (format.chromaShiftX, format.chromaShiftY) : (0, 0)
      for rect in rects.map({ $0.reduced(shiftX, shiftY) }) {
        for row in rect.minY..<rect.maxY {
          memcpy(
            target.base + row * target.strideBytes + rect.minX * bytes,
            source.base + row * source.strideBytes + rect.minX * bytes, rect.width * bytes)
        }
      }
    }
  }
}
