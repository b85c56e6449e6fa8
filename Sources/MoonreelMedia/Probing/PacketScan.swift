// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Builds the index of every stream of a file: from the file's own tables where they say all
/// (``ContainerTables``), else by reading it through once, without decoding.
enum PacketScan {
  /// What is gathered of one stream.
  final class Gathering {
    var entries: [PacketEntry] = []
    /// The packets' numbers among those of all streams.
    var sequences: [Int] = []
    var counts: [Int64] = []
    var trims: [Int: SoundIndex.Trim] = [:]
    var pendingSkip = 0
    let meter: PacketDurationMeter?
    let codec: AVCodecID

    init(_ stream: UnsafeMutablePointer<AVStream>) {
      let isSound = stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO
      codec = stream.pointee.codecpar.pointee.codec_id
      meter = isSound ? PacketDurationMeter(stream: stream) : nil
      pendingSkip = isSound ? Priming.ofDecoder(stream.pointee.codecpar) : 0
    }

    /// Remembers priming and padding of the packet that comes next, of `count` samples, the last `end` of which are
    /// dropped; priming longer than a packet goes on in the next.
    func noteTrim(count: Int, end: Int, isDiscarded: Bool) {
      var trim = SoundIndex.Trim(start: 0, end: end)
      if isDiscarded {
        pendingSkip = max(0, pendingSkip - count)
        trim.start = count
      } else if pendingSkip > 0 {
        trim.start = count > 0 ? min(pendingSkip, count) : pendingSkip
        pendingSkip -= trim.start
      }
      if trim != SoundIndex.Trim() { trims[entries.count] = trim }
    }
  }

  /// The index of the file that `format` has open at its beginning.
  ///
  /// - Throws: `MoonreelError` (`accessDenied`) where the file names another one that may not be
  ///   opened, `limitExceeded` for more than fifty million packets.
  static func run(_ format: FormatContext, gaps: GapPolicy = .close) throws -> MediaIndex {
    if let sequence = format.sequence { return index(of: sequence, format) }
    if let pictures = format.rawPictures { return pictures.index }
    guard let tables = ContainerTables(format) else { return try scan(format, gaps: gaps) }
    if let gatherings = try tables.proven() { return try index(gatherings, of: format) }
    return try scan(format.reopened(), gaps: gaps)
  }

  /// The index of `format` with packets that are known.
  static func index(
    _ gatherings: [Int: Gathering], of format: FormatContext
  ) throws -> MediaIndex {
    try finish(gatherings, format, code: MR_EOF, stampNote: nil)
  }

  /// The first packets of a file that `format` has open at its beginning, by stream: until they suffice, and at
  /// most `most`.
  static func gather(
    _ format: FormatContext, atMost most: Int, until suffices: ([Int: Gathering]) -> Bool
  ) throws -> [Int: Gathering] {
    var gatherings: [Int: Gathering] = [:]
    _ = try readAll(format, &gatherings, atMost: most, until: suffices)
    try format.requireUninterrupted()
    return gatherings
  }

  /// The index of the file that `format` has open at its beginning, by reading it through.
  static func scan(_ format: FormatContext, gaps: GapPolicy) throws -> MediaIndex {
    var gatherings: [Int: Gathering] = [:]
    let code = try readAll(format, &gatherings)
    try format.requireUninterrupted()
    if let fault = format.fault { throw fault }
    let repair = StampRepair.run(
      format, gatherings.mapValues(\.entries), sequences: gatherings.mapValues(\.sequences),
      gaps: gaps)
    for (index, entries) in repair?.entries ?? [:] { gatherings[index]?.entries = entries }
    return try finish(gatherings, format, code: code, stampNote: repair?.note)
  }

