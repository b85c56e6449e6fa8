// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// The packets of an AVI file as its index lists them (`idx1`, or OpenDML's `indx` and `ix##`), which libav has read
/// when the file is open.
///
/// The index counts only where it has every chunk of the file, and no other: the head of each chunk is read, too.
/// Which pictures are key frames libav tells by their own headers where it has a parser, so these are looked into.
struct AviTables {
  private let format: FormatContext
  private let source: any ByteSource
  /// The packets of each stream.
  private let streams: [Int: [Packet]]

  /// One packet.
  private struct Packet {
    /// Its first byte.
    var position: Int64
    var size: Int32
    /// In units of the stream.
    var time: Int64
    var isMarked: Bool
  }

  /// The packets of the file that `format` has open; `nil` where its index and its chunks do not agree, or what is
  /// in them is cut otherwise.
  ///
  /// - Throws: `MoonreelError` where reading was stopped.
  init?(_ format: FormatContext) throws {
    let count = format.streamCount
    guard count > 0, let source = format.bytes else { return nil }
    var listed: [Int: [mr_index_entry]] = [:]
    for index in 0..<count {
      let kind = format.stream(index).pointee.codecpar.pointee.codec_type
      guard kind == AVMEDIA_TYPE_VIDEO || kind == AVMEDIA_TYPE_AUDIO,
        let entries = format.listedEntries(index), entries.count > 1
      else { return nil }
      listed[index] = entries.filter { $0.size > 0 }
    }
    let check = { try format.requireUninterrupted() }
    guard let chunks = try AviChunks(source, streamCount: count, check: check) else { return nil }
    var streams: [Int: [Packet]] = [:]
    for (index, entries) in listed {
      let found = chunks.chunks[index] ?? []
      let isSame =
        found.count == entries.count
        && zip(found, entries).allSatisfy { $0.start == $1.position && $0.size == $1.size }
      guard isSame, let packets = Self.packets(of: entries, format.stream(index)) else {
        return nil
      }
      streams[index] = packets
    }
    (self.format, self.source, self.streams) = (format, source, streams)
  }

  /// What libav makes of the chunks `entries`: pictures are whole ones, sound that is counted in blocks is cut.
  private static func packets(
    of entries: [mr_index_entry], _ stream: UnsafeMutablePointer<AVStream>
  ) -> [Packet]? {
    let parameters = stream.pointee.codecpar.pointee
    let block = Int64(parameters.block_align)
    // Time is counted in bytes where the stream states the size of its samples.
    let isCounted =
      parameters.codec_type == AVMEDIA_TYPE_AUDIO
      && zip(entries, entries.dropFirst()).allSatisfy { $1.timestamp &- $0.timestamp == $0.size }
    guard isCounted, block > 1 else {
      return entries.map {
        Packet(
          position: $0.position &+ AviChunks.headSize, size: $0.size, time: $0.timestamp,
          isMarked: $0.isKeyFrame != 0)
      }
    }
    let most = block < 32 ? 1024 * block : block
    var packets: [Packet] = []
    for entry in entries {
      for start in stride(from: 0, to: Int64(entry.size), by: Int64.Stride(most)) {
        packets.append(
          Packet(
            position: entry.position &+ AviChunks.headSize &+ start,
            // holds: what is left of a packet whose length has 32 bits.
            size: Int32(min(most, Int64(entry.size) - start)),
            time: (entry.timestamp &+ start) / block, isMarked: true))
      }
    }
    return packets
  }

  /// The packets by stream, having been compared with the first ones that libav reads from `format`, which is then
  /// at an unknown place; `nil` where they do not agree to the last number.
  ///
  /// - Throws: `MoonreelError` where reading was stopped.
  func proven() throws -> [Int: PacketScan.Gathering]? {
    guard let read = try TableProof.read(format, counts: streams.mapValues(\.count)) else {
      return nil
    }
    var gatherings: [Int: PacketScan.Gathering] = [:]
    for (index, packets) in streams {
      let stream = format.stream(index)
      // What is cut anew must be sound, of which each packet is looked at.
      let codec = stream.pointee.codecpar.pointee.codec_id
      guard !FormatContext.isCutAnew(stream) || PacketDurationMeter.mayBeCutAnew(codec),
        let found = try gathering(stream, packets, read[index])
      else { return nil }
      gatherings[index] = found
    }
    return gatherings
  }

  private func gathering(
    _ stream: UnsafeMutablePointer<AVStream>, _ packets: [Packet], _ read: PacketScan.Gathering?
  ) throws -> PacketScan.Gathering? {
    let result = PacketScan.Gathering(stream)
    guard let read, let first = read.entries.first, read.pendingSkip == 0 else { return nil }
    let usual = read.entries.first { $0.duration > 0 }?.duration ?? 0
    let pictures = PictureKinds(stream)
    result.reserve(packets.count)
    for (number, packet) in packets.enumerated() {
      if number & 0xfff == 0 { try format.requireUninterrupted() }
      guard
        let kind = pictures.kind(
          source, at: packet.position, size: packet.size, isMarked: packet.isMarked)
      else { return nil }
      // AVI has the times of decoding alone. Those of pictures out of order libav knows for some of them.
      if kind.isBidirectional, result.codec != AV_CODEC_ID_H264 { return nil }
      let length = result.meter?.duration(ofSize: packet.size) ?? 0
      let entry = PacketEntry(
        presentation: first.presentation == MR_NO_TIME ? MR_NO_TIME : packet.time,
        decoding: packet.time, duration: length > 0 ? length : usual, position: packet.position,
        size: packet.size, isKeyFrame: kind.isKeyFrame, isDiscarded: false)
      guard result.note(entry, in: source, provenBy: read, number) else { return nil }
    }
    for (ordinal, trim) in read.trims { result.trims[ordinal] = trim }
    return result
  }
}
