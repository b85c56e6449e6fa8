// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// One file with up to one stream of pictures, one of sound, and some of captions and of timed metadata.
final class MuxedFile: PacketSink {
  private let file: AtomicOutputFile
  private let muxer: Muxer
  private var streams: [MediaType: (index: Int, timeBase: AVRational)] = [:]

  /// The index of the first stream of captions.
  private var firstSubtitles = 0
  /// The index of the first stream of timed metadata, which follow those of captions.
  private var firstMetadata = 0
  /// The keys of each stream of boxed metadata, which the index at the end has to name.
  private var boxedKeys: [[String]] = []
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
    video: VideoEncoder?, audio: AudioEncoder?, settings: OutputSettings, warnings: WarningLog?
  ) throws {
    if let video {
      streams[.video] = (streams.count, video.context.pointee.time_base)
      try muxer.addVideo(video)
    }
    if let audio {
      streams[.audio] = (streams.count, audio.context.pointee.time_base)
      try muxer.addAudio(audio)
    }
    firstSubtitles = streams.count
    for encoding in settings.subtitles { try muxer.addSubtitles(encoding) }
    firstMetadata = firstSubtitles + settings.subtitles.count
    for encoding in settings.timedMetadata { try muxer.addTimedMetadata(encoding) }
    var settings = settings
    let boxed = settings.timedMetadata.filter { $0.codec == .boxed }
    guard boxed.isEmpty || file.isSeekable else {
      throw MoonreelError(
        .encodingFailed,
        "Cannot write timed metadata to '\(file.path)' as \(settings.container.rawValue), whose index is completed "
          + "at the end: it cannot be gone back in. Write to a file, or .ts.")
    }
    boxedKeys = boxed.map { _ in [] }
    if !boxed.isEmpty {
      // The index is completed at the end, and only then put in front.
      (indexFirst, settings.optimizeForNetwork) = (settings.optimizeForNetwork, false)
    }
    try muxer.setMetadata(settings.metadata, chapters: settings.chapters, warnings: warnings)
    try muxer.start(options: MuxerOptions.make(settings, isSeekable: file.isSeekable))
  }

  func write(_ packet: UnsafeMutablePointer<AVPacket>, of media: MediaType) throws {
    guard let stream = streams[media] else { return }
    try muxer.write(packet, to: stream.index, timeBase: stream.timeBase)
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
  /// - Throws: `MoonreelError`: `fileAccess` or `encodingFailed`.
  func write(
    _ metadata: TimedMetadata, _ codec: TimedMetadataCodec, toMetadata index: Int, waits: Bool
  ) throws {
    let keys = metadata.keys
    if boxedKeys.indices.contains(index) { boxedKeys[index] = keys }
    try muxer.write(
      metadata.packets(codec, keys: keys), toSubtitles: firstMetadata + index, waits: waits)
  }

  /// Leaves out the captions and the metadata that have not been written yet, and shortens none.
  func dropWaitingCaptions() { muxer.dropWaiting(from: firstSubtitles) }

  func end(_ media: MediaType) throws {
    if let stream = streams[media] { try muxer.end(stream.index) }
  }

  func commit() throws {
    try muxer.finish()
    if !boxedKeys.isEmpty {
      var index = try MovieIndex(of: file)
      index.setMetadataKeys(boxedKeys)
      try index.write(first: indexFirst)
    }
    try file.commit()
  }

  func discard() { file.discard() }
}
