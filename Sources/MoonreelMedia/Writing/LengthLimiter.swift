// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore
import Synchronization

/// Keeps a file below a length: passes packets on in units that can end the file, as long as the
/// file with its index would still fit.
///
/// A unit is a run of video packets after which no earlier picture is missing (coding order differs
/// from presentation), with the sound up to its end; of sound alone, one packet. The sound packet
/// that reaches beyond the unit waits, so that it can be shortened to the cut. Of pictures and of
/// sound at most the limit's bytes wait each; what comes beyond could never fit and is dropped.
/// Threads: one at a time, but for ``isFull``.
final class LengthLimiter: PacketSink {
  private let file: MuxedFile
  private let limit: Int64
  private let video: VideoEncoding?
  private let audio: AudioEncoding?
  private let packetOverhead: Int64
  private var used: Int64

  private var pictures = PacketQueue()
  private var sounds = PacketQueue()
  /// The media whose packets are not taken any more: ended, or more than could ever fit.
  private var endedMedia: Set<MediaType> = []
  private var overflown: Set<MediaType> = []
  private var lastSoundEnd: Int64 = 0
  private var committedFrames: Int64 = 0
  private var committedSamples: Int64 = 0
  private let full = CancellationFlag()

  /// Whether the limit was reached.
  var isFull: Bool { full.isCancelled }
  var path: String { file.path }
  var byteCount: Int64 { file.byteCount }

