// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

extension FormatContext {
  /// Lets libav find out about the streams, for which it decodes pictures, but none of more than `limit`
  /// pixels.
  ///
  /// - Returns: 0, or libav's error.
  /// - Throws: `MoonreelError` (`limitExceeded`) for a stream of larger pictures; covers, which are not read,
  ///   are passed over.
  func findStreams(limit: Int) throws -> Int32 {
    var (width, height): (Int32, Int32) = (0, 0)
    _ = mr_take_refused_size(&width, &height)
    var options = (0..<streamCount).map { _ in Libav.dictionary([("max_pixels", "\(limit)")]) }
    let code = avformat_find_stream_info(context, &options)
    for index in options.indices { av_dict_free(&options[index]) }
    let isRefused = mr_take_refused_size(&width, &height) != 0
    for index in 0..<streamCount {
      let stream = stream(index)
      let parameters = stream.pointee.codecpar.pointee
      guard parameters.codec_type == AVMEDIA_TYPE_VIDEO,
        stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
      else { continue }
      let stated = PixelSize(Int(parameters.width), Int(parameters.height))
      // A decoder that refused its first picture has no size.
      let size = stated.width == 0 && isRefused ? PixelSize(Int(width), Int(height)) : stated
      guard PictureLimit.allows(size, limit: limit) else {
        throw PictureLimit.error("Cannot open '\(path)'", size: size, limit: limit)
      }
    }
    return code
  }
}
