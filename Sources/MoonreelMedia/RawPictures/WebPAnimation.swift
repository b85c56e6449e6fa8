// SPDX-License-Identifier: MIT

import CFFmpeg
import CWebP
import MoonreelCore

/// An animated WebP, which libav 5.1 does not decode, drawn by libwebp.
///
/// Pictures build on those before them. Reading on costs one picture; going back starts at the first.
/// Two canvases are held, and the file's own bytes.
final class WebPAnimation: RawPictures {
  let formatName = "webp"
  let turn = AffineTransform.identity
  /// libwebp draws straight alpha.
  let isPremultiplied = false
  /// The canvas.
  let size: PixelSize
  let profile: [UInt8]?
  /// Whether pictures may be transparent.
  let hasAlpha: Bool
  /// What each picture lasts, in milliseconds.
  let durations: [Int]
  /// Why the file holds less than it should; `nil` where it is whole.
  let damage: String?

  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let decoder: OpaquePointer
  /// The picture that the decoder draws next.
  private var next = 0
  private var canvas: UnsafeMutablePointer<UInt8>?

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
    let file = StillInspector(bytes: contents)
    profile = file.first { name, _ in name == "ICCP" }.map { Array(contents[$0]) }
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
    WebPAnimDecoderDelete(decoder)
    bytes.deallocate()
  }

  /// The bytes of the file.
  var byteCount: Int { bytes.count }
  /// The bytes of one raw picture.
  var frameBytes: Int { size.width * size.height * 4 }

  /// libav's name of the raw pictures' format.
  var pixelFormatName: String { hasAlpha ? "rgba" : "rgb0" }

  /// Without a profile a WebP says nothing of its colours: it is sRGB.
  func tag(_ parameters: UnsafeMutablePointer<AVCodecParameters>) {}

  private static func unreadable(_ path: String) -> MoonreelError {
    MoonreelError(
      .unsupportedFormat,
      "Cannot open '\(path)': it is an animated WebP without a whole picture; it is damaged or cut off."
    )
  }

  /// The pixels of picture `number`, valid until another is asked for; `nil` where it is damaged.
  func picture(_ number: Int) -> UnsafePointer<UInt8>? {
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
    return canvas.map { UnsafePointer($0) }
  }
}
