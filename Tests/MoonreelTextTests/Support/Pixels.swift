// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelRender

@testable import MoonreelText

/// The pixels of a drawing's raster.
struct Pixels {
  let raster: DrawingRaster

  init(_ drawing: some Drawing, scale: Double = 1) throws {
    raster = try drawing.raster(scale: scale)
  }

  var width: Int { raster.buffer.size.width }
  var height: Int { raster.buffer.size.height }

  /// Red, green, blue and alpha, premultiplied, 0…255, of a pixel of the raster.
  subscript(x: Int, y: Int) -> SIMD4<Int> {
    let plane = raster.buffer.planes[0]
    let base = plane.base + y * plane.strideBytes + 4 * x
    func part(_ index: Int) -> Int { Int(base.load(fromByteOffset: index, as: UInt8.self)) }
    return SIMD4(part(2), part(1), part(0), part(3))
  }

  /// The pixel at a place of the drawing.
  func at(_ x: Double, _ y: Double) -> SIMD4<Int> {
    let column = Int((x * raster.scale).rounded(.down)) - raster.originX
    let row = Int((y * raster.scale).rounded(.down)) - raster.originY
    guard (0..<width).contains(column), (0..<height).contains(row) else { return .zero }
    return self[column, row]
  }

  /// The alphas of row `y`.
  private func alphas(_ y: Int) -> [UInt8] {
    let plane = raster.buffer.planes[0]
    let row = UnsafeRawBufferPointer(
      start: plane.base + y * plane.strideBytes, count: 4 * width)
    return stride(from: 3, to: 4 * width, by: 4).map { row[$0] }
  }

  /// Where pixels are at all covered, in the drawing's own coordinates.
  var inked: Rect? {
    var all: Rect?
    for y in 0..<height {
      let row = alphas(y)
      guard let first = row.firstIndex(where: { $0 > 0 }),
        let last = row.lastIndex(where: { $0 > 0 })
      else { continue }
      let line = Rect(x: Double(first), y: Double(y), width: Double(last - first + 1), height: 1)
      all = all?.union(line) ?? line
    }
    return all.map(raster.transform.boundingBox(of:))
  }

  /// Whether the outermost pixels are empty: nothing was cut off.
  var hasClearEdges: Bool {
    let rows = (0..<width).allSatisfy { self[$0, 0].w == 0 && self[$0, height - 1].w == 0 }
    return rows && (0..<height).allSatisfy { self[0, $0].w == 0 && self[width - 1, $0].w == 0 }
  }

  /// All bytes, for comparison.
  var bytes: [UInt8] {
    let plane = raster.buffer.planes[0]
    return (0..<height).flatMap { y in
      Array(UnsafeRawBufferPointer(start: plane.base + y * plane.strideBytes, count: 4 * width))
    }
  }

  /// The sum of all alphas, 0…1 each, in pixels of the drawing.
  var area: Double {
    let sum = (0..<height).reduce(0) { sum, y in alphas(y).reduce(sum) { $0 + Int($1) } }
    return Double(sum) / 255 / (raster.scale * raster.scale)
  }
}

extension FrameBuffer {
  /// All bytes of its planes, without what pads rows.
  var planeBytes: [[UInt8]] {
    withExtendedLifetime(self) {
      planes.enumerated().map { index, plane in
        let count =
          plane.size.width * format.bytesPerComponent * format.componentsPerSample(inPlane: index)
        return (0..<plane.size.height).flatMap { y in
          Array(UnsafeRawBufferPointer(start: plane.base + y * plane.strideBytes, count: count))
        }
      }
    }
  }
}

extension TextDescription {
  /// `text` in DejaVu Sans of `size` pixels.
  static func plain(
    _ text: String, size: Double = 48, _ set: (inout TextDescription) -> Void = { _ in }
  )
    -> TextDescription
  {
    var style = TextStyle()
    (style.font, style.size) = ("DejaVu Sans", size)
    var description = TextDescription(text, style: style)
    set(&description)
    return description
  }
}
