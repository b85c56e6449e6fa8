// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// The packets of a Matroska or WebM file as the heads of its blocks tell them: of each block some sixty bytes are
/// read, and of sound as much as tells how many samples it holds.
struct MatroskaTables {
  private let format: FormatContext
  private let source: any ByteSource
  /// The packets of the streams in the file's order.
  private let streams: [[Packet]]

  /// One packet.
  private struct Packet {
    /// Where its block lies, and where its own bytes begin.
    var position: Int64
    var start: Int64
    var size: Int32
    /// In units of the segment.
    var time: Int64
    /// How long it lasts, in the same units; 0 where neither the block nor the track says it.
    var duration: Int64
    var isKeyFrame: Bool
    /// Nanoseconds of sound that are dropped at its end.
    var padding: Int64 = 0
  }

  /// The packets of the file that `format` has open; `nil` where its blocks cannot be understood, are packed or
  /// encrypted, or the file is cut short.
  ///
  /// - Throws: `MoonreelError` where reading was stopped.
  init?(_ format: FormatContext) throws {
    guard let source = format.bytes, let segment = Self.segment(source) else { return nil }
    var walk = Walk(source: source)
    guard try walk.run(segment, check: { try format.requireUninterrupted() }),
      walk.order.count <= format.streamCount
    else { return nil }
    // Recordings that were joined by their bytes get one clock when they are read (`StampRepair`).
    let second = 1_000_000_000 / max(1, walk.scale)
    let hasJumps = walk.tracks.values.contains { track in
      zip(track.packets, track.packets.dropFirst()).contains { $1.time < $0.time - second }
    }
    if hasJumps { return nil }
    (self.format, self.source) = (format, source)
    streams = walk.order.map { walk.tracks[$0]?.packets ?? [] }
  }

  /// The only segment, if there is no more behind it.
  private static func segment(_ source: any ByteSource) -> MatroskaElement? {
    guard let head = MatroskaElement(source, at: 0, end: source.count), head.name == .head,
      let segment = MatroskaElement(source, at: head.payload.upperBound, end: source.count),
      segment.name == .segment, segment.payload.upperBound == source.count
    else { return nil }
    return segment
  }

  /// The packets by stream, having been compared with the first ones that libav reads from `format`, which is then
  /// at an unknown place; `nil` where they do not agree.
  ///
  /// - Throws: `MoonreelError` where reading was stopped.
  func proven() throws -> [Int: PacketScan.Gathering]? {
    var counts: [Int: Int] = [:]
    for (index, packets) in streams.enumerated() where !isSparse(index) {
      counts[index] = packets.count
    }
    guard let read = try TableProof.read(format, counts: counts) else { return nil }
    var gatherings: [Int: PacketScan.Gathering] = [:]
    for index in 0..<format.streamCount {
      let packets = index < streams.count ? streams[index] : []
      guard let found = gathering(index, packets, read[index]) else { return nil }
      gatherings[index] = found
    }
    return gatherings
  }

  /// Whether the stream may say nothing for minutes, so that its first packets are not waited for.
  private func isSparse(_ index: Int) -> Bool {
    let kind = format.stream(index).pointee.codecpar.pointee.codec_type
    return kind != AVMEDIA_TYPE_VIDEO && kind != AVMEDIA_TYPE_AUDIO
  }

  private func gathering(
    _ index: Int, _ packets: [Packet], _ read: PacketScan.Gathering?
  ) -> PacketScan.Gathering? {
    // An attached picture is a stream that has no blocks.
    guard !packets.isEmpty else { return read ?? PacketScan.Gathering(format.stream(index)) }
    let read = read ?? PacketScan.Gathering(format.stream(index))
    guard !read.entries.isEmpty || isSparse(index) else { return nil }
    let shift = read.entries.first.map { $0.presentation &- packets[0].time } ?? 0
    let usual = read.entries.first { $0.duration > 0 }?.duration ?? 0
    let base = packets.map { packet in
      PacketEntry(
        presentation: packet.time &+ shift, decoding: packet.time &+ shift,
        duration: packet.duration > 0 ? packet.duration : usual,
        position: packet.position, size: packet.size, isKeyFrame: packet.isKeyFrame,
        isDiscarded: false)
    }
    let stream = format.stream(index)
    if stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO {
      return sound(base, packets, read, stream)
    }
    let result = PacketScan.Gathering(stream)
    result.entries = Self.withDecodingTimes(base)
    return Self.agree(result.entries, read.entries) ? result : nil
  }

