// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// A planar picture of libav's with its alpha, the planes one behind the other without gaps, as libav's raw
/// pictures lie.
final class RawPlanes {
  let size: PixelSize
  /// libav's name of the format.
  let formatName: String
  let bytes: UnsafeMutableBufferPointer<UInt8>

  /// The planes of `main` and the first of `alpha`, of either the part `crop`; `nil` where libav has no format
  /// for them.
  ///
  /// A crop begins with a whole sample of chroma: at most one pixel to the left and above.
  init?(_ main: NativeFrame, alpha: NativeFrame?, crop: PixelRegion?) {
    guard let layout = PlaneLayout(main.pixels),
      let target = alpha == nil ? layout : layout.withAlpha
    else { return nil }
    var part = crop ?? PixelRegion(x: 0, y: 0, size: main.size)
    let chroma = layout.shift(ofPlane: 1)
    part.x -= part.x % (1 << chroma.x)
    part.y -= part.y % (1 << chroma.y)
    let counts = (0..<target.planeCount).map { target.byteCount(ofPlane: $0, part.size) }
    bytes = .allocate(capacity: counts.reduce(0, +))
    bytes.initialize(repeating: 0)
    (size, formatName) = (part.size, target.name)
    var rest = UnsafeMutableRawBufferPointer(bytes)[...]
    for (number, count) in counts.enumerated() {
      let out = UnsafeMutableRawBufferPointer(rebasing: rest.prefix(count))
      rest = rest.dropFirst(count)
      let outSize = target.planeSize(number, part.size)
      if let alpha, number == target.planeCount - 1, let own = PlaneLayout(alpha.pixels) {
        SamplePlane(alpha, 0, own).copy(
          part.scaled(from: main.size, to: alpha.size), to: out, outSize, bits: target.bits)
      } else if number < layout.planeCount {
        let shift = layout.shift(ofPlane: number)
        let region = PixelRegion(
          x: part.x >> shift.x, y: part.y >> shift.y, size: layout.planeSize(number, part.size))
        SamplePlane(main, number, layout).copy(region, to: out, outSize, bits: target.bits)
      } else {
        SamplePlane.fillGray(out, bits: target.bits)
      }
    }
  }

  deinit { bytes.deallocate() }

  /// Copies `tile` to the place `x`, `y` of `canvas`, which has the same format; what does not fit is left out.
  static func paste(_ tile: NativeFrame, into canvas: NativeFrame, x: Int, y: Int) {
    guard let layout = PlaneLayout(tile.pixels), x < canvas.size.width, y < canvas.size.height
    else { return }
    let part = PixelSize(
      min(tile.size.width, canvas.size.width - x), min(tile.size.height, canvas.size.height - y))
    for number in 0..<layout.planeCount {
      let (source, target) = (
        SamplePlane(tile, number, layout), SamplePlane(canvas, number, layout)
      )
      let size = layout.planeSize(number, part)
      let shift = layout.shift(ofPlane: number)
      for row in 0..<size.height {
        let to = target.base + ((y >> shift.y) + row) * target.stride
        (to + (x >> shift.x) * layout.sampleBytes).copyMemory(
          from: source.base + row * source.stride, byteCount: size.width * layout.sampleBytes)
      }
    }
  }
}
