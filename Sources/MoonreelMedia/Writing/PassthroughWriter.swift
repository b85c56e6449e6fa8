// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Copies coded packets into a new file without decoding them.
///
/// Segments of several files may follow each other on one track, as long as all are coded alike;
/// each begins at a key frame. Times are exact in the track's own unit.
///
/// For example, the stretch from 2 s to 5 s of a clip's pictures:
///
///     let reader = try PacketReader(track: track, gate: gate)
///     let writer = try PassthroughWriter(
///       path: "cut.mp4", container: .mp4, tracks: [(track, reader.parameters)], gate: gate)
///     try writer.append(try TimeRange(seconds: 2, 5), of: reader, to: 0, at: .zero)
///     print(try writer.finish().frames)
///
/// Threads: one at a time. Tracks may be appended one after the other: packets wait in memory for
/// the other tracks up to a bound, beyond which they are written less finely interleaved.
public final class PassthroughWriter {
  /// What a track has received.
  struct Progress {
    var packets: Int64 = 0
    var lastDecodeTime: Int64?
    var end: Time = .zero
  }

  let container: Container
  private let file: AtomicOutputFile
  private let muxer: Muxer
  private let tracks: [AssetTrack]
  private let timeBases: [AVRational]
  private(set) var progress: [Progress]

  /// Opens the output; nothing appears under `path` before ``finish()``.
  ///
  /// - Parameters:
  ///   - tracks: each track that the file will have, with the parameters of its packets.
  /// - Throws: `MoonreelError`: `unsupportedFormat` where the container cannot hold a codec,
  ///   `accessDenied`, `fileAccess`.
  public init(
    path: String, container: Container, tracks: [(AssetTrack, CodecParameters)],
    metadata: [String: String] = [:], chapters: [Chapter] = [], optimizeForNetwork: Bool = true,
    gate: FileGate, warnings: WarningLog? = nil
  ) throws {
    guard !tracks.isEmpty, container.muxerName != nil else {
      throw MoonreelError(
        .invalidArgument, "Cannot copy \(tracks.count) tracks into a \(container.rawValue) file.")
    }
    self.container = container
    self.tracks = tracks.map(\.0)
    file = try AtomicOutputFile(path: path, gate: gate)
    muxer = try Muxer(container, file: file)
    for (track, parameters) in tracks { try muxer.addCopy(of: track, parameters) }
    timeBases = tracks.map { $0.0.timeBase.avRational }
    progress = tracks.map { _ in Progress() }
    try muxer.setMetadata(metadata, chapters: chapters, warnings: warnings)
    let rates = tracks.map { track, _ in
      track.audio.map { Int64($0.sampleRate) } ?? track.timeBase.denominator
    }
    try muxer.start(
      options: MuxerOptions.make(
        container, rates: rates, isSeekable: file.isSeekable, indexFirst: optimizeForNetwork))
  }

  deinit { cancel() }

  /// Appends `packet` to track `index`, shown `offset` later than its asset's clock says. Its
  /// duration is shortened to end at `limit` on the output's clock, where given.
  ///
  /// - Throws: `MoonreelError`: `encodingFailed` where its times do not follow those before,
  ///   `fileAccess`.
  public func append(
    _ packet: EncodedPacket, to index: Int, offset: Time, limit: Time? = nil
  ) throws {
    guard let decodeTime = packet.decodeTime ?? packet.presentationTime else {
      throw MoonreelError(
        .encodingFailed,
        "Cannot copy a packet of '\(tracks[index].path)' that has no time: encode it instead.")
    }
    let shown = (packet.presentationTime ?? decodeTime) + offset
    var end = shown + packet.duration
    if let limit { end = max(min(end, limit), shown) }
    let copy = PacketStorage()
    guard av_packet_ref(copy.packet, packet.storage.packet) >= 0 else {
      throw MoonreelError(.internalError, "Cannot copy a packet: out of memory.")
    }
    let base = tracks[index].timeBase
    let shownUnits = shown.value(timeBase: base)
    copy.packet.pointee.pts = shownUnits
    copy.packet.pointee.dts = try monotonic(
      (decodeTime + offset).value(timeBase: base), shown: shownUnits, index, at: shown)
    copy.packet.pointee.duration = (end - shown).value(timeBase: base)
    copy.packet.pointee.pos = -1
    progress[index].packets += 1
    progress[index].end = max(progress[index].end, end)
    try withExtendedLifetime(copy) {
      try muxer.write(copy.packet, to: index, timeBase: timeBases[index])
    }
  }

  /// The decoding time to write: the packet's own, or just after the one before where a segment of
  /// another file was reordered more deeply.
  private func monotonic(_ wanted: Int64, shown: Int64, _ index: Int, at time: Time) throws -> Int64
  {
    let least = progress[index].lastDecodeTime.map { $0 + 1 } ?? .min
    let chosen = max(min(wanted, shown), least)
    guard chosen <= shown else {
      throw MoonreelError(
        .encodingFailed,
        "Cannot join packets at \(time): the pictures of '\(tracks[index].path)' are reordered "
          + "more deeply than those before. Encode instead of copying.")
    }
    progress[index].lastDecodeTime = chosen
    return chosen
  }

  /// Notes that track `index` has had its last packet, so that others need not wait for it.
  ///
  /// - Throws: `MoonreelError`: `encodingFailed`, `fileAccess`.
  public func end(_ index: Int) throws { try muxer.end(index) }

  /// Writes the index and puts the file in its place.
  ///
  /// - Throws: `MoonreelError`; the old file at the path is then untouched.
  public func finish() throws -> OutputSummary {
    guard progress.contains(where: { $0.packets > 0 }) else {
      throw MoonreelError(.invalidArgument, "Cannot complete '\(file.path)': it has no packet.")
    }
    try muxer.finish()
    try file.commit()
    return summary()
  }

  /// Stops and removes the partial file. Without effect after ``finish()``.
  public func cancel() { file.discard() }

  private func summary() -> OutputSummary {
    let video = tracks.firstIndex { $0.mediaType == .video }
    let audio = tracks.firstIndex { $0.mediaType == .audio }
    let samples = audio.flatMap { index in
      tracks[index].audio.map { progress[index].end.value(timescale: Int64($0.sampleRate)) }
    }
    return OutputSummary(
      path: file.path, frames: video.map { progress[$0].packets } ?? 0, samples: samples ?? 0,
      bytes: file.byteCount, duration: progress.map(\.end).max() ?? .zero)
  }
}

extension Rational {
  /// The same fraction in libav's type.
  var avRational: AVRational {
    AVRational(num: Int32(clamping: numerator), den: Int32(clamping: denominator))
  }
}
