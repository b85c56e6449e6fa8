// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Tells whether a file ends before it says it does.
enum Truncation {
  /// Whether the container's own table lists more packets than the file holds.
  static func isCutShort(
    _ entries: [PacketEntry], _ stream: UnsafeMutablePointer<AVStream>, _ format: FormatContext
  ) -> Bool {
    guard format.formatName.hasPrefix("mov"),
      stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
    else { return false }
    let listed = Int(avformat_index_get_entries_count(stream))
    return listed > entries.count && !entries.isEmpty
  }

  /// The end of the stream as an MP4 or MOV file states it.
  static func claimedEnd(
    of stream: UnsafeMutablePointer<AVStream>, _ index: StreamIndex, _ format: FormatContext
  ) -> Time? {
    guard format.formatName.hasPrefix("mov"), stream.pointee.duration > 0,
      stream.pointee.start_time != MR_NO_TIME
    else { return nil }
    return index.time(of: stream.pointee.start_time &+ stream.pointee.duration)
  }

  /// When the stream ends as a Matroska file tags it (`DURATION`), which tells how long a last frame
  /// without a length of its own stays.
  static func statedLength(
    of stream: UnsafeMutablePointer<AVStream>, _ format: FormatContext
  ) -> Time? {
    guard format.formatName.hasPrefix("matroska"),
      let text = Prober.tags(stream.pointee.metadata)["duration"]
    else { return nil }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let hours = Int64(parts[0]), let minutes = Int64(parts[1]),
      let seconds = Double(parts[2]), (0..<1000).contains(hours), (0..<60).contains(minutes),
      (0..<60).contains(seconds)
    else { return nil }
    return try? Time(seconds: Double(hours * 3600 + minutes * 60) + seconds)
  }

  /// When the last whole packet of `index` ends.
  static func end(of index: StreamIndex, slots: [StreamIndex.Slot]) -> Time {
    let ends = index.entries.compactMap { entry in
      index.time(of: entry.presentation).map { $0 + index.duration(of: entry.duration) }
    }
    return ends.max() ?? slots.last?.time ?? .zero
  }
}
