// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import Glibc
import MoonreelCore

/// The file of raw pictures that libav reads: it asks for bytes, and gets those of the picture which they
/// belong to.
final class RawPictureFile {
  /// What draws the pictures.
  let pictures: any RawPictures
  private var pointer: UnsafeMutablePointer<AVIOContext>?
  private var position: Int64 = 0

  private static let bufferBytes = 1 << 16

  /// The file of `pictures`, which were read from `path`.
  init(_ pictures: any RawPictures, path: String) throws {
    self.pictures = pictures
    let buffer = av_malloc(Self.bufferBytes)?.assumingMemoryBound(to: UInt8.self)
    pointer = avio_alloc_context(
      // holds: a number of ours.
      buffer, Int32(Self.bufferBytes), 0, Unmanaged.passUnretained(self).toOpaque(),
      { opaque, bytes, count in RawPictureFile.from(opaque).read(bytes, Int(count)) }, nil,
      { opaque, offset, whence in RawPictureFile.from(opaque).seek(offset, whence) })
    guard pointer != nil else {
      av_free(buffer)
      throw MoonreelError(.limitExceeded, "Cannot open '\(path)': out of memory.")
    }
  }

  deinit {
    if pointer != nil {
      // holds: it was given to libav by us.
      av_freep(&pointer!.pointee.buffer)
      avio_context_free(&pointer)
    }
  }

  /// libav's context of the raw pictures, which must not outlive `self`.
  func open(_ path: String) throws -> UnsafeMutablePointer<AVFormatContext> {
    var open = avformat_alloc_context()
    open?.pointee.pb = pointer
    open?.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    var options = Libav.dictionary([
      ("video_size", "\(pictures.size.width)x\(pictures.size.height)"),
      ("pixel_format", pictures.pixelFormatName), ("framerate", "25"),
    ])
    defer { av_dict_free(&options) }
    let code = avformat_open_input(&open, "", av_find_input_format("rawvideo"), &options)
    guard code >= 0, let open else {
      throw MoonreelError(
        .unsupportedFormat, "Cannot open '\(path)': libav does not take its pictures.",
        libav: code)
    }
    return open
  }

  /// The bytes of all raw pictures.
  private var totalBytes: Int64 { Int64(pictures.frameBytes) * Int64(pictures.durations.count) }

  private static func from(_ opaque: UnsafeMutableRawPointer?) -> RawPictureFile {
    // holds: it was given to libav by us.
    Unmanaged<RawPictureFile>.fromOpaque(opaque!).takeUnretainedValue()
  }

  private func read(_ target: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int32 {
    guard let target, position < totalBytes else { return MR_EOF }
    let number = Int(position) / pictures.frameBytes
    let offset = Int(position) % pictures.frameBytes
    guard let pixels = pictures.picture(number) else { return MR_INVALID_DATA }
    let length = min(count, pictures.frameBytes - offset)
    target.update(from: pixels + offset, count: length)
    position += Int64(length)
    // holds: libav asks for no more.
    return Int32(length)
  }

  private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
    switch whence & ~Int32(AVSEEK_FORCE) {
    case AVSEEK_SIZE: return totalBytes
    case SEEK_CUR: position += offset
    case SEEK_END: position = totalBytes + offset
    default: position = offset
    }
    position = max(0, min(totalBytes, position))
    return position
  }
}
