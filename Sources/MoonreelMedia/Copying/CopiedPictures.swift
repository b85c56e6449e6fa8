// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import Glibc
import MoonreelCore

/// The packets of a track of pictures that may stand in another file as they are, and which of them can.
///
/// Frames are counted in the order in which they are shown (*slots*), packets in that in which they are decoded
/// (*ordinals*). A **stretch** is a row of packets that begins with one that needs nothing before it, whose frames are
/// consecutive, and of which no frame needs a packet behind it.
///
/// `@unchecked Sendable`: it may be handed from thread to thread; one thread at a time may use it.
package final class CopiedPictures: @unchecked Sendable {
  /// A row of packets that can be copied together.
  package struct Stretch: Hashable, Sendable {
    /// Its frames.
    package var slots: Range<Int>
    /// Its packets.
    package var ordinals: Range<Int>
  }

  /// Whose packets they are.
  package let track: AssetTrack
  /// What a muxer needs to know of the stream, as the file says it.
  let parameters: CodecParameters
  /// The sets of parameters that its pictures refer to; `nil` for codecs without them.
  let sets: ParameterSets?
  let index: StreamIndex
  let codec: VideoCodec
  private let form: CodedUnitForm
  private let gate: FileGate
  /// The file as it was when the film was planned; `nil` for an address.
  private let identity: FileIdentity?
  /// Whether a packet needs none before it, of those that were asked about.
  private var closed: [Int: Bool] = [:]
  /// Open while the file is read.
  private var reader: PacketReader?
  /// Whether what is copied is decoded to see that it is not damaged.
  private let provesWhole: Bool
  /// Decodes a stretch that is read.
  private var watch: DamageWatch?

  /// Looks at the file of `track`, whose packets are to stand among those of an encoder of `codec`. The file stays open until
  /// ``close()``.
  ///
  /// - Parameter provesWhole: whether what is copied is decoded to see that it is not damaged.
  /// - Throws: `MoonreelError`: `accessDenied`, `fileAccess`, `unsupportedFormat`, `decodingFailed`.
  package init(
    _ track: AssetTrack, codec: VideoCodec, gate: FileGate, provesWhole: Bool = false
  ) throws {
    identity = Self.identity(of: track.path)
    let reader = try PacketReader(track: track, gate: gate)
    (self.track, self.codec, self.gate) = (track, codec, gate)
    self.provesWhole = provesWhole
    (parameters, index) = (reader.parameters, reader.index)
    form = ParameterSets.form(of: parameters)
    sets = try Self.sets(of: reader, form)
    self.reader = reader
  }

  /// The sets in the file's description, or else those that come with its first packet.
  private static func sets(of reader: PacketReader, _ form: CodedUnitForm) throws -> ParameterSets?
  {
    let codec = reader.parameters.parameters.pointee.codec_id
    guard [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC].contains(codec) else { return nil }
    if let sets = ParameterSets(reader.parameters), !sets.units.isEmpty { return sets }
    var sets = ParameterSets(codec: codec)
    try reader.seek(toOrdinal: reader.index.syncPoints[0])
    guard let bytes = try reader.next()?.bytes, let ranges = CodedUnits.ranges(in: bytes, form)
    else { return sets }
    for range in ranges where !sets.add(Array(bytes[range])) { break }
    return sets
  }

  /// The first stretch of at least `least` frames among the frames `slots`; `nil` where there is none.
  ///
  /// - Throws: `MoonreelError` (`decodingFailed`) where the file cannot be read.
  /// - Complexity: O(packets in `slots`); of H.264, HEVC and MPEG-2 a few key frames are read.
  package func stretch(in slots: Range<Int>, least: Int) throws -> Stretch? {
    guard !slots.isEmpty, slots.upperBound <= index.slots.count else { return nil }
    let first = index.syncIndex(atOrBefore: index.slots[slots.lowerBound].ordinal)
    for ordinal in index.syncPoints[first...] {
      let slot = Int(index.slotOfOrdinal[ordinal])
      if slot >= slots.upperBound { return nil }
      guard slots.contains(slot) else { continue }
      let stretch = stretch(from: ordinal, to: slots.upperBound)
      if stretch.slots.count >= least, try isClosed(ordinal) { return stretch }
    }
    return nil
  }

  /// The longest one that begins with packet `first` and shows no frame from `end` on.
  private func stretch(from first: Int, to end: Int) -> Stretch {
    let start = Int(index.slotOfOrdinal[first])
    var (highest, last) = (start, first)
    for ordinal in first..<index.entries.count {
      let slot = Int(index.slotOfOrdinal[ordinal])
      guard slot >= start, slot < end, !index.entries[ordinal].isDiscarded else { break }
      highest = max(highest, slot)
      if highest - start == ordinal - first { last = ordinal + 1 }
    }
    return Stretch(slots: start..<start + last - first, ordinals: first..<last)
  }

  /// `stretch` in pieces of about `count` frames, each of consecutive frames: they are copied one after the other, so
  /// that no more than one has to be held.
  package func pieces(of stretch: Stretch, count: Int) -> [Stretch] {
    var (pieces, highest): ([Stretch], Int) = ([], -1)
    var (slot, start) = (stretch.slots.lowerBound, stretch.ordinals.lowerBound)
    for ordinal in stretch.ordinals {
      highest = max(highest, Int(index.slotOfOrdinal[ordinal]))
      let length = ordinal + 1 - start
      let isLast = ordinal + 1 == stretch.ordinals.upperBound
      guard highest - slot == ordinal - start, length >= count || isLast else { continue }
      pieces.append(Stretch(slots: slot..<slot + length, ordinals: start..<ordinal + 1))
      (slot, start) = (slot + length, ordinal + 1)
    }
    return pieces
  }

  /// When frame `slot` begins, on the asset's clock.
  package func time(ofSlot slot: Int) -> Time { index.slots[slot].time }

  // MARK: Packets

  /// Closes the file; it is opened again where more is asked for.
  package func close() { reader = nil }

  private func opened() throws -> PacketReader {
    if let reader { return reader }
    if isChanged { throw changed }
    let new = try PacketReader(track: track, gate: gate)
    reader = new
    return new
  }

  /// Hands on the packets of `stretch` in the order in which they are decoded, each with the slot of its frame: H.264
  /// and HEVC with start codes, all else as it lies in the file. Their times mean nothing.
  ///
  /// - Parameter own: the parameter sets that each key frame is to have before it; `nil`: the file says them once.
  /// - Throws: `MoonreelError` (`decodingFailed`) where the file was changed since it was planned; ``DamagedPackets`` where
  ///   they cannot be read, refer to other parameter sets than the file states or, as far as that is to be proved, cannot be
  ///   decoded; what `take` throws.
  func read(
    _ stretch: Stretch, settingOut own: ParameterSets? = nil,
    _ take: (_ packet: PacketStorage, _ slot: Int) throws -> Void
  ) throws {
    let reader = try opened()
    try reader.seek(toOrdinal: stretch.ordinals.lowerBound)
    for ordinal in stretch.ordinals {
      guard let packet = try? reader.next(), packet.byteCount == index.entries[ordinal].size else {
        throw damaged
      }
      if provesWhole { try prove(packet, ordinal, reader) }
      let isKeyFrame = index.entries[ordinal].isKeyFrame
      let storage = try copy(of: packet, settingOut: isKeyFrame ? own : nil)
      storage.packet.pointee.flags = isKeyFrame ? AV_PKT_FLAG_KEY : 0
      try take(storage, Int(index.slotOfOrdinal[ordinal]))
    }
    if isChanged { throw changed }
  }

  /// Says that the next packets that are read do not go on where the last ones ended.
  ///
  /// - Throws: ``DamagedPackets``, as ``read(_:settingOut:_:)``.
  package func endStretch() throws {
    guard let watch else { return }
    self.watch = nil
    watch.finish()
    if !watch.damaged.isEmpty { throw damaged }
  }

  private func prove(_ packet: EncodedPacket, _ ordinal: Int, _ reader: PacketReader) throws {
    let watch =
      try self.watch
      ?? DamageWatch(
        reader.cursor.format.stream(track.streamIndex), of: track, pixelLimit: gate.pixelLimit,
        isQuick: true)
    self.watch = watch
    watch.take(packet.storage.packet, ordinal)
    if !watch.damaged.isEmpty { throw damaged }
  }

  private func copy(
    of packet: EncodedPacket, settingOut own: ParameterSets?
  ) throws -> PacketStorage {
    guard let sets else { return packet.storage }
    if own == nil, form == .lengths(CodedUnits.startCode.count) {
      return try withStartCodesInPlace(packet, sets)
    }
    let bytes = packet.bytes
    guard let ranges = CodedUnits.ranges(in: bytes, form) else { throw damaged }
    var units = ranges.map { bytes[$0] }
    let given = units.filter { ParameterSets.isSet($0, sets.codec) }
    guard given.allSatisfy(sets.contains) else { throw damaged }
    if let own, given.isEmpty {
      // A delimiter stays first.
      let isDelimited = units.first.map { ParameterSets.isDelimiter($0, sets.codec) } ?? false
      units.insert(contentsOf: own.ordered.map { $0[...] }, at: isDelimited ? 1 : 0)
    }
    return try PacketStorage(units.flatMap { CodedUnits.startCode + $0 }[...])
  }

  /// The packet itself, with a start code in the place of each length: both have the same size, so nothing moves.
  private func withStartCodesInPlace(
    _ packet: EncodedPacket, _ sets: ParameterSets
  ) throws -> PacketStorage {
    let storage = packet.storage
    guard av_packet_make_writable(storage.packet) >= 0 else { throw PacketStorage.noMemory }
    av_packet_free_side_data(storage.packet)
    let bytes = UnsafeMutableBufferPointer(
      start: storage.packet.pointee.data, count: packet.byteCount)
    guard let ranges = CodedUnits.ranges(in: bytes, form) else { throw damaged }
    for range in ranges {
      if ParameterSets.isSet(bytes[range], sets.codec) {
        guard sets.contains(Array(bytes[range])[...]) else { throw damaged }
      }
      for (place, byte) in CodedUnits.startCode.enumerated() {
        bytes[range.lowerBound - CodedUnits.startCode.count + place] = byte
      }
    }
    return storage
  }

  private var isChanged: Bool { Self.identity(of: track.path) != identity }

  private var changed: MoonreelError {
    MoonreelError(
      .decodingFailed,
      "Cannot copy pictures of '\(track.path)': it was changed while the film was written. Export again."
    )
  }

  /// What is wrong where packets are not as they should be: they are damaged unless somebody has changed the file.
  private var damaged: any Error { isChanged ? changed : DamagedPackets(path: track.path) }

  private static func identity(of path: String) -> FileIdentity? {
    var status = stat()
    return stat(path, &status) == 0 ? FileIdentity(status) : nil
  }

  // MARK: Beginnings

  /// Whether nothing from packet `ordinal` on needs a packet before it.
  private func isClosed(_ ordinal: Int) throws -> Bool {
    if let known = closed[ordinal] { return known }
    let found: Bool
    switch codec.copyRule {
    case .singlePictures: found = true
    case .never: found = false
    case .parameterSets:
      let bytes = try bytes(of: ordinal)
      found = isFresh(bytes)
    case .keyFrames: found = isShownKeyFrame(try bytes(of: ordinal))
    case .sequenceHeaders:
      found = try bytes(of: ordinal).starts(with: [0, 0, 1, 0xB3])
    }
    closed[ordinal] = found
    return found
  }

  private func bytes(of ordinal: Int) throws -> [UInt8] {
    let reader = try opened()
    try reader.seek(toOrdinal: ordinal)
    return try reader.next()?.bytes ?? []
  }

  /// Whether `bytes` begin with a key frame that is shown: of VP8 (RFC 6386, 9.1) or VP9 (its specification, 6.2).
  private func isShownKeyFrame(_ bytes: [UInt8]) -> Bool {
    guard let head = bytes.first else { return false }
    if codec == .vp8 { return head & 0x11 == 0x10 }
    // Profile 3 has one bit more before: a frame that is there already, no key frame, shown.
    let flags = head << (head & 0x30 == 0x30 ? 1 : 0) & 0x0E
    return head >> 6 == 2 && flags == 0x02
  }

  /// Whether `bytes` hold a picture that clears all before (IDR) and no parameter set that the file does not state.
  private func isFresh(_ bytes: [UInt8]) -> Bool {
    guard let sets, let ranges = CodedUnits.ranges(in: bytes, form) else { return false }
    var isFresh: Bool?
    for range in ranges {
      let (unit, head) = (bytes[range], bytes[range.lowerBound])
      if ParameterSets.isSet(unit, sets.codec) {
        guard sets.contains(unit) else { return false }
      } else if sets.codec == AV_CODEC_ID_H264 {
        // Slices are of types 1 to 5; 5 is that of an IDR picture.
        if (1...5).contains(head & 31) { isFresh = isFresh ?? (head & 31 == 5) }
      } else if head >> 1 & 63 < 32 {
        isFresh = isFresh ?? [19, 20].contains(head >> 1 & 63)
      }
    }
    return isFresh ?? false
  }
}

extension EncodedPacket {
  /// A copy of its bytes.
  var bytes: [UInt8] {
    Array(UnsafeBufferPointer(start: storage.packet.pointee.data, count: byteCount))
  }
}

/// What copying comes upon in a file that is damaged.
package struct DamagedPackets: Error {
  /// The file's.
  package let path: String

  /// The error where nobody does without the copies.
  package var error: MoonreelError {
    MoonreelError(.decodingFailed, "Cannot copy pictures of '\(path)': packets of it are damaged.")
  }
}
