// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

extension FrameBuffer {
  /// The picture turned by `turns` quarters clockwise and then mirrored left to right where `isMirrored`; itself where
  /// nothing changes.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) for a format that cannot be converted.
  func turned(by turns: Int, isMirrored: Bool) throws -> FrameBuffer {
    let turns = (turns % 4 + 4) % 4
    guard turns != 0 || isMirrored else { return self }
    // Lying on its side, 4:2:2 would be a format that nobody reads.
    let isEven = format.chromaShiftX == format.chromaShiftY
    guard isEven || turns % 2 == 0 else {
      let even = try PictureConverter.convert(self, to: .yuv420(max(8, format.bitDepth)))
      return try even.turned(by: turns, isMirrored: isMirrored)
    }
    let swapped = turns % 2 == 1
    return FrameBuffer(
      format: format, size: swapped ? PixelSize(size.height, size.width) : size, color: color,
      pixelAspect: swapped ? Rational(pixelAspect.denominator, pixelAspect.numerator) : pixelAspect,
      alphaMode: alphaMode, hdr: hdr, isZeroed: false
    ) { targets in
      for (index, target) in targets.enumerated() {
        let bytes = format.bytesPerComponent * format.componentsPerSample(inPlane: index)
        Turn(turns: turns, isMirrored: isMirrored, sampleBytes: bytes)
          .copy(planes[index], to: target)
      }
    }
  }
}

/// A turn of one plane.
private struct Turn {
  let turns: Int
  let isMirrored: Bool
  let sampleBytes: Int

  /// Row by row of the target; the source is walked along a row or a column.
  func copy(_ source: FrameBuffer.Plane, to target: FrameBuffer.Plane) {
    let (width, height) = (target.size.width, target.size.height)
    let (right, down) = (sampleBytes, source.strideBytes)
    let (lastX, lastY) = ((source.size.width - 1) * right, (source.size.height - 1) * down)
    for y in 0..<height {
      // Where the row's first sample comes from, and how far the next one is.
      var (start, step): (Int, Int) =
        switch turns {
        case 1: (lastY + y * right, -down)
        case 2: (lastY - y * down + lastX, -right)
        case 3: (lastX - y * right, down)
        default: (y * down, right)
        }
      if isMirrored { (start, step) = (start + (width - 1) * step, -step) }
      let row = target.base + y * target.strideBytes
      for x in 0..<width {
        (row + x * sampleBytes).copyMemory(from: source.base + start, byteCount: sampleBytes)
        start += step
      }
    }
  }
}
