// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

extension Asset {
  /// Decodes all pictures and sound of the file, once and in order, and says where it is damaged. What a cut
  /// leaves undecodable at the beginning and the end is no damage.
  ///
  /// - Throws: `MoonreelError`: `accessDenied`, `fileAccess` or `unsupportedFormat`; `cancelled` where the gate's
  ///   flag is thrown.
  public func damage(gate: FileGate) throws -> [DamagedStretch] {
    try tracks.filter { $0.video != nil || $0.audio != nil }.flatMap {
      try DamageSurvey($0, gate: gate).run()
    }
  }
}

/// Decodes one track in one thread.
private final class DamageSurvey {
  private let track: AssetTrack
  private let format: FormatContext
  private let index: StreamIndex
  private let gate: FileGate
  private let watch: DamageWatch

  init(_ track: AssetTrack, gate: FileGate) throws {
    (self.track, self.gate) = (track, gate)
    (format, index) = try FormatContext.openForReading(track, gate: gate)
    format.read(only: [track.streamIndex])
    watch = try DamageWatch(
      format.stream(track.streamIndex), of: track, pixelLimit: gate.pixelLimit)
  }

  func run() throws -> [DamagedStretch] {
    let storage = PacketStorage()
    var ordinal = 0
    while ordinal < index.entries.count {
      guard format.read(into: storage.packet) >= 0 else { break }
      defer { av_packet_unref(storage.packet) }
      try gate.cancellation.check()
      guard Int(storage.packet.pointee.stream_index) == track.streamIndex else { continue }
      if track.audio != nil { storage.packet.pointee.flags &= ~AV_PKT_FLAG_DISCARD }
      watch.take(storage.packet, ordinal)
      ordinal += 1
    }
    try format.requireUninterrupted()
    watch.finish()
    // What the file states and does not have is told when it is opened.
    return stretches()
  }

  /// The packets that are damaged, and those of sound that gave nothing, without a word from the decoder.
  private var damaged: Set<Int> {
    guard SoundSource.steady.contains(track.codecName) else { return watch.damaged }
    return watch.damaged.union(index.entries.indices.filter { !watch.given.contains($0) })
  }

  private func stretches() -> [DamagedStretch] {
    let count = index.entries.count
    let first = index.entries.firstIndex(where: \.isKeyFrame) ?? 0
    let isCut = track.audio == nil || format.isCutAnywhere
    let last = isCut && count > 8 ? count - 3 : count - 1
    var result: [DamagedStretch] = []
    for ordinal in damaged.sorted() where ordinal >= first && ordinal <= last {
      let range = range(of: ordinal)
      if let before = result.last, range.start <= before.timeRange.end {
        let end = max(before.timeRange.end, range.end)
        result[result.count - 1].timeRange = TimeRange(start: before.timeRange.start, end: end)
        result[result.count - 1].packetCount += 1
      } else {
        result.append(
          DamagedStretch(
            trackID: track.trackID, mediaType: track.mediaType, timeRange: range, packetCount: 1))
      }
    }
    return result
  }

  /// What a damaged packet may spoil.
  private func range(of ordinal: Int) -> TimeRange {
    if let sound = index.sound {
      let rate = Int64(sound.sampleRate)
      func time(_ packet: Int) -> Time {
        let sample = packet < sound.starts.count ? sound.starts[packet] : sound.end
        return (try? Time(value: sample, timescale: rate)) ?? .zero
      }
      return TimeRange(start: time(ordinal), end: max(time(ordinal), time(ordinal + 1)))
    }
    let start = index.time(of: index.entries[ordinal].presentation) ?? .zero
    let next = index.syncPoints.first { $0 > ordinal }
    let end = next.flatMap { index.time(of: index.entries[$0].presentation) } ?? track.timeRange.end
    return TimeRange(start: start, end: max(start, end))
  }
}
