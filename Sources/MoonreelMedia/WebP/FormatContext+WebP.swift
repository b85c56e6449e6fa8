// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

extension FormatContext {
  /// The animation in the file that `context` has just opened; `nil` where it is none.
  ///
  /// - Throws: `MoonreelError`: `unsupportedFormat` where it cannot be drawn, `limitExceeded` where it
  ///   is too large.
  static func animation(
    in context: UnsafeMutablePointer<AVFormatContext>, path: String, limit: Int
  ) throws -> WebPAnimation? {
    guard String(cString: context.pointee.iformat.pointee.name) == "webp_pipe",
      let file = context.pointee.pb, WebPChunks.isAnimation(try read(file, upTo: 32, path))
    else { return nil }
    return try WebPAnimation(try read(file, upTo: 1 << 30, path), path: path, limit: limit)
  }

  /// The bytes of `file` from its beginning, leaving it there.
  private static func read(
    _ file: UnsafeMutablePointer<AVIOContext>, upTo limit: Int, _ path: String
  ) throws -> [UInt8] {
    guard avio_seek(file, 0, SEEK_SET) == 0 else { return [] }
    defer { _ = avio_seek(file, 0, SEEK_SET) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: min(limit, 1 << 16))
    while true {
      let count = avio_read(file, &part, Int32(min(part.count, limit - bytes.count)))
      if count <= 0 { return bytes }
      bytes += part[..<Int(count)]
      guard bytes.count < limit || limit < 1 << 16 else {
        throw MoonreelError(
          .limitExceeded,
          "Cannot open '\(path)': an animated WebP may have at most \(limit >> 20) MiB.")
      }
      if bytes.count >= limit { return bytes }
    }
  }

  /// Opens the raw pictures of `animation`.
  static func open(
    _ animation: WebPAnimation, _ path: String
  ) throws -> UnsafeMutablePointer<AVFormatContext> {
    var open = avformat_alloc_context()
    open?.pointee.pb = animation.pointer
    open?.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    var options = Libav.dictionary([
      ("video_size", "\(animation.size.width)x\(animation.size.height)"),
      ("pixel_format", animation.pixelFormatName), ("framerate", "25"),
    ])
    defer { av_dict_free(&options) }
    let code = avformat_open_input(&open, "", av_find_input_format("rawvideo"), &options)
    guard code >= 0, let open else {
      throw MoonreelError(
        .unsupportedFormat, "Cannot open '\(path)': libav does not accept its pictures.",
        cause: Libav.cause(code))
    }
    return open
  }
}