  private static let nanosecond = AVRational(num: 1, den: 1_000_000_000)

  /// Sound: what its packets hold says how long they last, where the container does not.
  private func sound(
    _ base: [PacketEntry], _ packets: [Packet], _ read: PacketScan.Gathering,
    _ stream: UnsafeMutablePointer<AVStream>
  ) -> PacketScan.Gathering? {
    let result = PacketScan.Gathering(stream)
    guard let meter = result.meter else { return nil }
    result.reserve(base.count)
    let rate = AVRational(num: 1, den: max(1, stream.pointee.codecpar.pointee.sample_rate))
    for (number, entry) in base.enumerated() {
      guard let count = meter.sampleCount(of: entry, in: source, at: packets[number].start) else {
        return nil
      }
      if number < read.entries.count {
        result.trims[number] = read.trims[number]
      } else {
        result.pendingSkip = 0
        let end = av_rescale_q(packets[number].padding, Self.nanosecond, rate)
        result.noteTrim(count: Int(count), end: Int(min(max(0, end), 1 << 24)), isDiscarded: false)
      }
      result.counts.append(count)
      result.entries.append(entry)
    }
    let isStated = Self.agree(result.entries, read.entries)
    for number in result.entries.indices where !isStated || packets[number].duration <= 0 {
      result.entries[number].duration = av_rescale_q_rnd(
        result.counts[number], rate, stream.pointee.time_base, AV_ROUND_DOWN)
    }
    guard Self.agree(result.entries, read.entries), read.pendingSkip == 0,
      zip(result.counts, read.counts).allSatisfy({ $0 == $1 })
    else { return nil }
    return result
  }

  /// Whether the first of `entries` are those in `read`. When a packet is decoded Matroska does not say, and libav
  /// guesses it.
  private static func agree(_ entries: [PacketEntry], _ read: [PacketEntry]) -> Bool {
    entries.count >= read.count
      && zip(entries, read).allSatisfy { entry, read in
        var entry = entry
        entry.decoding = read.decoding
        return entry.agrees(with: read)
      }
  }

  /// `entries` with times at which they may be decoded: the times of presentation in order, as many places later as
  /// it takes for no picture to be shown before it is decoded.
  private static func withDecodingTimes(_ entries: [PacketEntry]) -> [PacketEntry] {
    var result = entries
    let order = entries.indices.sorted {
      (entries[$0].presentation, $0) < (entries[$1].presentation, $1)
    }
    var delay = 0
    for (rank, ordinal) in order.enumerated() { delay = max(delay, ordinal - rank) }
    guard delay > 0, let first = order.first else { return result }
    let step = max(1, entries[first].duration)
    for ordinal in entries.indices {
      result[ordinal].decoding =
        ordinal >= delay
        ? entries[order[ordinal - delay]].presentation
        : entries[first].presentation &- Int64(delay - ordinal) &* step
    }
    return result
  }
}

extension MatroskaTables {
  /// Goes through a segment's clusters from head to head.
  private struct Walk {
    let source: any ByteSource
    /// The numbers of the tracks that libav makes streams of, in order.
    var order: [UInt64] = []
    var tracks: [UInt64: Track] = [:]
    /// Nanoseconds in a unit of time.
    private(set) var scale: Int64 = 1_000_000
    private var clusterTime: Int64 = 0
    private var count = 0

    struct Track {
      /// Nanoseconds.
      var defaultDuration: Int64
      var packets: [Packet] = []
    }

    /// Larger numbers than these are damage.
    private static let (most, latest) = (50_000_000, Int64(1) << 50)

    init(source: any ByteSource) { self.source = source }

