// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Gives the samples of one stream at its own rate and layout, at any position of the asset's clock:
/// each packet's samples where the index says, priming and padding dropped, silence between.
final class SoundSource {
  private struct Block {
    var start: Int64
    var channels: [[Float]]
    var end: Int64 { start + Int64(channels.first?.count ?? 0) }
  }

  let track: AssetTrack
  let index: SoundIndex
  private let entries: [PacketEntry]
  private let cursor: PacketCursor
  private var decoder: AudioDecoder
  private let memory: DecoderMemory
  /// Where decoding starts anew.
  private var restart = Int.max
  /// The last packets that were sent, for a new decoder to warm up with.
  private var recent: [PacketStorage] = []
  /// Where the samples end that came out last, before trimming, and the packet that they are of.
  private var (position, source): (Int64, Int) = (0, 0)
  private let layout: ChannelLayout
  /// Where the file breaks off, if it does.
  let brokenAt: Time?
  private let warnings: WarningLog?
  /// Decoded samples in rising order, without overlaps.
  private var blocks: [Block] = []
  /// What lies before this sample was dropped, or never decoded, since the last jump.
  private var floor: Int64 = .min
  /// How far decoding has come.
  private var frontier: Int64 = .min
  /// Packets before this one only warm the decoder up.
  private var firstValid = 0
  private var isDraining = false
  private var hasEnded = false
  /// The last packet that samples came of since the last jump, and those known to be damaged.
  private var lastHeard = -1
  private var damaged: Set<Int> = []
  /// Which of the first two packets are no rest of a packet that was cut.
  private var wholeFirst: Set<Int> = []

  init(track: AssetTrack, gate: FileGate, warnings: WarningLog?) throws {
    guard let audio = track.audio else {
      throw MoonreelError(
        .invalidArgument, "Cannot read the sound of '\(track.path)': the track has none.")
    }
    let (format, stream) = try FormatContext.openForReading(track, gate: gate)
    guard let sound = stream.sound, !sound.starts.isEmpty else {
      throw MoonreelError(.decodingFailed, "Cannot read the sound of '\(track.path)': it is empty.")
    }
    (self.track, index, entries) = (track, sound, stream.entries)
    (layout, brokenAt, self.warnings) = (audio.layout, stream.brokenAt, warnings)
    memory = DecoderMemory(codec: track.codecName)
    cursor = PacketCursor(format: format, index: stream, stream: track.streamIndex)
    decoder = try Self.decoder(cursor, track, audio, sound)
    restart = memory.restart(after: 0)
  }

  private static func decoder(
    _ cursor: PacketCursor, _ track: AssetTrack, _ audio: AssetTrack.Audio, _ sound: SoundIndex
  ) throws -> AudioDecoder {
    try AudioDecoder(
      stream: cursor.format.stream(track.streamIndex), path: track.path,
      sampleRate: sound.sampleRate, layout: audio.layout)
  }

  /// `count` samples from sample `start` of the asset's clock.
  ///
  /// - Throws: `MoonreelError` (`decodingFailed`) naming file, time and stage.
  func read(from start: Int64, count: Int) throws -> [[Float]] {
    let end = start + Int64(count)
    var result = Array(repeating: [Float](repeating: 0, count: count), count: layout.count)
    guard end > index.starts[0], start < index.end else { return result }
    if needsJump(to: start) { try jump(to: start) }
    while frontier < end, !hasEnded { try decodeOn() }
    for block in blocks where block.end > start && block.start < end {
      let (from, to) = (max(start, block.start), min(end, block.end))
      for channel in result.indices {
        let source = Int(from - block.start)..<Int(to - block.start)
        result[channel].replaceSubrange(
          Int(from - start)..<Int(to - start), with: block.channels[channel][source])
      }
    }
    forget(before: start)
    return result
  }

  /// Keeps half a second behind the last position, so that small steps back need no jump.
  private func forget(before start: Int64) {
    let limit = start - Int64(index.sampleRate / 2)
    guard let first = blocks.first, first.end <= limit else { return }
    let kept = blocks.firstIndex { $0.end > limit } ?? blocks.count
    floor = max(floor, blocks[kept - 1].end)
    blocks.removeFirst(kept)
  }

  private func needsJump(to start: Int64) -> Bool {
    if start < floor, max(start, index.starts[0]) < floor { return true }
    guard !isDraining else { return false }
    let first = memory.begin(for: index.ordinal(at: start))
    return first > cursor.next + 8
  }

  private func jump(to start: Int64) throws {
    let wanted = index.ordinal(at: start)
    let valid = memory.validity(for: wanted)
    var begin = memory.begin(for: wanted)
    while begin > 0, !entries[begin].isKeyFrame { begin -= 1 }
    try cursor.seek(to: begin)
    if case .packets = memory { decoder.flush() } else { try renewDecoder() }
    (blocks, recent) = ([], [])
    firstValid = begin == 0 ? 0 : valid
    restart = memory.restart(after: firstValid)
    floor = begin == 0 ? .min : index.starts[firstValid]
    frontier = floor
    (isDraining, hasEnded) = (false, false)
    lastHeard = max(begin, firstValid) - 1
    (position, source) = (index.starts[begin], begin)
  }

  private func renewDecoder() throws {
    guard let audio = track.audio else { return }
    decoder = try Self.decoder(cursor, track, audio, index)
  }

  /// Goes on with a new decoder at packet `restart`, where a jump would begin too.
  private func startAnew() throws {
    _ = decoder.send(nil)
    while case .samples(let channels, let ordinal, _) = try decoder.receive() {
      keep(channels, ordinal)
    }
    try renewDecoder()
    firstValid = restart
    for (number, packet) in zip((restart - recent.count)..., recent) {
      _ = decoder.send(packet.packet, ordinal: number)
      drain: while true {
        switch try decoder.receive() {
        case .samples(let channels, let ordinal, _): keep(channels, ordinal)
        case .needsPacket, .end: break drain
        case .failed: continue
        }
      }
    }
    restart = memory.restart(after: restart)
  }

