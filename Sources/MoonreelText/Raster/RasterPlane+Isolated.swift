// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelSandbox

// How a plane reaches the one who draws on it, who may be in another process.
extension RasterPlane {
  /// The plane's memory.
  package var canvas: DrawingMemory {
    DrawingMemory(base: base, byteCount: strideBytes * size.height, shared: shared)
  }

  /// Appends where its pixels lie to `request`.
  package func append(to request: inout ByteWriter) {
    for number in [size.width, size.height, strideBytes, originX, originY] {
      request.append(Int64(number))
    }
    request.append(scale)
  }

  /// The plane on `canvas` whose pixels lie where `request` says.
  ///
  /// - Throws: `MoonreelError` (`internalError`) where they do not lie on it.
  package init(_ request: inout ByteReader, on canvas: DrawingMemory?) throws {
    var numbers: [Int] = []
    for _ in 0..<5 { numbers.append(Int(clamping: try request.number(Int64.self))) }
    let (width, height, strideBytes) = (numbers[0], numbers[1], numbers[2])
    let (end, overflows) = height.multipliedReportingOverflow(by: strideBytes)
    guard let canvas, width > 0, height > 0, width <= strideBytes / 4, !overflows,
      end <= canvas.byteCount
    else {
      throw MoonreelError(.internalError, "Cannot draw: the picture's memory is too small.")
    }
    self.init(
      base: canvas.base, size: PixelSize(width, height), strideBytes: strideBytes,
      scale: try request.number(Double.self), originX: numbers[3], originY: numbers[4],
      shared: canvas.shared)
  }
}
