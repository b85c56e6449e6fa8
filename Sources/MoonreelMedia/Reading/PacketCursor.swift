// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Reads the packets of one stream and always knows the ordinal of the next, after jumps too.
///
/// Where a jump landed is told by comparing packets with the index. A jump that lands too late is tried
/// again from further back; where a format cannot jump at all, the file is read from its beginning.
final class PacketCursor {
  /// The open file.
  private(set) var format: FormatContext
  /// The stream's packets.
  let index: StreamIndex
  private let stream: Int
  /// The ordinal of the packet that ``read()`` gives next.
  private(set) var next = 0
  private let storage = PacketStorage()
  /// Whether `storage` holds the packet `next` already.
  private var isHolding = false
  private lazy var landmarks = makeLandmarks()
  /// Whether packets of this stream say where they lie in the file.
  private lazy var hasPlaces = index.entries.contains { $0.position >= 0 }

  private struct Landmark: Hashable {
    var position: Int64
    var size: Int32
    var stamp: Int64
  }

  /// A cursor over `stream` of `format`, which stands at its beginning.
  init(format: FormatContext, index: StreamIndex, stream: Int) {
    (self.format, self.index, self.stream) = (format, index, stream)
    format.read(only: [stream])
  }

  /// The next packet, valid until the next call, or `nil` at the end (or where the file breaks off).
  func read() -> UnsafeMutablePointer<AVPacket>? {
    if isHolding {
      isHolding = false
      next += 1
      return storage.packet
    }
    guard next < index.entries.count, readRaw() >= 0 else { return nil }
    next += 1 + dropped(before: storage.packet.pointee)
    return storage.packet
  }

  /// How many packets of the index libav has left out before `packet`, as its parsers do with some that are damaged:
  /// the packet's place is that of a later one.
  private func dropped(before packet: AVPacket) -> Int {
    let expected = index.entries[next].position
    guard packet.pos > expected, expected >= 0 else { return 0 }
    return index.entries[next...].prefix(8).firstIndex { entry in
      entry.position == packet.pos && entry.size == packet.size
    }.map { $0 - next } ?? 0
  }

  /// Moves so that the next packet is `ordinal`.
  ///
  /// - Throws: `MoonreelError` (`decodingFailed`) where the file changed or cannot be read again.
  func seek(to ordinal: Int) throws {
    if ordinal == next { return }
    if ordinal > next, ordinal - next <= 8, skip(to: ordinal) { return }
    if format.isSequence || format.rawPictures != nil, jumpByNumber(to: ordinal) { return }
    if ordinal > 0 {
      let keys = index.syncIndex(atOrBefore: ordinal)
      for back in [0, 1, 4, 32] where keys - back > 0 {
        if land(at: index.syncPoints[keys - back], for: ordinal) { return }
      }
    }
    try restart()
    guard skip(to: ordinal) else {
      throw MoonreelError(
        .decodingFailed,
        "Cannot read '\(format.path)' again from its beginning: it was cut short meanwhile.")
    }
  }

  /// Reads on until the next packet is `ordinal`.
  private func skip(to ordinal: Int) -> Bool {
    while next < ordinal {
      guard read() != nil else { return false }
    }
    return next == ordinal
  }

  private func readRaw() -> Int32 {
    while true {
      av_packet_unref(storage.packet)
      let code = format.read(into: storage.packet)
      if code < 0 { return code }
      if Int(storage.packet.pointee.stream_index) == stream { return code }
    }
  }

