// SPDX-License-Identifier: MIT

import CFFmpeg

/// Which of libav's demuxers may open a file.
enum Demuxers {
  /// Formats that name other files or run programs, and open them past the gate; and SVG, which only the drawing
  /// worker draws.
  private static let refused: Set<String> = [
    "avisynth", "vapoursynth", "concat", "dash", "imf", "rtp", "rtsp", "sap", "sdp", "vobsub",
    "lavfi", "ffmetadata", "svg_pipe", "libopenmpt", "libgme",
  ]

  /// The kinds of files that pieces of streams are (RFC 8216, section 3), as libav's `format_whitelist` wants them.
  static let pieces = "mpegts,mov,mp4,aac,mp3,ac3,eac3"

  /// The names of all allowed demuxers, as libav's `format_whitelist` wants them.
  static let whitelist: String = {
    var names: [String] = []
    var state: UnsafeMutableRawPointer?
    while let format = av_demuxer_iterate(&state) {
      let name = String(cString: format.pointee.name)
      let parts = name.split(separator: ",").map(String.init)
      let readsNoFile = format.pointee.flags & AVFMT_NOFILE != 0 && name != "image2"
      if readsNoFile || parts.contains(where: refused.contains) { continue }
      names += parts
    }
    return names.joined(separator: ",")
  }()
}
