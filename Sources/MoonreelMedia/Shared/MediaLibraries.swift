// SPDX-License-Identifier: MIT

import CFFmpeg
import CLCMS
import CWebP

/// The libraries that read and write media, as they are loaded.
public enum MediaLibraries {
  /// Names and versions.
  public static var versions: [(name: String, version: String)] {
    [
      ("libavformat", libav(avformat_version())), ("libavcodec", libav(avcodec_version())),
      ("libavfilter", libav(avfilter_version())), ("libavutil", libav(avutil_version())),
      ("libswresample", libav(swresample_version())), ("libswscale", libav(swscale_version())),
      ("libwebp", webp(WebPGetDemuxVersion())),
      ("LittleCMS", "\(cmsGetEncodedCMMversion() / 1000).\(cmsGetEncodedCMMversion() % 1000 / 10)"),
    ]
  }

  private static func libav(_ number: UInt32) -> String {
    "\(number >> 16).\(number >> 8 & 0xFF).\(number & 0xFF)"
  }

  private static func webp(_ number: Int32) -> String {
    "\(number >> 16).\(number >> 8 & 0xFF).\(number & 0xFF)"
  }
}
