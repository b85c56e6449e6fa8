// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// One file with up to one stream of pictures, and some of sound, of captions and of timed metadata.
final class MuxedFile: PacketSink {
  private let file: AtomicOutputFile
  private let muxer: Muxer
  private var streams: [MediaType: (index: Int, timeBase: AVRational)] = [:]
  /// The streams of sound in order, of which ``streams`` knows the first.
  private var sounds: [(index: Int, timeBase: AVRational)] = []

  /// The index of the first stream of captions.
  private var firstSubtitles = 0
  /// The streams of timed metadata, which follow those of captions.
  private var metadata: MetadataStreams?
  private var indexFirst = false
  /// The sound that is copied, the only one then; `nil` where all is encoded.
  private(set) var copy: CopiedTrack?
  private let container: Container

  var path: String { file.path }
  var byteCount: Int64 { muxer.byteCount }
  /// Whether packets can be copied that are not heard: the file has edit lists.
  private var canHide: Bool { container.traits.isMPEG4 && file.isSeekable }
  /// Whether the container stores what decoders need once, at its front.
  var wantsGlobalHeader: Bool { muxer.wantsGlobalHeader }

  /// A file of kind `container` in `file`, without streams yet.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`).
  init(_ container: Container, file: AtomicOutputFile) throws {
    (self.file, self.container) = (file, container)
    muxer = try Muxer(container, file: file)
  }

  /// Writes the front of the file with the streams of these encoders, or of the settings' sound that is copied, whose
  /// packets `copied` describes.
  ///
  /// - Throws: `MoonreelError`: `encodingFailed` or `fileAccess`.
  func start(
    video: VideoEncoder?, audio: [AudioEncoder], copied: CodecParameters?,
    settings: OutputSettings, warnings: WarningLog?
  ) throws {
    if let video {
      streams[.video] = (streams.count, video.context.pointee.time_base)
      try muxer.addVideo(video)
    }
    for encoder in audio {
      sounds.append((streams.count + sounds.count, encoder.context.pointee.time_base))
      try muxer.addAudio(encoder)
    }
    if let track = settings.copiedSound, let copied {
      let copy = CopiedTrack(track)
      sounds.append((streams.count, copy.layout.timeBase.avRational))
      try muxer.addCopy(of: track, copied)
      self.copy = copy
    }
    firstSubtitles = streams.count + sounds.count
    streams[.audio] = sounds.first
    for encoding in settings.subtitles { try muxer.addSubtitles(encoding) }
    let metadata = try MetadataStreams(
      settings.timedMetadata, after: firstSubtitles + settings.subtitles.count, in: muxer,
      settings.container, file: file)
    self.metadata = metadata
    var settings = settings
    if metadata.completeIndex || copy != nil && canHide {
      (indexFirst, settings.optimizeForNetwork) = (settings.optimizeForNetwork, false)
    }
    try muxer.setMetadata(settings.metadata, chapters: settings.chapters, warnings: warnings)
    try muxer.start(options: MuxerOptions.make(settings, isSeekable: file.isSeekable))
  }

  func write(_ packet: UnsafeMutablePointer<AVPacket>, of media: MediaType) throws {
    guard let stream = streams[media] else { return }
    // What is hidden takes time of the file's that nobody sees: beside it, packets go by when they are due.
    let (decoded, base) = (packet.pointee.dts, stream.timeBase)
    let due = copy.flatMap { _ in
      try? Time(value: decoded, timeBase: Rational(Int64(base.num), Int64(base.den)))
    }
    try muxer.write(packet, to: stream.index, timeBase: stream.timeBase, due: due)
  }

  /// Takes a packet of stream `index` of sound.
  ///
  /// - Throws: `MoonreelError`: `fileAccess` or `encodingFailed`.
  func write(_ packet: UnsafeMutablePointer<AVPacket>, toSound index: Int) throws {
    try muxer.write(packet, to: sounds[index].index, timeBase: sounds[index].timeBase)
  }

  /// Writes all of stream `index` of captions.
  ///
  /// - Parameter waits: whether they are interleaved with what is to come.
  /// - Throws: `MoonreelError`: `fileAccess` or `encodingFailed`.
  func write(
    _ captions: Captions, _ codec: SubtitleCodec, toSubtitles index: Int, waits: Bool
  ) throws {
    try muxer.write(
      SubtitlePacket.packets(of: captions, codec), toSubtitles: firstSubtitles + index, waits: waits
    )
  }

  /// Writes all of stream `index` of timed metadata.
  ///
  /// - Parameter waits: whether it is interleaved with what is to come.
  /// - Throws: as ``MetadataStreams/write(_:toMetadata:in:waits:)``.
  func write(_ metadata: TimedMetadata, toMetadata index: Int, waits: Bool) throws {
    try self.metadata?.write(metadata, toMetadata: index, in: muxer, waits: waits)
  }

  /// Leaves out the captions and the metadata that have not been written yet, and shortens none.
  func dropWaitingCaptions() { muxer.dropWaiting(from: firstSubtitles) }

  func end(_ media: MediaType) throws {
    if media == .audio {
      for sound in sounds { try muxer.end(sound.index) }
    } else if let stream = streams[media] {
      try muxer.end(stream.index)
    }
  }

  func seal() throws {
    try muxer.finish()
    let edits = copy.flatMap { copy in canHide ? [sounds[0].index: copy] : nil }
    if let metadata, metadata.completeIndex || edits != nil {
      var index = try MovieIndex(of: file)
      index.setEdits(edits ?? [:])
      metadata.describe(in: &index)
      try index.write(first: indexFirst)
    }
    try file.seal()
  }

  func commit() throws { try file.commit() }

  func discard() { file.discard() }
}

extension MuxedFile: PacketTaker {
  func expect(_ cuts: [PacketCut], on index: Int) { copy?.layout.expect(cuts) }

  func begin(
    _ cut: PacketCut, of reader: PacketReader, on index: Int, at time: Time
  ) throws -> CopiedSegment {
    guard copy != nil else {
      throw MoonreelError(.invalidArgument, "Cannot copy packets into '\(path)': all is encoded.")
    }
    if !canHide { try cut.checkExact(reader.track, in: container) }
    return copy!.begin(cut, of: reader, on: index, at: time, canHide: canHide)
  }

  func copyNext(of segment: CopiedSegment) throws {
    guard copy != nil else { return }
    let (index, timeBase) = sounds[0]
    try segment.copyNext(into: &copy!) { packet, due in
      try muxer.write(packet, to: index, timeBase: timeBase, due: due)
    }
  }

  func end(_ index: Int) throws { try end(MediaType.audio) }
}
