// SPDX-License-Identifier: MIT

import MoonreelCore

/// Brings frames into the form that an encoder was opened for.
enum FramePreparation {
  /// `frame` itself where it fits, else converted.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` for another size or premultiplied alpha,
  ///   `unsupportedFormat` where no conversion is known.
  static func prepare(_ frame: FrameBuffer, for encoding: VideoEncoding) throws -> FrameBuffer {
    guard frame.size == encoding.size else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot encode a picture of \(frame.size): the output's size is \(encoding.size).")
    }
    let palette = encoding.codec.traits.stores.palette
    let keepsAlpha = (palette ?? encoding.format).hasAlpha
    if frame.format.hasAlpha, keepsAlpha, frame.alphaMode == .premultiplied {
      throw MoonreelError(
        .invalidArgument,
        "Cannot encode a picture with premultiplied alpha: files store straight alpha.")
    }
    let format = palette ?? encoding.format
    let ready =
      fits(frame, format, encoding.color)
      ? frame : try PictureConverter.convert(frame, to: format, color: encoding.color)
    return encoding.codec == .exr && format.hasAlpha ? premultiplied(ready) : ready
  }

  /// `frame`, planes G, B, R, A of floats, with colour multiplied by alpha, as OpenEXR has it.
  private static func premultiplied(_ frame: FrameBuffer) -> FrameBuffer {
    FrameBuffer(
      format: frame.format, size: frame.size, color: frame.color, pixelAspect: frame.pixelAspect,
      alphaMode: .premultiplied
    ) { planes in
      func row(_ plane: FrameBuffer.Plane, _ y: Int) -> UnsafeMutablePointer<Float> {
        (plane.base + y * plane.strideBytes).assumingMemoryBound(to: Float.self)
      }
      for y in 0..<frame.size.height {
        let alpha = row(frame.planes[3], y)
        for index in 0..<4 {
          let (from, to) = (row(frame.planes[index], y), row(planes[index], y))
          for x in 0..<frame.size.width { to[x] = index == 3 ? alpha[x] : from[x] * alpha[x] }
        }
      }
    }
  }

  private static func fits(
    _ frame: FrameBuffer, _ format: PixelFormat, _ color: ColorTags
  ) -> Bool {
    guard frame.format == format, frame.color.range == color.range else { return false }
    return format.family != .yuv || frame.color.matrix == color.matrix
  }
}
