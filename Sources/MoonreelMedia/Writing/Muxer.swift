// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// One file being put together by libav from coded packets, interleaved by decoding time.
///
/// Packets wait until every stream has one, so that the earliest is known; where one stream runs
/// ahead by more than ``waitingLimit`` bytes, packets are written early, so memory stays bounded
/// whatever the callers do. Threads: one at a time.
final class Muxer {
  /// Bytes that may wait for other streams.
  static let waitingLimit = 64 << 20

  let container: Container
  let context: UnsafeMutablePointer<AVFormatContext>
  let io: MuxerIO
  private var queues: [PacketQueue] = []
  /// Priming that the writer has to say itself, by stream.
  private var primings: [Int: MatroskaPriming] = [:]
  /// The streams with such priming that have had their first packet, and whether that packet says it.
  private var begun: [Int: Bool] = [:]
  private var hasHeader = false
  /// The streams of which a packet was written.
  private var written: Set<Int32> = []
  /// Whether a packet of every stream was written.
  var hasAllStreams: Bool { written.count == queues.count }
  /// Bytes written and waiting.
  var byteCount: Int64 { io.file.byteCount + Int64(queues.reduce(0) { $0 + $1.byteCount }) }
  /// How long the last picture stays, in seconds, where the muxer has to be told.
  private var finalDelay: AVRational?
  /// The largest number of bytes that waited, for tests.
  private(set) var mostWaiting = 0

  /// Whether this container stores what decoders need once, at its front.
  var wantsGlobalHeader: Bool { context.pointee.oformat.pointee.flags & AVFMT_GLOBALHEADER != 0 }

  /// A file of kind `container` in `file`.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`) where this build of libav lacks the muxer.
  init(_ container: Container, file: any MuxerTarget) throws {
    self.container = container
    io = try MuxerIO(file)
    var context: UnsafeMutablePointer<AVFormatContext>?
    let name = container.traits.muxer ?? ""
    guard avformat_alloc_output_context2(&context, nil, name, nil) >= 0, let context else {
      throw MoonreelError(
        .encodingFailed,
        "Cannot write \(container.rawValue) files: this build of libav has no muxer '\(name)'.")
    }
    self.context = context
    context.pointee.pb = io.pointer
    context.pointee.flags |= AVFMT_FLAG_BITEXACT | AVFMT_FLAG_CUSTOM_IO
    context.pointee.strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL
    // Times are ours to choose. Above all, Opus in Matroska begins before zero by its priming, for
    // which the file has a field of its own: moving all streams later instead would delay the
    // pictures.
    if !container.traits.isMPEG4 { context.pointee.avoid_negative_ts = AVFMT_AVOID_NEG_TS_DISABLED }
    if case .muxer(let microseconds) = container.traits.delay {
      context.pointee.max_delay = microseconds
    }
    // The MPEG-4 muxer reopens the file by this address to move its index to the front.
    if let partial = file.partialPath { context.pointee.url = av_strdup("file:\(partial)") }
    closeTheWayOut()
  }

  deinit { avformat_free_context(context) }

  /// Adds a stream and returns it; its index is the number of streams before.
  ///
  /// - Throws: `MoonreelError` (`internalError`) without memory.
  func addStream() throws -> UnsafeMutablePointer<AVStream> {
    guard let stream = avformat_new_stream(context, nil) else {
      throw MoonreelError(.limitExceeded, "Cannot add a stream to the file: out of memory.")
    }
    queues.append(PacketQueue())
    return stream
  }

  /// Writes the front of the file.
  ///
  /// - Throws: `MoonreelError`: `encodingFailed` where the container refuses a stream, or
  ///   `fileAccess`.
  func start(options: [(String, String)]) throws {
    var dictionary: OpaquePointer?
    for (name, value) in options { av_dict_set(&dictionary, name, value, 0) }
    // Check sums would be of what the muxer writes, not of what is put in its place.
    if !primings.isEmpty { av_dict_set(&dictionary, "write_crc32", "0", 0) }
    let code = avformat_write_header(context, &dictionary)
    av_dict_free(&dictionary)
    if code >= 0 {
      hasHeader = true
      // Errors such as a full device show before hours of encoding rather than after.
      try io.flush()
      return try checkPriming(primings.values.map(\.header))
    }
    if let error = io.error { throw error }
    throw MoonreelError(
      .encodingFailed, "Cannot begin a \(container.rawValue) file with these streams.",
      libav: code)
  }

  /// Takes `packet`, whose times are in units of `timeBase`, for stream `index`, and writes what is
  /// due: by decoding time, or by `due` where that is given for every stream.
  ///
  /// - Throws: `MoonreelError`: `fileAccess` or `encodingFailed`.
  func write(
    _ packet: UnsafeMutablePointer<AVPacket>, to index: Int, timeBase: AVRational,
    due: Time? = nil
  ) throws {
    let kept = PacketStorage()
    kept.due = due
    av_packet_move_ref(kept.packet, packet)
    let stream = mr_stream(context, Int32(index))!
    if let priming = primings[index] { delay(kept.packet, by: priming, of: index) }
    let end = av_rescale_q(
      kept.packet.pointee.pts + kept.packet.pointee.duration, timeBase, stream.pointee.time_base)
    av_packet_rescale_ts(kept.packet, timeBase, stream.pointee.time_base)
    noteDelay(until: end, kept.packet, stream.pointee.time_base)
    kept.packet.pointee.stream_index = Int32(index)
    if case .stamps(let units) = container.traits.delay {
      kept.packet.pointee.pts += units
      kept.packet.pointee.dts += units
    }
    queues[index].append(kept)
    try writeDue()
  }

