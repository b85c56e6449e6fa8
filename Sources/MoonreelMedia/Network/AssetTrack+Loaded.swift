// SPDX-License-Identifier: MIT

import MoonreelCore

extension AssetTrack {
  /// The stretches of time, on the track's own clock, that can be read without waiting for a server: all where its file lies
  /// on this machine; else what this run or an earlier one has got. No server is asked, and nothing is known of what this run
  /// has not opened. Before the track's first moment and after its last one nothing has to be got.
  ///
  /// Costs a look at the disk for every 4 MiB of the file.
  package func loadedRanges(gate: FileGate) -> [TimeRange] {
    guard path.contains("://"), let url = try? InputSource(path: path, gate: gate).url,
      case .network = try? Address(url)
    else { return [.all] }
    guard let bytes = gate.remote.stream(at: url) else { return [] }
    let kept = bytes.keptRanges
    if kept == [0..<bytes.count] { return [.all] }
    guard video?.isStillImage != true,
      let index = IndexCache.known(of: bytes, gaps: gapPolicy)?.streams[streamIndex]
    else { return [] }
    return index.loadedRanges(kept)
  }
}

extension StreamIndex {
  /// The stretches that can be decoded where no more than the bytes `kept` are there, in order: the first moment lasts from
  /// all time before, the last one for ever. What decoders read ahead is not counted.
  func loadedRanges(_ kept: [Range<Int64>]) -> [TimeRange] {
    // How many packets before each are missing.
    var missing = [0]
    missing.reserveCapacity(entries.count + 1)
    for entry in entries {
      missing.append(missing[missing.count - 1] + (Self.holds(kept, entry) ? 0 : 1))
    }
    let isLoaded = { (first: Int, last: Int) in missing[last + 1] == missing[first] }
    let moments: [(time: Time, isLoaded: Bool)] =
      slots.isEmpty
      ? entries.indices.compactMap { ordinal in
        time(of: entries[ordinal].presentation).map { ($0, isLoaded(ordinal, ordinal)) }
      }.sorted { $0.time < $1.time }
      : slots.map { ($0.time, isLoaded(syncPoint(for: $0.ordinal), $0.ordinal)) }
    var ranges: [TimeRange] = []
    for (number, moment) in moments.enumerated() where moment.isLoaded {
      let start = number == 0 ? .distantPast : moment.time
      let end = number + 1 < moments.count ? moments[number + 1].time : .distantFuture
      if let last = ranges.last, last.end == start {
        ranges[ranges.count - 1] = TimeRange(start: last.start, end: end)
      } else {
        ranges.append(TimeRange(start: start, end: end))
      }
    }
    return ranges
  }

  private static func holds(_ kept: [Range<Int64>], _ entry: PacketEntry) -> Bool {
    let (end, isTooFar) = entry.position.addingReportingOverflow(Int64(max(0, entry.size)))
    guard entry.position >= 0, !isTooFar else { return false }
    let next = kept.partitioningIndex { $0.upperBound >= end }
    return next < kept.count && kept[next].lowerBound <= entry.position
  }
}