  /// Jumps to the packet `target` and reads on to `ordinal`; false where the jump lands elsewhere.
  private func land(at target: Int, for ordinal: Int) -> Bool {
    let entry = index.entries[target]
    if let stamp = seekStamp(of: entry) {
      isHolding = false
      let code = avformat_seek_file(
        format.context, Int32(stream), .min, stamp, stamp, AVSEEK_FLAG_BACKWARD)
      if code >= 0, identify(), next <= ordinal, skip(to: ordinal) { return true }
    }
    let canSeekBytes = format.context.pointee.iformat.pointee.flags & AVFMT_NO_BYTE_SEEK == 0
    guard canSeekBytes, entry.position >= 0, isBareOrStream else { return false }
    isHolding = false
    let code = avformat_seek_file(
      format.context, -1, .min, entry.position, entry.position, AVSEEK_FLAG_BYTE)
    return code >= 0 && identify() && next <= ordinal && skip(to: ordinal)
  }

  /// Whether bytes of the file are the stream itself, so that a byte position is a place to start at.
  private var isBareOrStream: Bool {
    let flags = format.context.pointee.iformat.pointee.flags
    return flags & (AVFMT_GENERIC_INDEX | AVFMT_NOTIMESTAMPS | AVFMT_TS_DISCONT) != 0
  }

  /// The stamp by which the container's own index finds `entry`: Matroska keeps presentation times, the others
  /// decoding times; but libav goes to no key frame of an MP4 that is shown later than the stamp that it is given.
  private func seekStamp(of entry: PacketEntry) -> Int64? {
    let byPresentation = format.isOne(of: ["matroska", "mov"])
    let (presentation, decoding) = entry.stamps
    let order = byPresentation ? [presentation, decoding] : [decoding, presentation]
    return order.first { $0 != MR_NO_TIME }
  }

  /// Reads on until a packet is recognised, and holds it; false where none is.
  private func identify() -> Bool {
    for _ in 0..<4096 {
      guard readRaw() >= 0 else { return false }
      if let ordinal = recognise(storage.packet.pointee) {
        next = ordinal
        isHolding = true
        return true
      }
    }
    return false
  }

  private func recognise(_ packet: AVPacket) -> Int? {
    // Packets that a parser cuts out of larger ones have no place of their own, and stamps that depend on
    // where reading began.
    if packet.pos < 0, hasPlaces { return nil }
    for stamp in [packet.dts, packet.pts, MR_NO_TIME] {
      let landmark = Landmark(position: packet.pos, size: packet.size, stamp: stamp)
      if let found = landmarks[landmark], found >= 0 { return found }
    }
    return nil
  }

  /// Packets by place, size and stamp, and by place and size alone; -1 where several share them.
  private func makeLandmarks() -> [Landmark: Int] {
    var result: [Landmark: Int] = [:]
    for (ordinal, entry) in index.entries.enumerated() {
      var stamps: Set = [entry.stamps.decoding, entry.stamps.presentation]
      stamps.remove(MR_NO_TIME)
      if entry.position >= 0 { stamps.insert(MR_NO_TIME) }
      for stamp in stamps {
        let mark = Landmark(position: entry.position, size: entry.size, stamp: stamp)
        result[mark] = result[mark] == nil ? ordinal : -1
      }
    }
    return result
  }

  /// Jumps in numbered pictures, or in raw ones of the same size.
  private func jumpByNumber(to ordinal: Int) -> Bool {
    isHolding = false
    let bytes = format.rawPictures.map { Int64(ordinal) * Int64($0.frameBytes) }
    guard
      av_seek_frame(
        format.context, Int32(stream), bytes ?? Int64(ordinal),
        bytes == nil ? 0 : AVSEEK_FLAG_BYTE) >= 0
    else { return false }
    next = ordinal
    return true
  }

  private func restart() throws {
    isHolding = false
    let target = index.entries.first.flatMap(seekStamp) ?? 0
    let isStampKnown = index.entries.first.flatMap(seekStamp) != nil
    if isStampKnown {
      let code = avformat_seek_file(
        format.context, Int32(stream), .min, target, target, AVSEEK_FLAG_BACKWARD)
      if code >= 0, identify(), next == 0 { return }
    }
    format = try format.reopened()
    format.read(only: [stream])
    (next, isHolding) = (0, false)
  }
}