  /// Takes all packets of stream `index`, which carries captions.
  ///
  /// - Parameter waits: whether they are written among those of other streams as they are due, or at once: a
  ///   file whose index has their places can have them at its front, and libav's muxer of MPEG-4, which puts
  ///   empty texts between those that it sees written with other packets in between, has nothing to add.
  /// - Throws: `MoonreelError`: `fileAccess` or `encodingFailed`.
  func write(_ packets: [SubtitlePacket], toSubtitles index: Int, waits: Bool) throws {
    let stream = mr_stream(context, Int32(index))!
    for packet in packets {
      let storage = try packet.storage()
      guard !waits else {
        try write(storage.packet, to: index, timeBase: SubtitlePacket.timeBase)
        continue
      }
      av_packet_rescale_ts(storage.packet, SubtitlePacket.timeBase, stream.pointee.time_base)
      storage.packet.pointee.stream_index = Int32(index)
      try writeNow(storage)
    }
    try end(index)
  }

  /// Forgets the packets that wait for streams from `first` on.
  func dropWaiting(from first: Int) {
    for index in queues.indices.dropFirst(first) { queues[index].removeAll() }
  }

  /// Notes that stream `index` has had its last packet.
  ///
  /// - Throws: `MoonreelError`: `fileAccess` or `encodingFailed`.
  func end(_ index: Int) throws {
    queues[index].isEnded = true
    try writeDue()
  }

  /// Writes the end of the file; the file is not committed.
  ///
  /// - Throws: `MoonreelError`: `fileAccess` or `encodingFailed`.
  func finish() throws {
    for index in queues.indices { try end(index) }
    guard hasHeader else { return }
    hasHeader = false
    if let finalDelay { av_opt_set_q(context.pointee.priv_data, "final_delay", finalDelay, 0) }
    let code = av_write_trailer(context)
    try io.flush()
    guard code >= 0 else {
      throw MoonreelError(
        .encodingFailed, "Cannot complete '\(io.file.path)'.", libav: code)
    }
    try checkPriming(begun.filter(\.value).keys.compactMap { primings[$0]?.firstBlock })
  }

  /// Has `priming` of stream `index` written, whose packets are timed in samples.
  func note(_ priming: MatroskaPriming, of index: Int) {
    primings[index] = priming
    io.replacement.rules += [priming.header, priming.firstBlock ?? MatroskaPriming.noDelay]
  }

  /// Moves `packet` of a stream with `priming` to where the file counts it. A first packet whose end is filling has no
  /// place for both; its beginning is then the track's delay alone.
  private func delay(
    _ packet: UnsafeMutablePointer<AVPacket>, by priming: MatroskaPriming, of index: Int
  ) {
    // A copy may begin later in its source, after the priming.
    let isHeard = packet.pointee.pts >= 0
    packet.pointee.pts += priming.samples
    packet.pointee.dts += priming.samples
    guard begun[index] == nil else { return }
    begun[index] = priming.firstBlock != nil && !isHeard && mr_end_padding(packet) == 0
    if begun[index] == true { mr_set_end_padding(packet, priming.impossiblePadding) }
  }

  /// Notes how long the picture of `packet` stays, should it be the last; `end` is in units of `timeBase`.
  private func noteDelay(
    until end: Int64, _ packet: UnsafeMutablePointer<AVPacket>, _ timeBase: AVRational
  ) {
    guard let units = container.traits.finalDelayUnits, packet.pointee.duration > 0 else { return }
    var delay = AVRational(num: 0, den: 1)
    av_reduce(
      &delay.num, &delay.den, (end - packet.pointee.pts) * Int64(timeBase.num) * Int64(units),
      Int64(timeBase.den), Int64(UInt16.max))
    finalDelay = delay
  }

  private func checkPriming(_ rules: [ByteReplacement.Rule]) throws {
    guard rules.contains(where: { io.replacement.counts[$0] == nil }) else { return }
    throw MoonreelError(
      .encodingFailed,
      "Cannot say in '\(io.file.path)' where its sound begins: this build of libav writes Matroska in another "
        + "way. Use flac or PCM.")
  }

  private func writeDue() throws {
    while let index = dueIndex() {
      try writeNow(queues[index].removeFirst())
    }
  }

  private func writeNow(_ kept: PacketStorage) throws {
    written.insert(kept.packet.pointee.stream_index)
    let code = withExtendedLifetime(kept) {
      container.traits.isInterleavedByMuxer
        ? av_interleaved_write_frame(context, kept.packet) : av_write_frame(context, kept.packet)
    }
    if let error = io.error { throw error }
    guard code >= 0 else {
      throw MoonreelError(
        .encodingFailed, "Cannot add a packet to '\(io.file.path)'.", libav: code)
    }
  }

  /// The stream whose packet is to be written next, or `nil` while another must be waited for.
  private func dueIndex() -> Int? {
    let waiting = queues.reduce(0) { $0 + $1.byteCount }
    mostWaiting = max(mostWaiting, waiting)
    let isComplete = queues.allSatisfy { $0.first != nil || $0.isEnded }
    guard isComplete || waiting > Self.waitingLimit else { return nil }
    var due: Int?
    for index in queues.indices where queues[index].first != nil {
      if let other = due, !isEarlier(index, than: other) { continue }
      due = index
    }
    return due
  }

  private func isEarlier(_ index: Int, than other: Int) -> Bool {
    guard let packet = queues[index].first?.packet, let rival = queues[other].first?.packet else {
      return false
    }
    if let due = queues[index].first?.due, let other = queues[other].first?.due {
      return due < other
    }
    let base = mr_stream(context, Int32(index)).pointee.time_base
    let rivalBase = mr_stream(context, Int32(other)).pointee.time_base
    return av_compare_ts(packet.pointee.dts, base, rival.pointee.dts, rivalBase) < 0
  }
}
