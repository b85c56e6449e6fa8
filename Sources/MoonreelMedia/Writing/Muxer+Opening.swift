// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

extension Muxer {
  /// Lets the muxer open one file by itself: that which it writes, to read it again.
  ///
  /// libav's muxer of MPEG-4 does so to move its index to the front. Others write playlists, segments or
  /// keys beside their file; whatever an option may ask for, they get nothing here.
  func closeTheWayOut() {
    context.pointee.opaque = Unmanaged.passUnretained(io).toOpaque()
    context.pointee.io_open = { context, output, url, flags, _ in
      guard let context, let output, let url, let opaque = context.pointee.opaque else {
        return MR_EACCES
      }
      let io = Unmanaged<MuxerIO>.fromOpaque(opaque).takeUnretainedValue()
      guard io.file.partialPath.map({ "file:\($0)" }) == String(cString: url),
        flags & AVIO_FLAG_WRITE == 0
      else {
        io.refuse(String(cString: url))
        return MR_EACCES
      }
      var settings = Libav.dictionary([("protocol_whitelist", "file")])
      defer { av_dict_free(&settings) }
      return avio_open2(
        output, url, AVIO_FLAG_READ, &context.pointee.interrupt_callback, &settings)
    }
  }
}
