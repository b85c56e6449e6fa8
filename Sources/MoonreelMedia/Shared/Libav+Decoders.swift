// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

extension Libav {
  /// Opens `codec` for `stream`, set up by `configure` between copying the parameters and opening; the
  /// caller frees what it gets.
  ///
  /// - Parameters:
  ///   - what: what cannot be decoded when this fails, such as `"the sound of 'a.mov'"`.
  ///   - object: how the sentence about a refusal calls it.
  ///   - pixelLimit: the most pixels of a picture.
  /// - Throws: `MoonreelError` (`unsupportedFormat`) where libav has no decoder or it refuses.
  static func openDecoder(
    _ codec: UnsafePointer<AVCodec>?, for stream: UnsafeMutablePointer<AVStream>, what: String,
    object: String = "it", pixelLimit: Int = PictureLimit.usual,
    configure: (UnsafeMutablePointer<AVCodecContext>) -> Void
  ) throws -> UnsafeMutablePointer<AVCodecContext> {
    let parameters = stream.pointee.codecpar!
    guard let codec, let context = avcodec_alloc_context3(codec) else {
      let name = String(cString: avcodec_get_name(parameters.pointee.codec_id))
      throw MoonreelError(
        .unsupportedFormat,
        "Cannot decode \(what): this build of libav has no decoder for '\(name)'.")
    }
    avcodec_parameters_to_context(context, parameters)
    context.pointee.max_pixels = Int64(pixelLimit)
    configure(context)
    let code = avcodec_open2(context, codec, nil)
    guard code >= 0 else {
      var refused: UnsafeMutablePointer<AVCodecContext>? = context
      avcodec_free_context(&refused)
      throw MoonreelError(
        .unsupportedFormat, "Cannot decode \(what): the decoder does not accept \(object).",
        libav: code)
    }
    return context
  }
}
