// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Reads the coded packets of one track without decoding them, for passthrough.
///
/// `@unchecked Sendable`: it may be handed from thread to thread; one thread at a time may use it.
public final class PacketReader: @unchecked Sendable {
  /// The track being read.
  public let track: AssetTrack
  /// What a muxer needs to know of the stream.
  public let parameters: CodecParameters
  /// The unit of the stream's time stamps in seconds.
  public var timeBase: Rational { track.timeBase }

  let index: StreamIndex
  let cursor: PacketCursor
  /// The time of frames whose packets do not say it, by ordinal.
  private let frameTimes: [Int: Time]

  /// Opens the track's file through `gate`.
  ///
  /// - Throws: `MoonreelError`: `accessDenied`, `fileAccess` or `unsupportedFormat`.
  public init(track: AssetTrack, gate: FileGate) throws {
    let (format, index) = try FormatContext.openForReading(track, gate: gate)
    self.track = track
    self.index = index
    parameters = CodecParameters(copying: format.stream(track.streamIndex).pointee.codecpar)
    cursor = PacketCursor(format: format, index: index, stream: track.streamIndex)
    let isStamped = index.entries.allSatisfy { $0.presentation != MR_NO_TIME }
    frameTimes =
      isStamped ? [:] : Dictionary(index.slots.map { ($0.ordinal, $0.time) }) { first, _ in first }
  }

  /// The presentation times of all packets at which decoding can start, in order.
  ///
  /// - Throws: `MoonreelError` (`decodingFailed`) where the file cannot be read through.
  /// - Complexity: O(packets); the file itself was read when the reader was opened.
  public func keyFrameTimes() throws -> [Time] {
    index.syncPoints.filter { $0 < index.entries.count && index.entries[$0].isKeyFrame }
      .compactMap(time).sorted()
  }

  /// Moves to the last key frame at or before `time`, so that ``next()`` gives it; to the first packet
  /// where there is none.
  ///
  /// - Throws: `MoonreelError` (`decodingFailed`).
  public func seek(to time: Time) throws {
    let limit = time + index.halfUnit
    let start = index.syncPoints.last { self.time(of: $0).map { $0 <= limit } ?? false }
    try cursor.seek(to: start ?? 0)
  }

  /// The next packet in decoding order, or `nil` at the end.
  ///
  /// - Throws: `MoonreelError` (`decodingFailed`) where the file breaks off.
  public func next() throws -> EncodedPacket? {
    let ordinal = cursor.next
    guard let packet = cursor.read() else {
      guard ordinal < index.entries.count else { return nil }
      throw MoonreelError(
        .decodingFailed,
        "Cannot read packet \(ordinal) of '\(track.path)' (\(track.codecName)): the file was cut short "
          + "while it was being read.")
    }
    let entry = index.entries[ordinal]
    let storage = PacketStorage()
    guard av_packet_ref(storage.packet, packet) >= 0 else {
      throw MoonreelError(.limitExceeded, "Cannot hold a packet of '\(track.path)': out of memory.")
    }
    // After a jump libav may not know the stamps yet; the index does.
    storage.packet.pointee.pts = entry.presentation
    storage.packet.pointee.dts = entry.decoding
    storage.packet.pointee.duration = entry.duration
    return EncodedPacket(
      storage: storage, timeBase: timeBase, presentationTime: time(of: ordinal),
      decodeTime: index.time(of: entry.decoding), duration: index.duration(of: entry.duration),
      isKeyFrame: entry.isKeyFrame)
  }

  /// All packets presented within `range`, in decoding order, from the key frame at or before its
  /// start on.
  ///
  /// - Throws: `MoonreelError` (`decodingFailed`).
  public func packets(in range: TimeRange) throws -> [EncodedPacket] {
    try seek(to: range.start)
    var result: [EncodedPacket] = []
    while let packet = try next() {
      guard let shown = packet.presentationTime ?? packet.decodeTime else { continue }
      if (packet.decodeTime ?? shown) >= range.end { break }
      if range.contains(shown) { result.append(packet) }
    }
    return result
  }

  func time(of ordinal: Int) -> Time? {
    guard index.entries.indices.contains(ordinal) else { return nil }
    return index.time(of: index.entries[ordinal].presentation) ?? frameTimes[ordinal]
  }
}
