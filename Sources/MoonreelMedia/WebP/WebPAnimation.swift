// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import CWebP
import Glibc
import MoonreelCore

/// An animated WebP, which libav 5.1 does not decode, dressed as a file of raw pictures one after the
/// other: libav asks for bytes, and libwebp draws the picture they belong to.
///
/// Pictures build on those before them. Reading on costs one picture; going back starts at the first.
/// Two canvases are held, and the file's own bytes.
final class WebPAnimation {
  /// The canvas.
  let size: PixelSize
  /// Whether pictures may be transparent.
  let hasAlpha: Bool
  /// What each picture lasts, in milliseconds.
  let durations: [Int]
  /// Why the file holds less than it should; `nil` where it is whole.
  let damage: String?
  /// libav's reader of the raw pictures.
  private(set) var pointer: UnsafeMutablePointer<AVIOContext>?

  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let decoder: OpaquePointer
  /// The picture that the decoder draws next.
  private var next = 0
  private var canvas: UnsafeMutablePointer<UInt8>?
  private var position: Int64 = 0

  private static let bufferBytes = 1 << 16

  /// The animation in `contents`, the bytes of a WebP file.
  ///
  /// - Throws: `MoonreelError`: `unsupportedFormat` where no picture can be drawn, `limitExceeded` for
  ///   a canvas of more than `limit` pixels.
  init(_ contents: [UInt8], path: String, limit: Int = PictureLimit.usual) throws {
    let all = WebPChunks(contents)
    (size, hasAlpha) = (all.canvas, all.hasAlpha)
    guard PictureLimit.allows(size, limit: limit) else {
      throw PictureLimit.error("Cannot open '\(path)'", size: size, limit: limit)
    }
    guard let (chunks, bytes, decoder) = Self.open(all) else { throw Self.unreadable(path) }
    (self.bytes, self.decoder) = (bytes, decoder)
    (durations, damage) = (chunks.durations, chunks.damage)
    try makePointer(path)
  }

  /// A decoder for as many of the first pictures as libwebp takes, found by halving; `nil` for none.
  private static func open(
    _ chunks: WebPChunks
  ) -> (WebPChunks, UnsafeMutableBufferPointer<UInt8>, OpaquePointer)? {
    guard !chunks.durations.isEmpty else { return nil }
    if let (bytes, decoder) = decoder(chunks) { return (chunks, bytes, decoder) }
    var (low, high) = (0, chunks.durations.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if let (bytes, decoder) = decoder(chunks.keeping(middle)) {
        WebPAnimDecoderDelete(decoder)
        bytes.deallocate()
        low = middle
      } else {
        high = middle
      }
    }
    let part = chunks.keeping(low)
    guard low > 0, let (bytes, decoder) = decoder(part) else { return nil }
    return (part, bytes, decoder)
  }

  private static func decoder(
    _ chunks: WebPChunks
  ) -> (UnsafeMutableBufferPointer<UInt8>, OpaquePointer)? {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: chunks.whole.count)
    _ = bytes.initialize(from: chunks.whole)
    var data = WebPData(bytes: bytes.baseAddress, size: bytes.count)
    var options = WebPAnimDecoderOptions()
    WebPAnimDecoderOptionsInit(&options)
    options.color_mode = MODE_RGBA
    guard let decoder = WebPAnimDecoderNew(&data, &options) else {
      bytes.deallocate()
      return nil
    }
    return (bytes, decoder)
  }

  deinit {
    if pointer != nil {
      av_freep(&pointer!.pointee.buffer)
      avio_context_free(&pointer)
    }
    WebPAnimDecoderDelete(decoder)
    bytes.deallocate()
  }

  /// The bytes of the file.
  var byteCount: Int { bytes.count }
  /// The bytes of one raw picture.
  var frameBytes: Int { size.width * size.height * 4 }
  /// The bytes of all raw pictures.
  private var totalBytes: Int64 { Int64(frameBytes) * Int64(durations.count) }

  /// libav's name of the raw pictures' format.
  var pixelFormatName: String { hasAlpha ? "rgba" : "rgb0" }

  /// Each picture as a packet: when it begins, and that reading may begin with it.
  var index: MediaIndex {
    let timeBase = Rational(1, 1000)
    var start: Int64 = 0
    let entries = durations.enumerated().map { number, duration in
      defer { start += Int64(duration) }
      return PacketEntry(
        presentation: start, decoding: start, duration: Int64(duration),
        position: Int64(number) * Int64(frameBytes), size: Int32(frameBytes), isKeyFrame: true,
        isDiscarded: false)
    }
    let bare = StreamIndex(
      entries: entries, timeBase: timeBase, presentationZero: .zero, slots: [], syncPoints: [0],
      brokenAt: nil)
    let slots = entries.enumerated().map { number, entry in
      StreamIndex.Slot(time: bare.duration(of: entry.presentation), ordinal: number)
    }
    let stream = StreamIndex(
      entries: entries, timeBase: timeBase, presentationZero: .zero, slots: slots,
      syncPoints: Array(entries.indices),
      brokenAt: damage == nil ? nil : bare.duration(of: start))
    return MediaIndex(streams: [0: stream], damage: damage)
  }

  private static func unreadable(_ path: String) -> MoonreelError {
    MoonreelError(
      .unsupportedFormat,
      "Cannot open '\(path)': it is an animated WebP without a whole picture; it is damaged or cut off."
    )
  }

  // MARK: What libav reads

  private func makePointer(_ path: String) throws {
    let buffer = av_malloc(Self.bufferBytes)?.assumingMemoryBound(to: UInt8.self)
    pointer = avio_alloc_context(
      buffer, Int32(Self.bufferBytes), 0, Unmanaged.passUnretained(self).toOpaque(),
      { opaque, bytes, count in WebPAnimation.from(opaque).read(bytes, Int(count)) }, nil,
      { opaque, offset, whence in WebPAnimation.from(opaque).seek(offset, whence) })
    guard pointer != nil else {
      av_free(buffer)
      throw MoonreelError(.limitExceeded, "Cannot open '\(path)': out of memory.")
    }
  }

  private static func from(_ opaque: UnsafeMutableRawPointer?) -> WebPAnimation {
    Unmanaged<WebPAnimation>.fromOpaque(opaque!).takeUnretainedValue()
  }

  private func read(_ target: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int32 {
    guard let target, position < totalBytes else { return MR_EOF }
    let number = Int(position) / frameBytes
    let offset = Int(position) % frameBytes
    guard let canvas = picture(number) else { return MR_INVALID_DATA }
    let length = min(count, frameBytes - offset)
    target.update(from: canvas + offset, count: length)
    position += Int64(length)
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

  /// The pixels of picture `number`, valid until another is asked for; `nil` where it is damaged.
  private func picture(_ number: Int) -> UnsafeMutablePointer<UInt8>? {
    if number < next - 1 || (number == next - 1 && canvas == nil) {
      WebPAnimDecoderReset(decoder)
      (next, canvas) = (0, nil)
    }
    while next <= number {
      var time: Int32 = 0
      guard WebPAnimDecoderGetNext(decoder, &canvas, &time) != 0 else {
        canvas = nil
        return nil
      }
      next += 1
    }
    return canvas
  }
}
