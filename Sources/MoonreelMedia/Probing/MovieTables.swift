// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// The packets of an MP4 or MOV file as its own tables list them: nothing of the media is read but a few packets
/// at the beginning, with which the tables are compared. Where they do not agree to the last number, or the file
/// is of another kind (fragmented, with sound whose packets have to be looked into), the file is read through.
struct MovieTables {
  /// The packets by stream.
  private(set) var gatherings: [Int: PacketScan.Gathering] = [:]
  private let format: FormatContext

  /// How many packets of each stream are compared, and how many are read for that at most.
  private static let (trial, most) = (8, 2000)

  /// What the tables of the file that `format` has open at its beginning say; `nil` where it has to be read.
  /// `format` is then at an unknown place.
  ///
  /// - Throws: `MoonreelError` where reading was stopped.
  init?(_ format: FormatContext) throws {
    self.format = format
    guard format.formatName.hasPrefix("mov,"), format.streamCount > 0,
      let offsets = CompositionOffsets(of: format)
    else { return nil }
    let wanted = (0..<format.streamCount).map { index in
      min(Self.trial, Int(avformat_index_get_entries_count(format.stream(index))))
    }
    let read = try PacketScan.gather(format, atMost: Self.most) { found in
      wanted.enumerated().allSatisfy { index, count in
        found[index]?.entries.count ?? 0 >= count && found[index]?.pendingSkip ?? 0 == 0
      }
    }
    for index in 0..<format.streamCount {
      guard let found = listed(index, offsets, read[index]) else { return nil }
      gatherings[index] = found
    }
  }

  /// The packets of stream `index`, which agree with those in `read`; `nil` where they do not.
  private func listed(
    _ index: Int, _ offsets: CompositionOffsets, _ read: PacketScan.Gathering?
  ) -> PacketScan.Gathering? {
    let stream = format.stream(index)
    let result = PacketScan.Gathering(stream)
    let count = Int(avformat_index_get_entries_count(stream))
    guard count > 0 else { return read == nil ? result : nil }
    guard let read, let first = read.entries.first, let size = format.byteCount,
      canCount(stream)
    else { return nil }
    let track = Int(stream.pointee.id)
    guard let offset = offsets.offset(of: first.position, track: track) else { return nil }
    let shift = first.presentation - first.decoding - Int64(offset)
    result.entries.reserveCapacity(count)
    for number in 0..<count {
      var listed = mr_index_entry(), next = mr_index_entry()
      guard mr_get_index_entry(stream, Int32(number), &listed) != 0,
        let offset = offsets.offset(of: listed.position, track: track),
        listed.position >= 0, listed.position + Int64(listed.size) <= size
      else { return nil }
      let end =
        mr_get_index_entry(stream, Int32(number + 1), &next) != 0
        ? next.timestamp : stream.pointee.duration
      let listedDuration = offsets.hasOffsets(track) ? first.duration : end - listed.timestamp
      let duration =
        listedDuration > 0
        ? listedDuration : result.meter?.duration(ofSize: listed.size) ?? first.duration
      let entry = PacketEntry(
        presentation: listed.timestamp + shift + Int64(offset), decoding: listed.timestamp,
        duration: duration, position: listed.position, size: listed.size,
        isKeyFrame: listed.isKeyFrame != 0, isDiscarded: listed.isDiscarded != 0)
      if number < read.entries.count, entry != read.entries[number] { return nil }
      result.entries.append(entry)
      guard let meter = result.meter else { continue }
      let samples = meter.sampleCount(ofSize: listed.size, duration: entry.duration)
      if number < read.counts.count, samples != read.counts[number] { return nil }
      result.counts.append(samples)
      if entry.isDiscarded { result.trims[number] = .init(start: Int(samples), end: 0) }
    }
    for (ordinal, trim) in read.trims { result.trims[ordinal] = trim }
    // Priming that goes on beyond what was read is not known.
    return read.pendingSkip == 0 && read.entries.count > min(2, count - 1) ? result : nil
  }

  /// Whether the samples of sound are counted without looking into its packets.
  private func canCount(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
    let parameters = stream.pointee.codecpar.pointee
    guard parameters.codec_type == AVMEDIA_TYPE_AUDIO else { return true }
    return PacketDurationMeter.countsBySize(parameters.codec_id)
  }
}

/// How much later than it is decoded each picture of a film is shown: the tables `ctts`, by the place of each
/// sample in the file (ISO/IEC 14496-12, 8.6.1.3).
struct CompositionOffsets {
  private struct Table {
    /// The places of the samples, ascending, and their offsets in the same order.
    var places: [Int64] = []
    var offsets: [Int32] = []
  }

  /// By track; tracks without a table have no entry.
  private var tables: [Int: Table] = [:]

  /// The tables of the file that `format` has open, which is left where it was; `nil` where there are none that
  /// can be read, and for films in fragments.
  init?(of format: FormatContext) {
    guard let bytes = MovieHeader.index(of: format),
      let boxes = MovieBox.parse(bytes[...]), !boxes.contains(where: { $0.type == "mvex" })
    else { return nil }
    for track in boxes where track.type == "trak" {
      guard let header = track["tkhd"], let samples = track["mdia", "minf", "stbl"] else {
        return nil
      }
      guard let times = samples["ctts"] else { continue }
      let id = Int(header.number(at: header.hasLongTimes ? 20 : 12, byteCount: 4))
      guard let places = Self.places(samples), let offsets = Self.offsets(times, places.count)
      else { return nil }
      let order = places.indices.sorted { places[$0] < places[$1] }
      tables[id] = Table(places: order.map { places[$0] }, offsets: order.map { offsets[$0] })
    }
  }

  /// Whether pictures of `track` are shown later than they are decoded.
  func hasOffsets(_ track: Int) -> Bool { tables[track] != nil }

  /// The offset of the sample of `track` that lies at `place`; `nil` where none does.
  func offset(of place: Int64, track: Int) -> Int32? {
    guard let table = tables[track] else { return 0 }
    let found = table.places.partitioningIndex { $0 >= place }
    guard found < table.places.count, table.places[found] == place else { return nil }
    return table.offsets[found]
  }

  private static func offsets(_ box: MovieBox, _ count: Int) -> [Int32]? {
    var result: [Int32] = []
    result.reserveCapacity(count)
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
  private static func places(_ samples: MovieBox) -> [Int64]? {
    guard let sizes = samples["stsz"], let runs = samples["stsc"],
      let chunks = samples["co64"] ?? samples["stco"]
    else { return nil }
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
      for chunk in first..<next {
        var place = Int64(
          clamping: chunks.number(at: 8 + (chunk - 1) * width, byteCount: width))
        for _ in 0..<each {
          guard result.count < count else { return nil }
          let at = 12 + result.count * 4
          result.append(place)
          place += fixed > 0 ? fixed : Int64(sizes.number(at: at, byteCount: 4))
        }
      }
    }
    return result.count == count ? result : nil
  }
}
