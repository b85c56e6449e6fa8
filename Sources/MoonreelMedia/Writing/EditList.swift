// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// A track's edit list as it stands in the file (`elst`; ISO/IEC 14496-12, 8.6.6).
struct EditList {
  private struct Entry {
    /// In units of the movie's timescale.
    var duration: Int64
    /// In units of the media's timescale; -1: nothing is shown.
    var mediaTime: Int64
  }

  private var entries: [Entry] = []
  /// The track's duration in units of the movie's timescale.
  var duration: UInt64 { entries.reduce(0) { $0 + UInt64($1.duration) } }

  /// The edits of `layout`, with empty ones where nothing is shown between them.
  init(_ layout: PacketLayout, origin: Int64, mediaTimescale: Int64, movieTimescale: Int64) {
    var reached: Int64 = 0
    for edit in layout.edits {
      let start = edit.shown.start.value(timescale: movieTimescale)
      let end = edit.shown.end.value(timescale: movieTimescale)
      if start > reached { entries.append(Entry(duration: start - reached, mediaTime: -1)) }
      let unit = layout.timeBase
      let media = av_rescale(
        edit.mediaStart - origin, unit.numerator * mediaTimescale, unit.denominator)
      entries.append(Entry(duration: end - max(start, reached), mediaTime: max(media, 0)))
      reached = max(end, reached)
    }
  }

  /// The list as a box.
  var box: MovieBox {
    let isLong = entries.contains { max($0.duration, $0.mediaTime) > Int64(Int32.max) }
    let width = isLong ? 8 : 4
    var payload: [UInt8] = [isLong ? 1 : 0, 0, 0, 0]
    payload.appendBigEndian(UInt64(entries.count), byteCount: 4)
    for entry in entries {
      payload.appendBigEndian(UInt64(entry.duration), byteCount: width)
      payload.appendBigEndian(UInt64(bitPattern: entry.mediaTime), byteCount: width)
      payload.appendBigEndian(1 << 16, byteCount: 4)
    }
    return MovieBox(type: "elst", payload: payload)
  }
}
