// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Cuts the packets of one encoder into segments (ISO/IEC 23000-19, CMAF): the description of the track in a file of its
/// own, then a file for each stretch of the grid, which begins with a key frame.
final class SegmentSink: PacketSink {
  /// What files of it are called behind the stream's name.
  let id: String
  let path: String
  private(set) var segments: [StreamTrack.Segment] = []
  private(set) var codec = ""

  private let folder: StreamFolder
  private let target: MuxedBytes
  private let muxer: Muxer
  private let duration: Time
  private let pictures: VideoEncoding?
  private var timeBase = AVRational(num: 1, den: 1)
  /// Where the segment begins that is being filled, in units; `nil` before the first packet.
  private var start: Int64?
  /// Where the packets so far end.
  private var end: Int64 = 0
  /// The number of the stretch of the grid that is being filled.
  private var stretch: Int64 = 0
  private var hasFront = false

  var byteCount: Int64 { target.byteCount }

  /// The segments of the track `id`, each about `duration` long; `pictures` say how pictures are coded, `nil`: sound.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`).
  init(_ id: String, _ duration: Time, pictures: VideoEncoding?, into folder: StreamFolder) throws {
    (self.id, self.duration, self.pictures, self.folder) = (id, duration, pictures, folder)
    path = folder.path
    target = MuxedBytes(path: path)
    muxer = try Muxer(.cmaf, file: target)
  }

  /// Begins the track of an encoder.
  ///
  /// - Throws: `MoonreelError`: `encodingFailed`.
  func start(
    video: VideoEncoder?, audio: AudioEncoder?, settings: OutputSettings, warnings: WarningLog?
  ) throws {
    if let video {
      timeBase = video.context.pointee.time_base
      try muxer.addVideo(video)
    } else if let audio {
      timeBase = audio.context.pointee.time_base
      try muxer.addAudio(audio)
    }
    try muxer.setMetadata(settings.metadata, chapters: settings.chapters, warnings: warnings)
    let movieTimescale = MuxerOptions.movieTimescale([Int64(timeBase.den)])
    try muxer.start(
      options: [("movie_timescale", "\(movieTimescale)")]
        + Container.cmaf.traits.muxerOptions.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }

  func write(_ packet: UnsafeMutablePointer<AVPacket>, of media: MediaType) throws {
    let (first, length) = (packet.pointee.pts, packet.pointee.duration)
    if let next = try nextStretch(packet) {
      try cut(at: first)
      stretch = next
    }
    if start == nil { start = max(first, 0) }
    end = max(end, first + length)
    try muxer.write(packet, to: 0, timeBase: timeBase)
  }

  /// The stretch of the grid that `packet` begins; `nil` where it belongs to the one before.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`) where pictures that begin one are no key frame.
  private func nextStretch(_ packet: UnsafeMutablePointer<AVPacket>) throws -> Int64? {
    let time = packet.pointee.pts
    guard let pictures else {
      let seconds = Rational(Int64(timeBase.num), Int64(timeBase.den))
      let reached =
        time <= 0 ? 0 : (try Time(value: time, timeBase: seconds)).flicks / duration.flicks
      return reached > stretch ? reached : nil
    }
    let frame = pictures.frame(at: time)
    // What comes after a key frame and is shown before it belongs to the segment that is closed.
    let isLate = time < (start ?? time)
    guard isLate || frame > 0 && pictures.isKeyFrame(atFrame: frame) else { return nil }
    guard !isLate, packet.pointee.flags & AV_PKT_FLAG_KEY != 0 else {
      throw MoonreelError(
        .encodingFailed,
        "Cannot cut '\(path)' at \(pictures.time(ofFrame: frame)): its encoder puts no key frame there. Leave out "
          + "the video_options that place key frames, or use another encoder.")
    }
    return stretch + 1
  }

  /// Ends the segment at `time`.
  private func cut(at time: Int64) throws {
    guard let start else { return }
    if !hasFront {
      let front = Self.branded(try muxer.flush(target))
      codec = CodecName.name(describedBy: front) ?? ""
      try folder.write(front, StreamTrack.initEnding(id))
      hasFront = true
    }
    let bytes = try muxer.flush(target)
    segments.append(
      StreamTrack.Segment(start: start, duration: time - start, bytes: Int64(bytes.count)))
    try folder.write(bytes, StreamTrack.segmentEnding(id, segments.count))
    self.start = time
  }

  /// `front` with the brand of CMAF among those that it names. libav's option for it would also leave out the edit lists,
  /// which say where pictures and sound begin.
  private static func branded(_ front: [UInt8]) -> [UInt8] {
    guard var boxes = MovieBox.parse(front[...]), boxes.first?.type == "ftyp" else { return front }
    boxes[0].payload += Array("cmfc".utf8)
    var bytes: [UInt8] = []
    for box in boxes { box.write(to: &bytes) }
    return bytes
  }

  func end(_ media: MediaType) throws {}

  func seal() throws {
    try cut(at: end)
    try muxer.finish()
  }

  func commit() throws {}

  func discard() {}

  /// The track, once it is sealed.
  func track(_ content: StreamTrack.Content) -> StreamTrack {
    StreamTrack(
      id: id, codec: codec, timescale: Int64(timeBase.den),
      segments: segments.map { segment in
        let unit = Int64(timeBase.num)
        return StreamTrack.Segment(
          start: segment.start * unit, duration: segment.duration * unit, bytes: segment.bytes)
      }, content: content)
  }
}

extension Muxer {
  /// Has what was written since the last time made a fragment, the first time the description of the tracks; its bytes.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`).
  func flush(_ target: MuxedBytes) throws -> [UInt8] {
    let code = av_write_frame(context, nil)
    try io.flush()
    guard code >= 0 else {
      throw MoonreelError(
        .encodingFailed, "Cannot complete a segment of '\(target.path)'.", libav: code)
    }
    return target.take()
  }
}