  private func decodeOn() throws {
    switch try decoder.receive() {
    case .samples(let channels, let ordinal, let isDamaged):
      if ordinal >= 0 { try noteSilent(before: ordinal) }
      if isDamaged {
        try reportDamage(MR_INVALID_DATA, ordinal: ordinal >= 0 ? ordinal : cursor.next - 1)
      }
      keep(channels, ordinal)
    case .needsPacket: try feed()
    case .failed(let code): try reportDamage(code, ordinal: cursor.next - 1)
    case .end:
      try noteSilent(before: entries.count)
      hasEnded = true
    }
  }

  /// Codecs of which every packet gives samples.
  static let steady: Set = ["aac", "mp3", "flac", "alac", "ac3"]

  /// Reports packets between the last that gave samples and `ordinal` that gave none, without a word from
  /// the decoder.
  private func noteSilent(before ordinal: Int) throws {
    let silent = lastHeard + 1..<max(lastHeard + 1, ordinal)
    lastHeard = max(lastHeard, ordinal)
    guard Self.steady.contains(track.codecName) else { return }
    for packet in silent where !damaged.contains(packet) {
      try reportDamage(MR_INVALID_DATA, ordinal: packet)
    }
  }

  private func feed() throws {
    if cursor.next == restart { try startAnew() }
    let wanted = cursor.next
    guard let packet = cursor.read() else {
      if wanted < entries.count, !isDraining { try reportDamage(MR_EOF, ordinal: wanted) }
      isDraining = true
      _ = decoder.send(nil)
      return
    }
    let ordinal = cursor.next - 1
    for dropped in wanted..<ordinal { try reportDamage(MR_INVALID_DATA, ordinal: dropped) }
    remember(packet)
    if ordinal < 2 {
      let bytes = UnsafeBufferPointer(
        start: packet.pointee.data, count: Int(packet.pointee.size))
      if SoundPacketHead.isWhole(bytes, codec: track.codecName) { wholeFirst.insert(ordinal) }
    }
    let code = decoder.send(packet, ordinal: ordinal)
    if code < 0, code != MR_EAGAIN { try reportDamage(code, ordinal: ordinal) }
  }

  private func remember(_ packet: UnsafeMutablePointer<AVPacket>) {
    guard case .noise(let count) = memory else { return }
    let copy = PacketStorage()
    guard av_packet_ref(copy.packet, packet) >= 0 else { return }
    recent.append(copy)
    if recent.count > count { recent.removeFirst() }
  }

  /// Puts samples in their place, without what is trimmed and what is there already.
  private func keep(_ channels: [[Float]], _ ordinal: Int) {
    guard ordinal < index.starts.count else { return }
    let count = channels.first?.count ?? 0
    if ordinal >= 0 { (position, source) = (index.starts[ordinal], ordinal) }
    let start = position
    position += Int64(count)
    guard source >= firstValid else { return }
    let (first, last) = kept(of: source)
    let from = min(count, max(0, Int(clamping: max(first, frontier) - start)))
    let to = max(from, Int(clamping: min(last, start + Int64(count)) - start))
    frontier = max(frontier, start + Int64(to))
    guard from < to else { return }
    let part = from == 0 && to == count ? channels : channels.map { Array($0[from..<to]) }
    blocks.append(Block(start: start + Int64(from), channels: part))
  }

  /// The first sample of packet `ordinal` that is heard, and the one after the last.
  private func kept(of ordinal: Int) -> (first: Int64, end: Int64) {
    let start = index.starts[ordinal]
    if entries[ordinal].isDiscarded { return (start, start) }
    let trim = index.trims[ordinal] ?? .init()
    let next = ordinal + 1 < index.starts.count ? index.starts[ordinal + 1] : nil
    let end = trim.end > 0 ? (next ?? index.end + Int64(trim.end)) - Int64(trim.end) : .max
    return (start + Int64(trim.start), end)
  }

  /// A packet that cannot be decoded is silent; an error unless that is allowed. In the first two and last three packets of
  /// streams that are cut anywhere it is a warning only: libav's parsers join a packet that they cannot read with the one
  /// before, so that the damage then seems to begin in the third from the end. Of the first two those that are whole by their
  /// head were not cut: they are damaged. What fails to decode on the way to a place that was jumped to is nobody's loss.
  private func reportDamage(_ code: Int32, ordinal: Int) throws {
    guard ordinal >= firstValid else { return }
    let isNew = damaged.insert(ordinal).inserted
    let isCutOff = ordinal < 2 && !wholeFirst.contains(ordinal) || ordinal >= entries.count - 3
    if cursor.format.isCutAnywhere, isCutOff {
      let place = ordinal < 2 ? "beginning" : "end"
      guard isNew else { return }
      warnings?.warn(
        "Sound of '\(track.path)' is damaged at its \(place); silence stands in for it.")
      return
    }
    let sample = index.starts[max(0, min(ordinal, index.starts.count - 1))]
    let time = (try? Time(value: sample, timescale: Int64(index.sampleRate))) ?? .zero
    guard track.damagePolicy == .conceal else {
      throw MoonreelError(
        .decodingFailed,
        "Cannot decode the sound at \(time) of '\(track.path)' (\(track.codecName)): the data is "
          + "damaged. Re-encode the file, or \(DamagePolicy.advice).",
        time: time, libav: code)
    }
    warnings?.warn("Sound of '\(track.path)' is damaged or missing; silence stands in for it.")
  }
}
