// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// A device for an encoder, and the memory on it that frames are moved to.
final class HardwareUpload {
  /// The format of frames on their way to the device.
  let stored: PixelFormat
  private let encoder: String
  private let device: HardwareDevice?
  private let kind: HardwareKind
  private var frames: UnsafeMutablePointer<AVBufferRef>?

  /// Opens the device for the encoder called `name`.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`), saying what the machine lacks.
  init(_ kind: HardwareKind, encoder name: String, stored: PixelFormat) throws {
    (self.kind, self.stored, encoder) = (kind, stored, name)
    device = try HardwareDevice.open(kind, for: .encoding(encoder: name))
  }

  deinit { av_buffer_unref(&frames) }

  /// Gives the encoder that is to be opened the device, or memory on it for frames of `size`.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`).
  func attach(to context: UnsafeMutablePointer<AVCodecContext>, size: PixelSize) throws {
    guard let device else { return }
    guard kind == .vaapi else {
      context.pointee.hw_device_ctx = av_buffer_ref(device.reference)
      return
    }
    frames = av_hwframe_ctx_alloc(device.reference)
    guard let frames, let format = stored.libavFormat else {
      throw MoonreelError(.limitExceeded, "Cannot encode with \(encoder): out of memory.")
    }
    let pool = UnsafeMutableRawPointer(frames.pointee.data)
      .assumingMemoryBound(to: AVHWFramesContext.self)
    pool.pointee.format = AV_PIX_FMT_VAAPI
    pool.pointee.sw_format = format
    (pool.pointee.width, pool.pointee.height) = (Int32(size.width), Int32(size.height))
    // What the encoder may hold back, and some that are on their way.
    pool.pointee.initial_pool_size = 20
    let code = av_hwframe_ctx_init(frames)
    guard code >= 0 else {
      throw MoonreelError(
        .encodingFailed,
        "Cannot encode with \(encoder): the device has no memory for frames of \(size) with "
          + "\(stored.bitDepth) bits.", libav: code)
    }
    context.pointee.hw_frames_ctx = av_buffer_ref(frames)
  }

  /// `picture` as the encoder takes it: for VAAPI a copy in the device's memory.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`, `unsupportedFormat`).
  func frame(for picture: FrameBuffer) throws -> PictureFrame {
    let converted =
      picture.format == stored
      ? picture : try PictureConverter.convert(picture, to: stored, color: picture.color)
    guard let format = stored.libavFormat else {
      throw MoonreelError(.unsupportedFormat, "Cannot encode with \(encoder): unknown format.")
    }
    let plain = try PictureFrame(converted, as: format)
    guard kind == .vaapi else { return plain }
    let moved = try PictureFrame(size: picture.size, format: AV_PIX_FMT_VAAPI)
    var code = av_hwframe_get_buffer(frames, moved.pointer, 0)
    if code >= 0 { code = av_hwframe_transfer_data(moved.pointer, plain.pointer, 0) }
    guard code >= 0 else {
      throw MoonreelError(
        .encodingFailed, "Cannot move a frame to the device of \(encoder).",
        libav: code)
    }
    return moved
  }
}