  private static func finish(
    _ gatherings: [Int: Gathering], _ format: FormatContext, code: Int32, stampNote: String?
  ) throws -> MediaIndex {
    let zero = presentationZero(format, gatherings.mapValues(\.entries))
    var streams: [Int: StreamIndex] = [:]
    for index in 0..<format.streamCount {
      let gathering = gatherings[index] ?? Gathering(format.stream(index))
      streams[index] = try finish(gathering, format, index, zero, wasCut: code != MR_EOF)
    }
    return MediaIndex(
      streams: streams, damage: code == MR_EOF ? nil : Libav.cause(code), stampNote: stampNote)
  }

  /// Reads packets into `gatherings` and gives libav's code at the end; 0 where it stopped after `most`.
  private static func readAll(
    _ format: FormatContext, _ gatherings: inout [Int: Gathering], atMost most: Int = .max,
    until suffices: ([Int: Gathering]) -> Bool = { _ in false }
  ) throws -> Int32 {
    let storage = PacketStorage()
    let packet = storage.packet
    var total = 0
    let canJump = StampRepair.canJump(format)
    while total < most, !suffices(gatherings) {
      if format.gate.cancellation.isCancelled { return MR_EOF }
      let code = format.read(into: packet)
      if code < 0 { return code }
      defer { av_packet_unref(packet) }
      let index = Int(packet.pointee.stream_index)
      let gathering = gatherings[index] ?? Gathering(format.stream(index))
      gatherings[index] = gathering
      note(packet, in: gathering)
      if canJump { gathering.sequences.append(total) }
      total += 1
      guard total <= 50_000_000 else {
        throw MoonreelError(
          .limitExceeded, "Cannot read '\(format.path)': it has more than fifty million packets.")
      }
    }
    return 0
  }

  private static func note(_ packet: UnsafeMutablePointer<AVPacket>, in gathering: Gathering) {
    let value = packet.pointee
    if let meter = gathering.meter {
      let count = meter.sampleCount(of: packet)
      gathering.counts.append(count)
      noteTrim(packet, count: Int(count), in: gathering)
    }
    gathering.entries.append(
      PacketEntry(
        presentation: value.pts, decoding: value.dts, duration: max(0, value.duration),
        position: value.pos, size: value.size,
        isKeyFrame: KeyPictures.contains(value, codec: gathering.codec),
        isDiscarded: value.flags & AV_PKT_FLAG_DISCARD != 0))
  }

