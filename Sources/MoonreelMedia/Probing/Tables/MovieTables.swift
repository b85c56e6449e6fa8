// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// One packet as an MP4 or MOV file lists it, in the units of its stream.
struct MovieSample {
  /// The byte at which it lies.
  var position: Int64
  var size: Int32
  var decoding: Int64
  /// How much later than it is decoded it is shown.
  var offset: Int32
  /// How long it lasts; 0 where the file does not say.
  var duration: Int64 = 0
  var isKeyFrame: Bool
  /// Whether an edit list cuts it away, though it has to be decoded.
  var isDiscarded = false
}

/// The packets of an MP4 or MOV file as its own tables, or the heads of its fragments, list them.
struct MovieTables {
  private let format: FormatContext
  private let source: any ByteSource
  /// The packets by stream.
  private let samples: [Int: [MovieSample]]
  /// When the last packet of each stream ends, where libav learns it only by reading on.
  private let ends: [Int: Int64]

  /// What the tables of the file that `format` has open say; `nil` where they cannot be understood.
  ///
  /// - Throws: `MoonreelError` where reading was stopped.
  init?(_ format: FormatContext) throws {
    guard format.streamCount > 0, let source = format.bytes,
      let film = BoxPlace.first("moov", in: source), let parts = film.children(source)
    else { return nil }
    (self.format, self.source) = (format, source)
    var samples: [Int: [MovieSample]] = [:]
    var ends: [Int: Int64] = [:]
    if parts.contains(where: { $0.type == "mvex" }) {
      let check = { try format.requireUninterrupted() }
      let start = film.payload.upperBound
      guard let fragments = try MovieFragments(source, film: parts, behind: start, check: check)
      else { return nil }
      for index in 0..<format.streamCount {
        let stream = format.stream(index)
        var found = fragments.samples[Int(stream.pointee.id)] ?? []
        if stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO {
          for number in found.indices { found[number].isKeyFrame = true }
        }
        samples[index] = found
        ends[index] = fragments.clocks[Int(stream.pointee.id)]
      }
    } else {
      let offsets = CompositionOffsets(source, film: parts)
      for index in 0..<format.streamCount {
        guard let offsets, let entries = format.listedEntries(index),
          let listed = Self.listed(entries, format.stream(index), offsets)
        else { return nil }
        samples[index] = listed
      }
    }
    (self.samples, self.ends) = (samples, ends)
  }

  /// The packets by stream, having been compared with the first ones that libav reads from `format`, which is then
  /// at an unknown place; `nil` where they do not agree to the last number.
  ///
  /// - Throws: `MoonreelError` where reading was stopped.
  func proven() throws -> [Int: PacketScan.Gathering]? {
    guard let read = try TableProof.read(format, counts: samples.mapValues(\.count)) else {
      return nil
    }
    var gatherings: [Int: PacketScan.Gathering] = [:]
    for index in 0..<format.streamCount {
      guard let found = gathering(index, samples[index] ?? [], read[index]) else { return nil }
      gatherings[index] = found
    }
    return gatherings
  }

  /// libav's own list of the packets of `stream`, `entries`, with what it leaves out: when they are shown.
  private static func listed(
    _ entries: [mr_index_entry], _ stream: UnsafeMutablePointer<AVStream>,
    _ offsets: CompositionOffsets
  ) -> [MovieSample]? {
    let track = Int(stream.pointee.id)
    let isShifted = offsets.hasOffsets(track)
    guard let shifts = offsets.offsets(of: entries.map(\.position), track: track) else {
      return nil
    }
    return entries.indices.map { number in
      let entry = entries[number]
      let end =
        number + 1 < entries.count ? entries[number + 1].timestamp : stream.pointee.duration
      return MovieSample(
        position: entry.position, size: entry.size, decoding: entry.timestamp,
        offset: shifts[number], duration: isShifted ? 0 : end &- entry.timestamp,
        isKeyFrame: entry.isKeyFrame != 0, isDiscarded: entry.isDiscarded != 0)
    }
  }

  /// The packets of stream `index`, which agree with those in `read`; `nil` where they do not.
  private func gathering(
    _ index: Int, _ samples: [MovieSample], _ read: PacketScan.Gathering?
  ) -> PacketScan.Gathering? {
    let stream = format.stream(index)
    let result = PacketScan.Gathering(stream)
    guard let start = samples.first else { return read == nil ? result : nil }
    guard let read, let first = read.entries.first else { return nil }
    // What is damaged may hold any number; what is wrong then does not agree with what was read.
    let lag = first.decoding &- start.decoding
    let shift = first.presentation &- first.decoding &- Int64(start.offset)
    let durations = durations(of: samples, read, result.meter, stream)
    result.reserve(samples.count)
    for (number, sample) in samples.enumerated() {
      guard sample.position >= 0, sample.size >= 0,
        source.count - sample.position >= Int64(sample.size)
      else { return nil }
      let entry = PacketEntry(
        presentation: sample.decoding &+ lag &+ shift &+ Int64(sample.offset),
        decoding: sample.decoding &+ lag, duration: durations(sample), position: sample.position,
        size: sample.size, isKeyFrame: sample.isKeyFrame, isDiscarded: sample.isDiscarded)
      guard result.note(entry, in: source, provenBy: read, number) else { return nil }
    }
    for (ordinal, trim) in read.trims { result.trims[ordinal] = trim }
    if let end = ends[index] {
      stream.pointee.duration = max(stream.pointee.duration, end &- start.decoding)
    }
    // Priming that goes on beyond what was read is not known.
    return read.pendingSkip == 0 && read.entries.count > min(2, samples.count - 1) ? result : nil
  }

  /// How long packets last: as the file states it where libav goes by that, else by their size, or like the first.
  private func durations(
    of samples: [MovieSample], _ read: PacketScan.Gathering, _ meter: PacketDurationMeter?,
    _ stream: UnsafeMutablePointer<AVStream>
  ) -> (MovieSample) -> Int64 {
    let known = zip(samples, read.entries).filter { $1.duration > 0 }
    let usual = known.first?.1.duration ?? 0
    func other(_ sample: MovieSample) -> Int64 {
      let fixed = meter?.duration(ofSize: sample.size) ?? 0
      return fixed > 0 ? fixed : usual
    }
    let codec = stream.pointee.codecpar.pointee.codec_id
    let isCut = PacketDurationMeter.mayBeCutAnew(codec) && FormatContext.isCutAnew(stream)
    let isStated =
      !isCut && known.allSatisfy { $0.duration <= 0 || $0.duration == $1.duration }
    return { sample in isStated && sample.duration > 0 ? sample.duration : other(sample) }
  }
}
