// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// A JPEG's picture of cyan, magenta, yellow and black, as libav gives its four components.
struct InkPicture {
  let native: NativeFrame
  let ink: JPEGInk

  /// The picture in R'G'B' by `conversion`; by `nil`, or where that knows no way, with the tags `color`, and each
  /// component is (1 − its ink) · (1 − black).
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) for components that are not read.
  func picture(by conversion: ProfileConversion?, orWith color: ColorTags, pixelAspect: Rational)
    throws -> FrameBuffer
  {
    let planes = try components()
    let input = ColorTransform.Layout(space: .cmyk, bytes: 1)
    let format = conversion?.format(for: .rgb24) ?? .rgb24
    let transform = conversion?.transform(
      input, .init(space: .rgb, bytes: format.bytesPerComponent))
    let isPlain = transform == nil
    let width = native.size.width
    return FrameBuffer(
      format: isPlain ? .rgb24 : format, size: native.size,
      color: isPlain ? color : conversion?.color(for: .srgb, format) ?? color,
      pixelAspect: pixelAspect, isZeroed: false
    ) { target in
      var row = [UInt8](repeating: 0, count: 4 * width)
      for y in 0..<native.size.height {
        row.withUnsafeMutableBufferPointer { read(planes, row: y, into: $0) }
        let out = target[0].base + y * target[0].strideBytes
        if let transform {
          row.withUnsafeBytes {
            transform.convert(
              $0.baseAddress!, stride: 4 * width, to: out, stride: 0, width: width, rows: 1)
          }
        } else {
          Self.mix(row, to: out.assumingMemoryBound(to: UInt8.self), width)
        }
      }
    }
  }

  /// The four components, each at the size of the picture.
  private func components() throws -> FrameBuffer {
    let tags = ColorTags(
      matrix: .bt601, transfer: .srgb, primaries: .bt709, range: .full, siting: .center)
    if native.pixels == AV_PIX_FMT_YUVA444P,
      let whole = FrameBuffer(wrapping: native, color: tags)
    {
      return whole
    }
    return try PictureConverter.convert(
      native, color: tags, to: .yuv444(alpha: true), size: native.size, target: tags)
  }

  /// Puts the ink of row `y` into `row`, pixel after pixel, 255 for all of it.
  private func read(
    _ picture: FrameBuffer, row y: Int, into row: UnsafeMutableBufferPointer<UInt8>
  ) {
    let lines = picture.planes.map {
      ($0.base + y * $0.strideBytes).assumingMemoryBound(to: UInt8.self)
    }
    let flip: UInt8 = ink.isInverted ? 255 : 0
    for x in 0..<native.size.width {
      let (first, second, third) = (lines[0][x], lines[1][x], lines[2][x])
      if ink.isYCCK {
        (row[4 * x], row[4 * x + 1], row[4 * x + 2]) = Self.colors(first, second, third)
      } else {
        (row[4 * x], row[4 * x + 1], row[4 * x + 2]) = (first ^ flip, second ^ flip, third ^ flip)
      }
      row[4 * x + 3] = lines[3][x] ^ flip
    }
  }

  /// R'G'B' of JPEG's Y'CbCr (BT.601, full range). Where Adobe stores YCCK, that is the ink: stored are the differences
  /// of its opposite, inverted once more.
  private static func colors(_ y: UInt8, _ cb: UInt8, _ cr: UInt8) -> (UInt8, UInt8, UInt8) {
    let (y, cb, cr) = (Float(y), Float(cb) - 128, Float(cr) - 128)
    func code(_ value: Float) -> UInt8 { UInt8(min(255, max(0, value + 0.5))) }
    return (
      code(y + 1.402 * cr), code(y - 0.344_136 * cb - 0.714_136 * cr), code(y + 1.772 * cb)
    )
  }

  private static func mix(_ row: [UInt8], to out: UnsafeMutablePointer<UInt8>, _ width: Int) {
    for x in 0..<width {
      let white = 255 - Int(row[4 * x + 3])
      for part in 0..<3 {
        out[3 * x + part] = UInt8(((255 - Int(row[4 * x + part])) * white + 127) / 255)
      }
    }
  }
}
