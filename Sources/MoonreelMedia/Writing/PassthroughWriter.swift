// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Copies coded packets into a new file without decoding them.
///
/// Segments of several files may follow each other on one track, as long as all are coded alike. In MP4,
/// MOV and M4A they may begin and end anywhere: what their decoders need besides is hidden by the track's
/// edit list. Elsewhere pictures begin at a key frame and end where no later picture is needed. Times are
/// exact in the track's own unit.
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
    var shownPackets: Int64 = 0
    var lastDecodeTime: Int64?
    /// The decoding time of the first packet.
    var origin: Int64?
    var end: Time = .zero
  }

  /// The kind of file.
  public let container: Container
  /// Whether packets can be copied that are not shown: the file has edit lists.
  public var canHide: Bool { container.traits.isMPEG4 && file.isSeekable }

  let tracks: [AssetTrack]
  var layouts: [PacketLayout]
  private let subtitles: [SubtitleEncoding]
  private let file: AtomicOutputFile
  private let muxer: Muxer
  private let indexFirst: Bool
  private var metadataStreams: MetadataStreams
  private(set) var progress: [Progress]

  /// Opens the output; nothing appears under `path` before ``finish()``.
  ///
  /// - Parameters:
  ///   - tracks: each track that the file will have, with the parameters of its packets.
  ///   - subtitles: tracks of captions, which come after these.
  ///   - timedMetadata: tracks of timed metadata, which come last.
  /// - Throws: `MoonreelError`: `encodingFailed` where the container cannot hold a codec,
  ///   `accessDenied`, `fileAccess`.
  public init(
    path: String, container: Container, tracks: [(AssetTrack, CodecParameters)],
    metadata: [String: String] = [:], chapters: [Chapter] = [],
    subtitles: [SubtitleEncoding] = [], timedMetadata: [TimedMetadataEncoding] = [],
    optimizeForNetwork: Bool = true, gate: FileGate, warnings: WarningLog? = nil
  ) throws {
    guard !tracks.isEmpty, !container.holdsOnePicture else {
      throw MoonreelError(
        .invalidArgument, "Cannot copy \(tracks.count) tracks into a \(container.rawValue) file.")
    }
    self.container = container
    self.tracks = tracks.map(\.0)
    file = try AtomicOutputFile(path: path, gate: gate)
    muxer = try Muxer(container, file: file)
    for (track, parameters) in tracks { try muxer.addCopy(of: track, parameters) }
    for encoding in subtitles { try muxer.addSubtitles(encoding) }
    self.subtitles = subtitles
    metadataStreams = try MetadataStreams(
      timedMetadata, after: tracks.count + subtitles.count, in: muxer, container, file: file)
    layouts = tracks.map { PacketLayout(timeBase: $0.0.copyTimeBase) }
    progress = tracks.map { _ in Progress() }
    indexFirst = optimizeForNetwork
    try muxer.setMetadata(metadata, chapters: chapters, warnings: warnings)
    let hasTexts = !subtitles.isEmpty || !timedMetadata.isEmpty
    let rates = layouts.map(\.timeBase.denominator) + (hasTexts ? [1000] : [])
    // Where edit lists are ours, so is the index's place: it is moved when they are in it.
    let isMovable = container.traits.isMPEG4 && file.isSeekable
    try muxer.start(
      options: MuxerOptions.make(
        container, rates: rates, isSeekable: file.isSeekable,
        indexFirst: indexFirst && !isMovable))
  }

  deinit { cancel() }

  /// Whether a file at `path` will be able to hide packets that are copied but not shown.
  ///
  /// - Throws: `MoonreelError`: `accessDenied` or `fileAccess` where it cannot be written.
  public static func canHide(in container: Container, at path: String, gate: FileGate) throws
    -> Bool
  {
    guard container.traits.isMPEG4 else { return false }
    switch try OutputDestination(path: path, gate: gate) {
    case .file, .nowhere: return true
    case .standardOutput, .stream: break
    }
    return false
  }

  /// Writes `packet`, which is `item` of `cut`, moved by `shift` units of the track's time.
  func append(
    _ packet: UnsafeMutablePointer<AVPacket>, _ item: PacketCut.Item, of cut: PacketCut,
    to index: Int, shift: Int64, due: Time
  ) throws {
    let layout = layouts[index]
    let copy = PacketStorage()
    guard av_packet_ref(copy.packet, packet) >= 0 else {
      throw MoonreelError(.limitExceeded, "Cannot copy a packet: out of memory.")
    }
    let shown = layout.units(item.presentation, of: cut) + shift
    let decoded = layout.units(item.decoding, of: cut) + shift
    copy.packet.pointee.pts = shown
    copy.packet.pointee.dts = try monotonic(decoded, shown: shown, index, at: due)
    copy.packet.pointee.duration = layout.units(item.duration, of: cut)
    copy.packet.pointee.pos = -1
    copy.packet.pointee.flags &= ~AV_PKT_FLAG_DISCARD
    progress[index].origin = progress[index].origin ?? copy.packet.pointee.dts
    if item.isShown { progress[index].shownPackets += 1 }
    try withExtendedLifetime(copy) {
      try muxer.write(copy.packet, to: index, timeBase: layout.timeBase.avRational, due: due)
    }
  }

  /// Writes all captions of track `index` of the subtitles, before any packet; see
  /// ``MediaWriter/append(_:toSubtitles:)``.
  ///
  /// - Throws: `MoonreelError`: `encodingFailed`, `fileAccess`.
  public func append(_ captions: Captions, toSubtitles index: Int) throws {
    let written = captions.changed { $0.timeRange.start >= .zero ? $0 : nil }
    try muxer.write(
      SubtitlePacket.packets(of: written, subtitles[index].codec),
      toSubtitles: tracks.count + index, waits: !container.traits.isMPEG4)
  }

  /// Writes all of track `index` of the timed metadata, before any packet; see
  /// ``MediaWriter/append(_:toMetadata:)``.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument`, `encodingFailed`, `fileAccess`.
  public func append(_ metadata: TimedMetadata, toMetadata index: Int) throws {
    try metadataStreams.write(
      metadata, toMetadata: index, in: muxer, waits: !container.traits.isMPEG4)
  }

  /// Notes that track `index` is shown up to `time`.
  func reach(_ time: Time, on index: Int) {
    progress[index].end = max(progress[index].end, time)
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
    guard progress.contains(where: { $0.shownPackets > 0 }) else {
      throw MoonreelError(.invalidArgument, "Cannot complete '\(file.path)': it has no packet.")
    }
    try muxer.finish()
    if canHide {
      var index = try MovieIndex(of: file)
      index.setEdits(layouts, origins: progress.map { $0.origin ?? 0 })
      metadataStreams.describe(in: &index)
      try index.write(first: indexFirst)
    }
    try file.commit()
    return summary()
  }

  /// Stops and removes the partial file. Without effect after ``finish()``.
  public func cancel() { file.discard() }

  /// Bytes written and waiting.
  public var bytesWritten: Int64 { muxer.byteCount }
  /// Pictures shown so far.
  public var framesWritten: Int64 {
    tracks.firstIndex { $0.mediaType == .video }.map { progress[$0].shownPackets } ?? 0
  }

  private func summary() -> OutputSummary {
    let audio = tracks.firstIndex { $0.mediaType == .audio }
    let samples = audio.flatMap { index in
      tracks[index].audio.map { progress[index].end.value(timescale: Int64($0.sampleRate)) }
    }
    return OutputSummary(
      path: file.path, frames: framesWritten, samples: samples ?? 0, bytes: file.byteCount,
      duration: progress.map(\.end).max() ?? .zero)
  }
}

extension AssetTrack {
  /// The unit in which copied packets are timed: samples for sound, else the stream's own.
  var copyTimeBase: Rational {
    audio.map { Rational(1, Int64(max(1, $0.sampleRate))) } ?? timeBase
  }
}

extension Rational {
  /// The same fraction in libav's type.
  var avRational: AVRational {
    AVRational(num: Int32(clamping: numerator), den: Int32(clamping: denominator))
  }
}
