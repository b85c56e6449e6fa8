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

  /// When the last whole packet of `index` ends.
  static func end(of index: StreamIndex, slots: [StreamIndex.Slot]) -> Time {
    let ends = index.entries.compactMap { entry in
      index.time(of: entry.presentation).map { $0 + index.duration(of: entry.duration) }
    }
    return ends.max() ?? slots.last?.time ?? .zero
  }
}