  private static func noteTrim(
    _ packet: UnsafeMutablePointer<AVPacket>, count: Int, in gathering: Gathering
  ) {
    var size = 0
    var end = 0
    if let data = av_packet_get_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, &size), size >= 10 {
      func word(_ at: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(data[at + $1]) << (8 * $1) }
      }
      gathering.pendingSkip = min(word(0), 1 << 24)
      end = min(word(4), 1 << 24)
    }
    gathering.noteTrim(
      count: count, end: end, isDiscarded: packet.pointee.flags & AV_PKT_FLAG_DISCARD != 0)
  }

  private static func finish(
    _ gathering: Gathering, _ format: FormatContext, _ index: Int, _ zero: Time, wasCut: Bool
  ) throws -> StreamIndex {
    let stream = format.stream(index)
    let parameters = stream.pointee.codecpar.pointee
    let timeBase = Rational(positive: stream.pointee.time_base) ?? Rational(1, 1000)
    let isVideo = parameters.codec_type == AVMEDIA_TYPE_VIDEO
    let base = StreamIndex(
      entries: gathering.entries, timeBase: timeBase, presentationZero: zero, slots: [],
      syncPoints: isVideo
        ? SyncPoints.find(gathering.entries, codec: parameters.codec_id, format.formatName)
        : gathering.entries.indices.filter { gathering.entries[$0].isKeyFrame }, brokenAt: nil)
    let sound =
      gathering.meter == nil
      ? nil
      : try SoundIndex(
        .init(counts: gathering.counts, trims: gathering.trims), base, format, stream: index)
    let slots = isVideo ? try slots(of: base, format, stream: index) : []
    let broken = wasCut || Truncation.isCutShort(gathering.entries, stream, format)
    return StreamIndex(
      entries: base.entries, timeBase: timeBase, presentationZero: zero, slots: slots,
      syncPoints: base.syncPoints,
      brokenAt: broken ? Truncation.end(of: base, slots: slots) : nil, sound: sound)
  }

  private static func slots(
    of base: StreamIndex, _ format: FormatContext, stream: Int
  ) throws -> [StreamIndex.Slot] {
    var slots: [StreamIndex.Slot] = []
    slots.reserveCapacity(base.entries.count)
    var isComplete = true
    for (ordinal, entry) in base.entries.enumerated() where !entry.isDiscarded {
      guard let time = base.time(of: entry.presentation) else {
        isComplete = false
        continue
      }
      slots.append(.init(time: time, ordinal: ordinal))
    }
    slots.sort { ($0.time, $0.ordinal) < ($1.time, $1.ordinal) }
    let hasTwins = zip(slots, slots.dropFirst()).contains { $0.time == $1.time }
    let codec = format.stream(stream).pointee.codecpar.pointee.codec_id
    guard isComplete, !hasTwins, !DecodedTiming.isNeeded(by: codec) else {
      return try DecodedTiming.slots(of: base, path: format.path, format, stream: stream)
    }
    return slots
  }

  /// What is taken off all times of a file to get the asset's clock.
  ///
  /// Containers that have a clock of their own (MP4, Matroska …) keep it. Transport streams, program
  /// streams and bare streams begin anywhere: their first presented packet is zero.
  private static func presentationZero(
    _ format: FormatContext, _ entries: [Int: [PacketEntry]]
  ) -> Time {
    let ownClocks: Set = [
      "mov", "matroska", "nut", "ogg", "ivf", "avi", "gif", "apng", "image2", "wav",
    ]
    guard !format.isOne(of: ownClocks) else { return .zero }
    let first = entries.compactMap { index, list -> Time? in
      let stream = format.stream(index)
      guard let timeBase = Rational(positive: stream.pointee.time_base) else { return nil }
      let kind = stream.pointee.codecpar.pointee.codec_type
      guard kind == AVMEDIA_TYPE_VIDEO || kind == AVMEDIA_TYPE_AUDIO else { return nil }
      let start = list.filter { !$0.isDiscarded && $0.presentation != MR_NO_TIME }
        .map(\.presentation).min()
      let isMP3 = format.formatName == "mp3" && stream.pointee.start_time != MR_NO_TIME
      guard let value = isMP3 ? stream.pointee.start_time : start else { return nil }
      return try? Time(value: value, timeBase: timeBase)
    }
    return first.min() ?? .zero
  }

  /// The index of numbered pictures: one packet each, evenly apart, without opening them.
  private static func index(of sequence: ImageSequence, _ format: FormatContext) -> MediaIndex {
    let timeBase = Rational(positive: format.stream(0).pointee.time_base) ?? Rational(1, 25)
    let entries = (0..<sequence.numbers.count).map { index in
      PacketEntry(
        presentation: Int64(index), decoding: Int64(index), duration: 1, position: -1, size: -1,
        isKeyFrame: true, isDiscarded: false)
    }
    let base = StreamIndex(
      entries: entries, timeBase: timeBase, presentationZero: .zero, slots: [], syncPoints: [0],
      brokenAt: nil)
    let slots = entries.indices.map { index in
      StreamIndex.Slot(time: base.duration(of: Int64(index)), ordinal: index)
    }
    let broken = sequence.nextAfterGap == nil ? nil : base.duration(of: Int64(entries.count))
    let index = StreamIndex(
      entries: entries, timeBase: timeBase, presentationZero: .zero, slots: slots,
      syncPoints: Array(entries.indices), brokenAt: broken)
    let damage = sequence.nextAfterGap.map {
      "picture \(sequence.numbers.upperBound + 1) is missing, though there is a picture \($0)"
    }
    return MediaIndex(streams: [0: index], damage: damage)
  }
}