    /// Reads all of `segment`; false where something is not understood.
    mutating func run(_ segment: MatroskaElement, check: () throws -> Void) throws -> Bool {
      var place = segment.payload.lowerBound
      while place < segment.payload.upperBound {
        try check()
        guard let element = MatroskaElement(source, at: place, end: segment.payload.upperBound)
        else { return false }
        place = element.payload.upperBound
        switch element.name {
        case .information:
          let units = element.children(source)?.first { $0.name == .timestampScale }
          scale = Int64(clamping: units?.number ?? 1_000_000)
        case .tracks:
          guard order.isEmpty, readTracks(element) else { return false }
        case .cluster:
          guard scale > 0, let end = try readCluster(element, check: check) else { return false }
          place = end
        case .head, .segment: return false
        default: guard element.hasLength else { return false }
        }
      }
      return !order.isEmpty
    }

    private mutating func readTracks(_ element: MatroskaElement) -> Bool {
      for entry in element.children(source) ?? [] where entry.name == .track {
        guard let parts = entry.children(source) else { return false }
        func number(_ name: MatroskaElement.Name) -> UInt64? {
          parts.first { $0.name == name }?.number
        }
        // Packed and encrypted blocks are not as long as what libav makes of them.
        guard !parts.contains(where: { $0.name == .encodings || $0.name == .trackScale }),
          let track = number(.trackNumber), let kind = number(.trackType)
        else { return false }
        // Pictures, sound and subtitles; of the other kinds libav makes no streams.
        guard [1, 2, 17].contains(kind) else { continue }
        order.append(track)
        let duration = Int64(clamping: number(.defaultDuration) ?? 0)
        tracks[track] = Track(defaultDuration: min(duration, Self.latest))
      }
      return !order.isEmpty
    }

    /// Reads a cluster and says where it ends; `nil` where something is not understood.
    private mutating func readCluster(
      _ cluster: MatroskaElement, check: () throws -> Void
    ) throws -> Int64? {
      var place = cluster.payload.lowerBound
      while place < cluster.payload.upperBound {
        guard let element = MatroskaElement(source, at: place, end: cluster.payload.upperBound)
        else { return nil }
        if !cluster.hasLength, element.name?.endsCluster == true { return place }
        place = element.payload.upperBound
        switch element.name {
        case .clusterTime:
          guard let time = element.number else { return nil }
          clusterTime = min(Int64(clamping: time), Self.latest)
        case .simpleBlock:
          guard note(element, in: nil) else { return nil }
        case .blockGroup:
          guard let parts = element.children(source),
            let block = parts.first(where: { $0.name == .block }), note(block, in: parts)
          else { return nil }
        case .encryptedBlock: return nil
        default: guard element.hasLength else { return nil }
        }
        if count & 0xfff == 0 { try check() }
      }
      return place
    }

    /// Adds the packets of a block, which stands alone or in a group of `parts`.
    private mutating func note(_ element: MatroskaElement, in parts: [MatroskaElement]?) -> Bool {
      guard element.hasLength, let block = MatroskaBlock(source, element) else { return false }
      guard let track = tracks[block.track] else { return true }
      func part(_ name: MatroskaElement.Name) -> MatroskaElement? {
        parts?.first { $0.name == name }
      }
      let laces = Int64(block.packets.count)
      let usual = (track.defaultDuration * laces) / scale
      let stated = part(.blockDuration)?.number.map { Int64(clamping: $0) }
      let duration = min(stated ?? usual, Self.latest)
      // Where laced packets have no length, only their bytes tell when they begin.
      guard laces == 1 || duration > 0 else { return false }
      let isKey = parts == nil ? block.isMarkedAsKey : part(.reference) == nil
      var time = clusterTime + Int64(block.time)
      for (number, place) in block.packets.enumerated() {
        let lace = Int64(number)
        let length = duration * (lace + 1) / laces - duration * lace / laces
        var packet = Packet(
          position: block.position, start: place.start, size: place.size, time: time,
          duration: length, isKeyFrame: isKey)
        if lace == laces - 1 {
          packet.padding = part(.discardPadding)?.signedNumber ?? 0
        }
        tracks[block.track]?.packets.append(packet)
        time += length
      }
      count += block.packets.count
      return count <= Self.most
    }
  }
}
