// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// One file with up to one stream of pictures, one of sound, and some of captions.
final class MuxedFile: PacketSink {
  private let file: AtomicOutputFile
  private let muxer: Muxer
  private var streams: [MediaType: (index: Int, timeBase: AVRational)] = [:]

  /// The index of the first stream of captions.
  private var firstSubtitles = 0

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

  /// Leaves out the captions that have not been written yet, and shortens none.
  func dropWaitingCaptions() { muxer.dropWaiting(from: firstSubtitles) }

  func end(_ media: MediaType) throws {
    if let stream = streams[media] { try muxer.end(stream.index) }
  }

  func commit() throws {
    try muxer.finish()
    try file.commit()
  }

  func discard() { file.discard() }
}
