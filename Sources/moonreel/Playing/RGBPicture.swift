// SPDX-License-Identifier: MIT

import MoonreelCore

/// A picture of three bytes a pixel, red, green and blue, row by row: what terminals draw.
struct RGBPicture: Equatable {
  var size: PixelSize
  var bytes: [UInt8]

  /// A picture of `bytes`.
  init(size: PixelSize, bytes: [UInt8]) { (self.size, self.bytes) = (size, bytes) }

  /// What `buffer`, of the format `rgb24`, shows, at `size`: nearest pixels where that is another size.
  init(_ buffer: FrameBuffer, size: PixelSize) {
    precondition(buffer.format == .rgb24, "terminals are drawn R'G'B'")
    let (plane, source) = (buffer.planes[0], buffer.size)
    let columns = (0..<size.width).map { 3 * min(source.width - 1, $0 * source.width / size.width) }
    self.size = size
    bytes = Array(unsafeUninitializedCapacity: size.width * size.height * 3) { bytes, count in
      count = size.width * size.height * 3
      for y in 0..<size.height {
        let row = plane.base + y * source.height / size.height * plane.strideBytes
        let target = bytes.baseAddress! + y * size.width * 3
        if source.width == size.width {
          memcpyBytes(target, row, size.width * 3)
        } else {
          for (x, column) in columns.enumerated() {
            memcpyBytes(target + 3 * x, row + column, 3)
          }
        }
      }
    }
  }

  /// The largest size of the proportions of `source` that fits into `area` and is no larger than `source`.
  static func fitting(_ source: PixelSize, into area: PixelSize) -> PixelSize {
    let factor = min(
      1, Double(area.width) / Double(max(1, source.width)),
      Double(area.height) / Double(max(1, source.height)))
    return PixelSize(
      max(1, min(area.width, Int((Double(source.width) * factor).rounded()))),
      max(1, min(area.height, Int((Double(source.height) * factor).rounded()))))
  }
}

private func memcpyBytes(_ to: UnsafeMutablePointer<UInt8>, _ from: UnsafeRawPointer, _ count: Int)
{
  UnsafeMutableRawPointer(to).copyMemory(from: from, byteCount: count)
}
