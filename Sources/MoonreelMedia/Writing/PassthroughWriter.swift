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
  /// The kind of file.
  public let container: Container
  /// Whether packets can be copied that are not shown: the file has edit lists.
  public var canHide: Bool { container.traits.isMPEG4 && file.isSeekable }

  private var copies: [CopiedTrack]
  private let subtitles: [SubtitleEncoding]
  private let file: AtomicOutputFile
  private let muxer: Muxer
  private let indexFirst: Bool
  private var metadataStreams: MetadataStreams

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
    copies = tracks.map { CopiedTrack($0.0) }
    file = try AtomicOutputFile(path: path, gate: gate)
    muxer = try Muxer(container, file: file)
    for (track, parameters) in tracks { try muxer.addCopy(of: track, parameters) }
    for encoding in subtitles { try muxer.addSubtitles(encoding) }
    self.subtitles = subtitles
    metadataStreams = try MetadataStreams(
      timedMetadata, after: tracks.count + subtitles.count, in: muxer, container, file: file)
    indexFirst = optimizeForNetwork
    try muxer.setMetadata(metadata, chapters: chapters, warnings: warnings)
    let hasTexts = !subtitles.isEmpty || !timedMetadata.isEmpty
    let rates = copies.map(\.layout.timeBase.denominator) + (hasTexts ? [1000] : [])
    // Where edit lists are ours, so is the index's place: it is moved when they are in it.
    let isMovable = container.traits.isMPEG4 && file.isSeekable
    try muxer.start(
      options: MuxerOptions.make(
        container, rates: rates, isSeekable: file.isSeekable,
        indexFirst: indexFirst && !isMovable, hasChapters: !chapters.isEmpty))
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

  /// Whether a `container` can say what is not heard before its sound begins, and no more.
  public static func canPrime(in container: Container) -> Bool { container.traits.saysPriming }

  /// Writes all captions of track `index` of the subtitles, before any packet; see
  /// ``MediaWriter/append(_:toSubtitles:)``.
  ///
  /// - Throws: `MoonreelError`: `encodingFailed`, `fileAccess`.
  public func append(_ captions: Captions, toSubtitles index: Int) throws {
    let written = captions.changed { $0.timeRange.start >= .zero ? $0 : nil }
    try muxer.write(
      SubtitlePacket.packets(of: written, subtitles[index].codec),
      toSubtitles: copies.count + index, waits: !container.traits.isMPEG4)
  }

  /// Writes all of track `index` of the timed metadata, before any packet; see
  /// ``MediaWriter/append(_:toMetadata:)``.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument`, `encodingFailed`, `fileAccess`.
  public func append(_ metadata: TimedMetadata, toMetadata index: Int) throws {
    try metadataStreams.write(
      metadata, toMetadata: index, in: muxer, waits: !container.traits.isMPEG4)
  }

  /// Writes the index and puts the file in its place.
  ///
  /// - Throws: `MoonreelError`; the old file at the path is then untouched.
  public func finish() throws -> OutputSummary {
    guard copies.contains(where: { $0.shownPackets > 0 }) else {
      throw MoonreelError(.invalidArgument, "Cannot complete '\(file.path)': it has no packet.")
    }
    try muxer.finish()
    if canHide {
      var index = try MovieIndex(of: file)
      index.setEdits(Dictionary(uniqueKeysWithValues: copies.enumerated().map { ($0, $1) }))
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
    copies.first { $0.track.mediaType == .video }?.shownPackets ?? 0
  }

  private func summary() -> OutputSummary {
    OutputSummary(
      path: file.path, frames: framesWritten,
      samples: copies.first { $0.track.mediaType == .audio }?.samples ?? 0, bytes: file.byteCount,
      duration: copies.map(\.end).max() ?? .zero)
  }
}

extension PassthroughWriter: PacketTaker {
  /// Says what will be copied to a track; see ``PacketTaker/expect(_:on:)``.
  public func expect(_ cuts: [PacketCut], on index: Int) { copies[index].layout.expect(cuts) }

  /// Begins a stretch; see ``PacketTaker/begin(_:of:on:at:)``.
  public func begin(
    _ cut: PacketCut, of reader: PacketReader, on index: Int, at time: Time
  ) throws -> CopiedSegment {
    if !canHide { try cut.checkExact(reader.track, in: container) }
    return copies[index].begin(cut, of: reader, on: index, at: time, canHide: canHide)
  }

  /// Copies the packet that is due; see ``PacketTaker/copyNext(of:)``.
  public func copyNext(of segment: CopiedSegment) throws {
    let (index, timeBase) = (segment.index, copies[segment.index].layout.timeBase.avRational)
    try segment.copyNext(into: &copies[index]) { packet, due in
      try muxer.write(packet, to: index, timeBase: timeBase, due: due)
    }
  }

  /// Notes that a track is over; see ``PacketTaker/end(_:)``.
  public func end(_ index: Int) throws { try muxer.end(index) }

  /// Appends what `reader`'s track presents within `range`, to be presented from `time` on.
  ///
  ///     |--A--|   ->   |--A--|--B[range]--|
  ///
  /// - Throws: `MoonreelError`: `encodingFailed` where the container has no edit lists and `range` does
  ///   not begin at a key frame or ends where later pictures are needed, `decodingFailed`, `fileAccess`.
  public func append(
    _ range: TimeRange, of reader: PacketReader, to index: Int, at time: Time
  ) throws {
    guard !range.isEmpty else { return }
    let cut = reader.cut(range, canHide: canHide, isFirst: time == .zero)
    let segment = try begin(cut, of: reader, on: index, at: time)
    while segment.due != nil { try copyNext(of: segment) }
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
