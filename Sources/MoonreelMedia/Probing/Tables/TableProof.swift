// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// Shows that a file's own tables say what reading it finds: the first packets of every stream are compared.
enum TableProof {
  /// How many packets of each stream are compared, and how many are read for that at most.
  private static let (trial, most) = (8, 2000)

  /// The first packets of the streams of `format`, of which the tables know `counts`; `nil` where the file does not
  /// have as many.
  ///
  /// - Throws: `MoonreelError` where reading was stopped.
  static func read(
    _ format: FormatContext, counts: [Int: Int]
  ) throws -> [Int: PacketScan.Gathering]? {
    let wanted = counts.mapValues { min(trial, $0) }
    func suffices(_ found: [Int: PacketScan.Gathering]) -> Bool {
      wanted.allSatisfy { index, count in
        found[index]?.entries.count ?? 0 >= count && found[index]?.pendingSkip ?? 0 == 0
      }
    }
    let read = try PacketScan.gather(format, atMost: most, until: suffices)
    // A file that has been read to its end already need not be read less.
    let isLost =
      format.isAtEnd
      && (0..<format.streamCount).contains {
        PacketDurationMeter.mayBeCutAnew(format.stream($0).pointee.codecpar.pointee.codec_id)
      }
    return suffices(read) && !isLost ? read : nil
  }
}

extension PacketScan.Gathering {
  func reserve(_ count: Int) {
    entries.reserveCapacity(count)
    if meter != nil { counts.reserveCapacity(count) }
  }

  /// Adds the packet `entry` that a table lists, the bytes of which lie in `source`; false where it is not what was
  /// read as packet `number`.
  ///
  /// - Parameter start: its first byte, where that is not its place.
  func note(
    _ entry: PacketEntry, in source: any ByteSource, at start: Int64? = nil,
    provenBy read: PacketScan.Gathering, _ number: Int
  ) -> Bool {
    if number < read.entries.count, !entry.agrees(with: read.entries[number]) { return false }
    entries.append(entry)
    guard let meter else { return true }
    guard let samples = meter.sampleCount(of: entry, in: source, at: start) else { return false }
    if number < read.counts.count, samples != read.counts[number] { return false }
    counts.append(samples)
    if entry.isDiscarded { trims[number] = .init(start: Int(samples), end: 0) }
    return true
  }
}

extension PacketEntry {
  /// Whether this is what was read. Packets that libav has read to find out about streams have no length yet.
  func agrees(with read: PacketEntry) -> Bool {
    var read = read
    if read.duration == 0 { read.duration = duration }
    return self == read
  }
}
