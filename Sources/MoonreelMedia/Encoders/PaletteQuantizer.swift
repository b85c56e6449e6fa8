// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Turns pictures into 255 colours and transparency, for GIF.
final class PaletteQuantizer {
  private let palette: OpaquePointer

  init() {
    guard let palette = mr_palette_create() else { fatalError("out of memory") }
    self.palette = palette
  }

  deinit { mr_palette_free(palette) }

  /// `picture` (8-bit R, G, B, A in that order) as a frame of indices with its palette.
  ///
  /// - Throws: `MoonreelError` (`internalError`) without memory.
  func quantize(_ picture: FrameBuffer) throws -> PictureFrame {
    precondition(picture.format == .rgba, "pictures are made RGBA before they are quantised")
    let frame = try PictureFrame(size: picture.size, format: AV_PIX_FMT_PAL8)
    guard av_frame_get_buffer(frame.pointer, 0) >= 0,
      let indices = frame.pointer.pointee.data.0, let colors = frame.pointer.pointee.data.1
    else {
      throw MoonreelError(.limitExceeded, "Cannot make a frame of 256 colours: out of memory.")
    }
    let plane = picture.planes[0]
    withExtendedLifetime((picture, frame)) {
      mr_palette_apply(
        palette, plane.base.assumingMemoryBound(to: UInt8.self), plane.strideBytes,
        Int32(picture.size.width), Int32(picture.size.height), indices,
        Int(frame.pointer.pointee.linesize.0),
        UnsafeMutableRawPointer(colors).assumingMemoryBound(to: UInt32.self))
    }
    return frame
  }
}
