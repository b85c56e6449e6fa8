// SPDX-License-Identifier: MIT

import MoonreelCore

/// How much later than it is decoded each picture of a film is shown: the tables `ctts` (ISO/IEC 14496-12,
/// 8.6.1.3).
struct CompositionOffsets {
  private struct Table {
    /// In the order of the track's samples.
    var offsets: [Int32]
    /// Where the samples lie, read where an edit list changes their order.
    var places: () -> [Int64]?
  }

  /// By track; tracks without a table have no entry.
  private var tables: [Int: Table] = [:]

  /// The tables in `film`, the boxes of a film's index; `nil` where there are none that can be read.
  init?(_ source: any ByteSource, film: [BoxPlace]) {
    for track in film where track.type == "trak" {
      guard let parts = track.children(source),
        let header = parts.first(where: { $0.type == "tkhd" })?.whole(source),
        let samples = track.children(source, "mdia", "minf", "stbl")
      else { return nil }
      func box(_ name: String) -> BoxPlace? { samples.first { $0.type == name } }
      guard let times = box("ctts")?.whole(source) else { continue }
      let id = Int(header.number(at: header.hasLongTimes ? 20 : 12, byteCount: 4))
      guard let count = Self.sampleCount(source, box("stsz")),
        let offsets = Self.offsets(times, count)
      else { return nil }
      tables[id] = Table(offsets: offsets) {
        guard let sizes = box("stsz")?.whole(source), let runs = box("stsc")?.whole(source),
          let chunks = (box("co64") ?? box("stco"))?.whole(source)
        else { return nil }
        return Self.places(sizes, runs, chunks)
      }
    }
  }

  /// Whether pictures of `track` are shown later than they are decoded.
  func hasOffsets(_ track: Int) -> Bool { tables[track] != nil }

  /// The offsets of the samples of `track` that lie at `positions`; `nil` where one of them lies elsewhere.
  func offsets(of positions: [Int64], track: Int) -> [Int32]? {
    guard let table = tables[track] else { return Array(repeating: 0, count: positions.count) }
    // All of them in the order of the file are the samples in their own order.
    let isInOrder = zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 }
    if isInOrder, positions.count == table.offsets.count { return table.offsets }
    guard let places = table.places(), places.count == table.offsets.count else { return nil }
    let order = places.indices.sorted { places[$0] < places[$1] }
    var result: [Int32] = []
    result.reserveCapacity(positions.count)
    for position in positions {
      let found = order.partitioningIndex { places[$0] >= position }
      guard found < order.count, places[order[found]] == position else { return nil }
      result.append(table.offsets[order[found]])
    }
    return result
  }

  /// How many samples the table of sizes has (`stsz`), of which only the head is read.
  private static func sampleCount(_ source: any ByteSource, _ box: BoxPlace?) -> Int? {
    guard let box, box.payload.count >= 12,
      let head = source.bytes(at: box.payload.lowerBound, count: 12)
    else { return nil }
    let count = Int(head[8..<12].bigEndianValue)
    return count < 1 << 28 ? count : nil
  }

  private static func offsets(_ box: MovieBox, _ count: Int) -> [Int32]? {
    var result: [Int32] = []
    result.reserveCapacity(count)
    // holds: four bytes without a sign.
    for entry in 0..<Int(box.number(at: 4, byteCount: 4)) {
      let repeats = Int(box.number(at: 8 + entry * 8, byteCount: 4))
      let offset = UInt32(truncatingIfNeeded: box.number(at: 12 + entry * 8, byteCount: 4))
      guard repeats > 0, repeats <= count - result.count else { return nil }
      result += repeatElement(Int32(bitPattern: offset), count: repeats)
    }
    return result.count == count ? result : nil
  }

  /// Where each sample lies: the chunks' places (`stco`, `co64`), how many samples each has (`stsc`), and how long
  /// those are (`stsz`).
  private static func places(_ sizes: MovieBox, _ runs: MovieBox, _ chunks: MovieBox) -> [Int64]? {
    let (fixed, count) = (
      Int64(sizes.number(at: 4, byteCount: 4)), Int(sizes.number(at: 8, byteCount: 4))
    )
    guard fixed > 0 || sizes.payload.count >= 12 + count * 4, count < 1 << 28 else { return nil }
    let width = chunks.type == "co64" ? 8 : 4
    let chunkCount = Int(chunks.number(at: 4, byteCount: 4))
    let runCount = Int(runs.number(at: 4, byteCount: 4))
    var result: [Int64] = []
    result.reserveCapacity(count)
    for run in 0..<runCount {
      let first = Int(runs.number(at: 8 + run * 12, byteCount: 4))
      let each = Int(runs.number(at: 12 + run * 12, byteCount: 4))
      let next =
        run + 1 < runCount ? Int(runs.number(at: 20 + run * 12, byteCount: 4)) : chunkCount + 1
      guard first >= 1, next > first, next <= chunkCount + 1 else { return nil }
      // holds: the guard compares them.
      for chunk in first..<next {
        var place = Int64(
          clamping: chunks.number(at: 8 + (chunk - 1) * width, byteCount: width))
        // holds: four bytes without a sign.
        for _ in 0..<each {
          guard result.count < count else { return nil }
          let at = 12 + result.count * 4
          result.append(place)
          place &+= fixed > 0 ? fixed : Int64(sizes.number(at: at, byteCount: 4))
        }
      }
    }
    return result.count == count ? result : nil
  }
}
