// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

extension FrameBuffer {
  /// Copies the samples to planes of the same format and size.
  func copyPlanes(to planes: [Plane]) { copyPlanes(to: planes, [PixelRect(size: size)]) }

  /// Copies the samples to planes of the same format and size, but need not copy what lies in `covered`, in pixels
  /// on whole samples of chroma.
  func copyPlanes(to planes: [Plane], besides covered: [PixelRect]) {
    let rects = PixelRect(size: size).without(covered)
    // Rows that are cut into pieces are copied less quickly.
    let isLess = 8 * rects.reduce(0, { $0 + $1.area }) < 7 * PixelRect(size: size).area
    copyPlanes(to: planes, isLess ? rects : [PixelRect(size: size)])
  }

  private func copyPlanes(to planes: [Plane], _ rects: [PixelRect]) {
    for (index, (source, target)) in zip(self.planes, planes).enumerated() {
      let bytes = format.bytesPerComponent * format.componentsPerSample(inPlane: index)
      let isChroma = index == 1 || index == 2
      let (shiftX, shiftY) = isChroma ? (format.chromaShiftX, format.chromaShiftY) : (0, 0)
      for rect in rects.map({ $0.reduced(shiftX, shiftY) }) {
        let (count, place) = (rect.width * bytes, rect.minX * bytes)
        let (from, to) = (source.base + place, target.base + place)
        // Rows without gaps are one piece, which is copied half as fast again.
        if source.strideBytes == count, target.strideBytes == count {
          let start = rect.minY * count
          memcpy(to + start, from + start, count * rect.height)
          continue
        }
        for row in rect.minY..<rect.maxY {
          memcpy(to + row * target.strideBytes, from + row * source.strideBytes, count)
        }
      }
    }
  }
}