  /// Keeps `file`, whose front is written, below `limit` bytes.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where not even the front fits.
  init(_ limit: Int64, _ settings: OutputSettings, over file: MuxedFile) throws {
    (self.limit, self.file) = (limit, file)
    (video, audio) = (settings.video, settings.audio)
    let tags = settings.metadata.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 64 }
    // What the index takes a packet: MPEG-4 up to five tables, Matroska block headers and cues.
    packetOverhead = settings.container.traits.isMPEG4 ? 44 : 32
    used = file.byteCount + 4096 + Int64(tags * 2 + settings.chapters.count * 256)
    guard used < limit else { throw tooSmall }
  }

  private var tooSmall: MoonreelError {
    MoonreelError(
      .limitExceeded,
      "Cannot keep '\(path)' within \(limit) bytes: not even its first pictures and sound fit. "
        + "Raise the limit, or lower the quality.")
  }

  /// How many of `count` frames are in the file.
  func frames(of count: Int64) -> Int64 { isFull ? min(committedFrames, count) : count }

  /// How many of `count` samples are in the file.
  func samples(of count: Int64) -> Int64 { isFull ? min(committedSamples, count) : count }

  // MARK: PacketSink

  func write(_ packet: UnsafeMutablePointer<AVPacket>, of media: MediaType) throws {
    guard !isFull else { return }
    if !overflown.contains(media) { keep(packet, media) }
    try advance()
  }

  private func keep(_ packet: UnsafeMutablePointer<AVPacket>, _ media: MediaType) {
    let kept = PacketStorage()
    av_packet_move_ref(kept.packet, packet)
    if media == .video {
      pictures.append(kept)
      if bytes(pictures) > limit - used { overflown.insert(.video) }
    } else {
      sounds.append(kept)
      lastSoundEnd = max(lastSoundEnd, end(of: kept))
      if bytes(sounds) > limit - used { overflown.insert(.audio) }
    }
  }

  func end(_ media: MediaType) throws {
    endedMedia.insert(media)
    if !isFull { try advance() }
  }

  func seal() throws {
    if !isFull { try passRest() }
    guard committedFrames > 0 || video == nil, committedSamples > 0 || committedFrames > 0 else {
      throw tooSmall
    }
    try file.end(.video)
    try file.end(.audio)
    try file.seal()
  }

  func commit() throws { try file.commit() }

  func discard() { file.discard() }

  /// Takes into account what waits in `file` already.
  func countWaiting() throws {
    used = max(used, file.byteCount + 4096)
    guard used < limit else { throw tooSmall }
  }

  // MARK: Units

  private func bytes(_ queue: PacketQueue) -> Int64 {
    Int64(queue.byteCount) + Int64(queue.count) * packetOverhead
  }

  private func cost(_ packet: PacketStorage) -> Int64 {
    Int64(packet.packet.pointee.size) + packetOverhead
  }

  private func end(of packet: PacketStorage) -> Int64 {
    let (start, length) = (packet.packet.pointee.pts, packet.packet.pointee.duration)
    return start == MR_NO_TIME ? 0 : start + length
  }

  /// Passes on all units that are whole, until one does not fit.
  private func advance() throws {
    while !isFull {
      guard let count = nextUnit() else {
        // The rest of the unit was dropped, or is longer than all that is left.
        if overflown.contains(.video) { try cut() }
        return
      }
      let frames = committedFrames + Int64(count)
      let boundary = video == nil ? end(of: sounds[0]) : sampleIndex(ofFrame: frames)
      if audio != nil, video != nil, lastSoundEnd < boundary, !endedMedia.contains(.audio) {
        if overflown.contains(.audio) { try cut() }
        return
      }
      guard used + needed(pictures: count, soundUpTo: boundary) <= limit else { return try cut() }
      try pass(pictures: count, soundUpTo: boundary)
    }
  }

  private func needed(pictures count: Int, soundUpTo boundary: Int64) -> Int64 {
    var sum = (0..<count).reduce(Int64(0)) { $0 + cost(pictures[$1]) }
    var index = 0
    while index < sounds.count, start(of: sounds[index]) < boundary {
      sum += cost(sounds[index])
      index += 1
    }
    return sum
  }

  /// How many waiting video packets make the next unit (0 for sound alone), or `nil` for none yet.
  private func nextUnit() -> Int? {
    guard let video else { return sounds.count == 0 ? nil : 0 }
    var highest = committedFrames - 1
    for index in 0..<pictures.count {
      highest = max(highest, video.frame(at: pictures[index].packet.pointee.pts))
      if highest == committedFrames + Int64(index) { return index + 1 }
    }
    return nil
  }

  private func start(of packet: PacketStorage) -> Int64 { packet.packet.pointee.pts }

  private func sampleIndex(ofFrame frame: Int64) -> Int64 {
    guard let video, let audio else { return .max }
    return video.time(ofFrame: frame).value(timescale: Int64(audio.sampleRate))
  }

  private func pass(pictures count: Int, soundUpTo boundary: Int64) throws {
    for _ in 0..<count { try pass(pictures.removeFirst(), .video) }
    committedFrames += Int64(count)
    while let first = sounds.first, end(of: first) <= boundary {
      try pass(sounds.removeFirst(), .audio)
    }
    committedSamples = min(boundary, lastSoundEnd)
  }

  private func pass(_ packet: PacketStorage, _ media: MediaType) throws {
    used += cost(packet)
    try withExtendedLifetime(packet) { try file.write(packet.packet, of: media) }
  }

  private func passRest() throws {
    committedFrames += Int64(pictures.count)
    committedSamples = lastSoundEnd
    while pictures.first != nil { try pass(pictures.removeFirst(), .video) }
    while sounds.first != nil { try pass(sounds.removeFirst(), .audio) }
  }

  // MARK: The cut

  /// Ends the file after what was passed on; the sound packet that reaches beyond is shortened.
  private func cut() throws {
    full.cancel()
    if let last = sounds.first, video != nil, start(of: last) < committedSamples {
      shorten(last, to: committedSamples - start(of: last))
      try withExtendedLifetime(last) { try file.write(last.packet, of: .audio) }
    }
    pictures.removeAll()
    sounds.removeAll()
    file.dropWaitingCaptions()
    try file.end(.video)
    try file.end(.audio)
  }

  private func shorten(_ packet: PacketStorage, to samples: Int64) {
    guard let audio else { return }
    let dropped = packet.packet.pointee.duration - samples
    packet.packet.pointee.duration = samples
    if let bytes = audio.codec.traits.bytesPerSample {
      av_shrink_packet(packet.packet, Int32(Int(samples) * bytes * audio.layout.count))
    } else if audio.codec.traits.saysFilling {
      mr_set_end_padding(packet.packet, UInt32(clamping: dropped))
    }
  }
}
