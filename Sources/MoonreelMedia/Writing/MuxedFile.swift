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

  var path: String { file.path }
  var byteCount: Int64 { muxer.byteCount }
  /// Whether the container stores what decoders need once, at its front.
  var wantsGlobalHeader: Bool { muxer.wantsGlobalHeader }

  /// A file of kind `container` in `file`, without streams yet.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`).
  init(_ container: Container, file: AtomicOutputFile) throws {
    self.file = file
    muxer = try Muxer(container, file: file)
  }

  /// Writes the front of the file with the streams of these encoders.
  ///
  /// - Throws: `MoonreelError`: `encodingFailed` or `fileAccess`.
  func start(
    video: VideoEncoder?, audio: [AudioEncoder], settings: OutputSettings, warnings: WarningLog?
  ) throws {
    if let video {
      streams[.video] = (streams.count, video.context.pointee.time_base)
      try muxer.addVideo(video)
    }
    for encoder in audio {
      sounds.append((streams.count + sounds.count, encoder.context.pointee.time_base))
      try muxer.addAudio(encoder)
    }
    firstSubtitles = streams.count + sounds.count
    streams[.audio] = sounds.first
    for encoding in settings.subtitles { try muxer.addSubtitles(encoding) }
    let metadata = try MetadataStreams(
      settings.timedMetadata, after: firstSubtitles + settings.subtitles.count, in: muxer,
      settings.container, file: file)
    self.metadata = metadata
    var settings = settings
    if metadata.completeIndex {
      (indexFirst, settings.optimizeForNetwork) = (settings.optimizeForNetwork, false)
    }
    try muxer.setMetadata(settings.metadata, chapters: settings.chapters, warnings: warnings)
    try muxer.start(options: MuxerOptions.make(settings, isSeekable: file.isSeekable))
  }

  func write(_ packet: UnsafeMutablePointer<AVPacket>, of media: MediaType) throws {
    guard let stream = streams[media] else { return }
    try muxer.write(packet, to: stream.index, timeBase: stream.timeBase)
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

  func commit() throws {
    try muxer.finish()
    if let metadata, metadata.completeIndex {
      var index = try MovieIndex(of: file)
      metadata.describe(in: &index)
      try index.write(first: indexFirst)
    }
    try file.commit()
  }

  func discard() { file.discard() }
}
