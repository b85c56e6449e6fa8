// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

@testable import MoonreelMedia

/// A picture in one of libav's formats, made of given or random bytes.
struct RawPicture {
  let frame: NativeFrame
  let shape: UnsafePointer<AVPixFmtDescriptor>

  /// Random bytes in every row, padding included; zero where words have bits above their samples.
  init(_ pixels: AVPixelFormat, _ width: Int, _ height: Int, seed: UInt64) throws {
    frame = try NativeFrame(pixels: pixels, size: PixelSize(width, height))
    shape = av_pix_fmt_desc_get(pixels)
    var state = seed
    for (plane, rows) in rows.enumerated() {
      let count = rows * Int(frame.strides[plane])
      for index in 0..<count {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        frame.bytes(plane)[index] = UInt8(truncatingIfNeeded: state >> 56) & mask(index)
      }
    }
  }

  /// The bits of byte `index` that mean something.
  private func mask(_ index: Int) -> UInt8 {
    let part = shape.components[0]
    let hasWords = shape.components.allSatisfy { $0.shift == 0 && (9..<16).contains($0.depth) }
    let isBigEndian = Int32(truncatingIfNeeded: shape.pointee.flags) & AV_PIX_FMT_FLAG_BE != 0
    guard hasWords, index % 2 == (isBigEndian ? 0 : 1) else { return 0xff }
    return UInt8(1 << (part.depth - 8) - 1)
  }

  /// The given planes, each a list of rows.
  init(_ name: String, _ width: Int, _ planes: [[[UInt8]]]) throws {
    let pixels = av_get_pix_fmt(name)
    shape = av_pix_fmt_desc_get(pixels)
    frame = try NativeFrame(pixels: pixels, size: PixelSize(width, planes[0].count))
    for (plane, rows) in planes.enumerated() {
      for (y, row) in rows.enumerated() {
        let start = frame.bytes(plane) + y * Int(frame.strides[plane])
        for (x, byte) in row.enumerated() { start[x] = byte }
      }
    }
  }

  /// Rows of each plane that has memory; a palette counts as one row.
  private var rows: [Int] {
    if Int32(truncatingIfNeeded: shape.pointee.flags) & AV_PIX_FMT_FLAG_PAL != 0 {
      return [frame.size.height]
    }
    let planes = Set(shape.components.map { Int($0.plane) })
    return planes.sorted().map { isChroma($0) ? chromaRows : frame.size.height }
  }

  private var chromaRows: Int {
    let shift = Int(shape.pointee.log2_chroma_h)
    return (frame.size.height + (1 << shift) - 1) >> shift
  }

  private func isChroma(_ plane: Int) -> Bool {
    let isRGB = Int32(truncatingIfNeeded: shape.pointee.flags) & AV_PIX_FMT_FLAG_RGB != 0
    return !isRGB && (1...2).contains(plane)
  }

  /// Fills the palette with random colours.
  func fillPalette(seed: UInt64) {
    var state = seed
    for index in 0..<1024 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      frame.bytes(1)[index] = UInt8(truncatingIfNeeded: state >> 56)
    }
  }

  /// The same rows in the opposite order, from the last one up.
  func turnOver() {
    for (plane, rows) in rows.enumerated() {
      let stride = Int(frame.strides[plane])
      let last = frame.bytes(plane) + (rows - 1) * stride
      frame.set(plane, last, stride: -stride)
    }
  }

  /// How many samples of `component` a row has, and how many rows there are.
  func size(of component: Int) -> PixelSize {
    let isYUV =
      shape.pointee.nb_components > 2
      && Int32(truncatingIfNeeded: shape.pointee.flags) & AV_PIX_FMT_FLAG_RGB == 0
    guard isYUV, component == 1 || component == 2 else { return frame.size }
    let shift = Int(shape.pointee.log2_chroma_w)
    return PixelSize((frame.size.width + (1 << shift) - 1) >> shift, chromaRows)
  }

  /// A row of codes as libav itself reads them.
  func codes(_ component: Int, row: Int) -> [UInt32] {
    let width = size(of: component).width
    var codes = [UInt32](repeating: 0, count: width)
    let part = shape.components[component]
    // libav's own reader shifts XV30BE, whose samples are words, by a negative number.
    if shape.pointee.flags & UInt64(AV_PIX_FMT_FLAG_BITSTREAM) != 0, part.depth > 8 {
      let row = frame.plane(0)! + row * Int(frame.strides[0])
      return (0..<width).map { x in
        let word = (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(row[4 * x + $1]) }
        return word >> UInt32(part.offset) & (1 << UInt32(part.depth) - 1)
      }
    }
    var data = (0..<4).map { frame.plane($0).map { UnsafePointer($0) } }
    let strides = frame.strides
    av_read_image_line2(
      &codes, &data, strides, shape, 0, Int32(row), Int32(component), Int32(width), 0, 4)
    return codes
  }
}

extension NativeFrame {
  var strides: [Int32] {
    withUnsafeBytes(of: frame.pointee.linesize) { Array($0.bindMemory(to: Int32.self)) }
  }

  func plane(_ index: Int) -> UnsafeMutablePointer<UInt8>? {
    withUnsafeBytes(of: frame.pointee.data) {
      $0.bindMemory(to: UnsafeMutablePointer<UInt8>?.self)[index]
    }
  }

  func bytes(_ plane: Int) -> UnsafeMutablePointer<UInt8> { self.plane(plane)! }

  func set(_ plane: Int, _ base: UnsafeMutablePointer<UInt8>, stride: Int) {
    withUnsafeMutableBytes(of: &frame.pointee.data) {
      $0.bindMemory(to: UnsafeMutablePointer<UInt8>?.self)[plane] = base
    }
    withUnsafeMutableBytes(of: &frame.pointee.linesize) {
      $0.bindMemory(to: Int32.self)[plane] = Int32(stride)
    }
  }
}

extension FrameBuffer {
  /// A stored sample of a component (Y, Cb, Cr; R, G, B; gray; then alpha) as a number.
  func sample(_ component: Int, _ x: Int, _ y: Int) -> Double {
    let plane: Int
    var (part, parts) = (0, 1)
    switch format.packing {
    case .planar: plane = format.family == .rgb ? [2, 0, 1, 3][component] : component
    case .semiplanar:
      plane = component == 0 ? 0 : 1
      if component > 0 { (part, parts) = (component - 1, 2) }
    case .packed(let order):
      plane = 0
      let names = ["yuv": "yuva", "rgb": "rgba", "gray": "ya"][format.family.rawValue]!
      part = Array(order).firstIndex(of: Array(names)[component])!
      parts = order.count
    }
    let row = planes[plane].base + y * planes[plane].strideBytes
    let place = (x * parts + part) * format.bytesPerComponent
    switch format.bytesPerComponent {
    case 1: return Double(row.load(fromByteOffset: place, as: UInt8.self))
    case 2: return Double(row.load(fromByteOffset: place, as: UInt16.self) >> format.bitShift)
    default: return Double(row.load(fromByteOffset: place, as: Float.self))
    }
  }
}
