// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore
import Synchronization

/// Encodes pictures and sound into one file (or a numbered sequence of pictures).
///
/// Nothing appears at the path before ``finish()``, which replaces what was there in one step.
/// Frame *n* is presented at exactly *n* frame periods, or as the encoding's schedule says, and sample *n* at *n* sample periods; an
/// encoder's priming is written so that players leave it out. Packets of pictures and sound are
/// interleaved by time with bounded memory, however far one runs ahead of the other.
///
/// Threads: pictures are appended by one thread at a time, sound by one thread at a time, and these
/// may be two different threads; ``cancel()`` and the counters may be called from any thread.
///
/// For example:
///
///     let video = VideoEncoding(
///       codec: .h264, size: PixelSize(640, 360), frameRate: try FrameRate(25))
///     let settings = OutputSettings(container: .mp4, video: video)
///     let writer = try MediaWriter(path: "out.mp4", settings: settings, gate: .unrestricted)
///     for index in 0..<50 { try writer.append(picture, at: Int64(index)) }
///     print(try writer.finish().duration)
///
/// `@unchecked Sendable`: each encoder and the sink stand behind a lock of their own, always taken
/// in the order pictures, sound, sink.
public final class MediaWriter: @unchecked Sendable {
  private enum State {
    case open
    /// Whole, beside its place.
    case complete
    case failed(MoonreelError)
    case closed
  }

  /// The settings that the file is written with.
  public let settings: OutputSettings

  private let sink: any PacketSink
  private let limiter: LengthLimiter?
  /// The file, where all goes into one.
  private let file: MuxedFile?
  let video: VideoEncoder?
  /// The pictures that come in spans; `nil` where they are encoded here.
  let spans: SpanTrack?
  /// In the order of the tracks; empty without sound.
  private let audio: [AudioEncoder]
  let videoLock = Locked(())
  private let audioLock = Locked(())
  private let sinkLock = Locked(())
  private let state = Locked(State.open)
  private let cancellation = CancellationFlag()
  var frameCount: Int64 = 0
  private let muxing = Atomic<Int64>(0)

  /// Opens the output and checks the settings.
  ///
  /// - Parameters:
  ///   - path: a file; `-` for standard output, a FIFO or a character device (MP4 and MOV are then
  ///     written in fragments); for PNG and JPEG a pattern such as `frame_%04d.png` or a folder.
  ///   - settings: what the file holds.
  ///   - gate: what may be written where; a path that the user gave explicitly passes
  ///     `FileGate.unrestricted`.
  ///   - warnings: takes what is worth knowing but no error, such as tags that do not fit.
  ///   - statistics: what the ``FirstPass`` has learnt, where the pictures are encoded in two.
  ///   - copied: what the packets of the settings' `copiedSound` are like, where there is one.
  ///   - spans: how the spans were encoded in which all pictures will be given; `nil`: pictures are encoded here.
  /// - Throws: `MoonreelError`: `invalidArgument`, `accessDenied`,
  ///   `fileAccess` or `encodingFailed`.
  public init(
    path: String, settings: OutputSettings, gate: FileGate, warnings: WarningLog? = nil,
    statistics: PassStatistics? = nil, copied: CodecParameters? = nil, spans: SpanRules? = nil
  ) throws {
    try EncoderCatalogue.validate(settings)
    guard settings.video?.passes != 2 || statistics != nil || gate.writing.discards else {
      throw MoonreelError(
        .invalidArgument, "Cannot write '\(path)' in two passes without what the first one learnt.")
    }
    guard (settings.copiedSound == nil) == (copied == nil) else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot write '\(path)': sound that is copied is given together with what its packets are like."
      )
    }
    self.settings = settings
    guard !settings.container.holdsOnePicture else {
      video = try settings.video.map { try VideoEncoder($0, globalHeader: false) }
      (audio, limiter, self.file, self.spans) = ([], nil, nil, nil)
      if settings.video?.schedule != nil {
        warnings?.warn(
          "Pictures in files of their own carry no times: those of the frames are lost.")
      }
      sink = try PictureFiles(
        path: path, pathExtension: settings.container.pathExtensions[0],
        color: settings.container == .png ? settings.video?.color : nil, gate: gate,
        warnings: warnings)
      return
    }
    let file = try MuxedFile(
      settings.container, file: try AtomicOutputFile(path: path, gate: gate))
    let header = file.wantsGlobalHeader
    let pass = statistics.map(EncoderPass.second) ?? .single
    let video = try (spans?.encoding ?? settings.video).map {
      try VideoEncoder($0, globalHeader: header, pass: pass)
    }
    let audio = try settings.sounds.map { try AudioEncoder($0, globalHeader: header) }
    self.spans = try spans.flatMap { rules in try video.map { try SpanTrack(for: $0, rules) } }
    try file.start(
      video: video, audio: audio, copied: copied, settings: settings, warnings: warnings)
    // It has said what the file's front needs.
    if spans != nil { video?.close() }
    (self.video, self.audio) = (video, audio)
    limiter = try settings.fileLengthLimit.map { try LengthLimiter($0, settings, over: file) }
    sink = limiter ?? file
    self.file = file
  }

  /// Opens the one encoder of `part`, a track of a stream, whose packets go into `segments`.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`).
  init(_ part: OutputSettings, segments: SegmentSink, warnings: WarningLog?) throws {
    (settings, sink, limiter, file, spans) = (part, segments, nil, nil, nil)
    let video = try part.video.map { try VideoEncoder($0, globalHeader: true) }
    let audio = try part.sounds.map { try AudioEncoder($0, globalHeader: true) }
    try segments.start(
      video: video, audio: audio.first, settings: part, warnings: warnings)
    (self.video, self.audio) = (video, audio)
  }

  deinit { sink.discard() }

  /// Appends the picture shown from frame `frameIndex` on.
  ///
  /// Frames are appended in order from 0 without gaps. A frame in another pixel format, matrix or
  /// range than the encoding's is converted; alpha, where the encoding stores it, must be straight.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` for a frame out of order or of another size,
  ///   `encodingFailed`, `fileAccess`, `cancelled`.
  public func append(_ frame: FrameBuffer, at frameIndex: Int64) throws {
    try attempt {
      try videoLock.withLock { _ in
        guard let video else {
          throw MoonreelError(.invalidArgument, "Cannot append a picture: the file has none.")
        }
        if isFull { return }
        guard frameIndex == frameCount else {
          throw MoonreelError(
            .invalidArgument, "Cannot append frame \(frameIndex): frame \(frameCount) is next.")
        }
        guard spans == nil else {
          throw MoonreelError(
            .invalidArgument, "Cannot append a picture: the file's pictures come in spans.")
        }
        if let schedule = video.encoding.schedule, frameIndex >= schedule.count {
          throw MoonreelError(
            .invalidArgument,
            "Cannot append frame \(frameIndex): the schedule has \(schedule.count) frames.")
        }
        try video.encode(
          try FramePreparation.prepare(frame, for: video.encoding), index: frameIndex
        ) {
          try self.write($0, of: .video)
        }
        frameCount += 1
      }
    }
  }

  /// Appends sound to track `index`, the settings' `audio` and then its `moreAudio`, after what was appended to it
  /// before. Integer codecs saturate; the summary has the peak.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` where there is no such track, and for another rate or number of
  ///   channels, `encodingFailed`, `fileAccess`, `cancelled`.
  public func append(_ samples: SampleBuffer, toSound index: Int = 0) throws {
    try attempt {
      try audioLock.withLock { _ in
        guard audio.indices.contains(index) else {
          throw MoonreelError(
            .invalidArgument,
            audio.isEmpty
              ? "Cannot append sound: the file has none."
              : "Cannot append sound to track \(index): the file has \(audio.count).")
        }
        if isFull { return }
        try audio[index].encode(samples) { try self.write($0, toSound: index) }
      }
    }
  }

  /// Writes all captions of track `index` of the settings' `subtitles`, each track once and before any picture
  /// or sound; their times are those of the file. Captions that begin before zero or have no length are left
  /// out.
  ///
  /// For example: `try writer.append(captions.clipped(to: range), toSubtitles: 0)`.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` where there is no such track, `encodingFailed`,
  ///   `fileAccess`, `limitExceeded`, `cancelled`.
  public func append(_ captions: Captions, toSubtitles index: Int) throws {
    try attempt {
      try sinkLock.withLock { _ in
        guard let file, settings.subtitles.indices.contains(index) else {
          throw MoonreelError(
            .invalidArgument,
            "Cannot append captions to track \(index): the file has \(settings.subtitles.count).")
        }
        let written = captions.changed { $0.timeRange.start >= .zero ? $0 : nil }
        // What is at the front cannot be taken out again when the file is cut.
        let waits = !settings.container.traits.isMPEG4 || limiter != nil
        try file.write(
          written, settings.subtitles[index].codec, toSubtitles: index, waits: waits)
        try limiter?.countWaiting()
      }
    }
  }

  /// Writes all of track `index` of the settings' `timedMetadata`, each track once and before any picture or sound;
  /// its times are those of the file. What lies before zero is cut off.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` where there is no such track, or more keys than it can have,
  ///   `encodingFailed`, `fileAccess`, `limitExceeded`, `cancelled`.
  public func append(_ metadata: TimedMetadata, toMetadata index: Int) throws {
    try attempt {
      try sinkLock.withLock { _ in
        guard let file else { throw MetadataStreams.noTrack(index, count: 0) }
        let waits = !settings.container.traits.isMPEG4 || limiter != nil
        try file.write(metadata, toMetadata: index, waits: waits)
        try limiter?.countWaiting()
      }
    }
  }

  /// Writes what is held back and puts the file in its place.
  ///
  /// - Throws: `MoonreelError`; what was at the path is then untouched.
  public func finish() throws -> OutputSummary {
    let summary = try complete()
    try publish()
    return summary
  }

  /// Writes what is held back: the file is whole, beside its place, and takes nothing more.
  ///
  /// - Throws: `MoonreelError`; what was at the path is then untouched.
  public func complete() throws -> OutputSummary {
    let summary = try attempt {
      try videoLock.withLock { _ in
        try audioLock.withLock { _ in try finishLocked() }
      }
    }
    state.withLock { $0 = .complete }
    return summary
  }

  /// Puts the file that ``complete()`` has made in its place.
  ///
  /// - Throws: `MoonreelError`; what was at the path is then untouched.
  public func publish() throws {
    guard case .complete = state.withLock({ $0 }) else {
      throw MoonreelError(.invalidArgument, "Cannot publish '\(sink.path)': it is not complete.")
    }
    try cancellation.check()
    try sinkLock.withLock { _ in try sink.commit() }
    state.withLock { $0 = .closed }
  }

  /// Stops and removes the partial file; other calls throw `cancelled` from then on. Returns when
  /// calls under way on other threads have returned. Without effect after ``finish()``.
  public func cancel() {
    cancellation.cancel()
    discard()
  }

  /// Bytes written so far, those that wait to be interleaved included.
  public var bytesWritten: Int64 { sinkLock.withLock { _ in sink.byteCount } }

  /// CPU time so far of putting packets into the file.
  public var muxingNanoseconds: Int64 { muxing.load(ordering: .relaxed) }

  /// Whether the length limit was reached: further pictures and sound are ignored.
  public var isFull: Bool { limiter?.isFull ?? false }

  // MARK: Inside

  private func finishLocked() throws -> OutputSummary {
    if video != nil, frameCount == 0 {
      throw MoonreelError(
        .invalidArgument, "Cannot complete '\(sink.path)': it has no picture. Nothing was written.")
    }
    if !isFull, spans == nil { try video?.finish { try self.write($0, of: .video) } }
    try sinkLock.withLock { _ in try sink.end(.video) }
    for (index, encoder) in audio.enumerated() where !isFull {
      try encoder.finish { try self.write($0, toSound: index) }
    }
    return try sinkLock.withLock { _ in
      try sink.end(.audio)
      try cancellation.check()
      try sink.seal()
      return summary()
    }
  }

  private func summary() -> OutputSummary {
    let frames = limiter?.frames(of: frameCount) ?? frameCount
    let heard = audio.first?.sampleCount ?? file?.copy?.samples ?? 0
    let samples = limiter?.samples(of: heard) ?? heard
    let pictures = settings.video.map { $0.time(ofFrame: frames) } ?? .zero
    let sounds = audio.enumerated().map { index, encoder in
      Time(flicks: Time.flicksPerSecond).multiplied(
        by: index == 0 ? samples : encoder.sampleCount,
        dividedBy: Int64(encoder.encoding.sampleRate))
    }
    return OutputSummary(
      path: sink.path, frames: frames, samples: samples, bytes: sink.byteCount,
      duration: max(pictures, sounds.max() ?? file?.copy?.end ?? .zero),
      peak: audio.map(\.level.peak).max() ?? 0,
      clippedSamples: audio.reduce(0) { $0 + $1.level.clipped }, reachedLengthLimit: isFull)
  }

  private func write(_ packet: UnsafeMutablePointer<AVPacket>, toSound index: Int) throws {
    try index == 0 ? write(packet, of: .audio) : muxed { try file?.write(packet, toSound: index) }
  }

  func write(_ packet: UnsafeMutablePointer<AVPacket>, of media: MediaType) throws {
    try muxed { try sink.write(packet, of: media) }
  }

  private func muxed<Result>(_ body: () throws -> Result) throws -> Result {
    try cancellation.check()
    return try sinkLock.withLock { _ in
      let start = ThreadClock.nanoseconds
      defer { muxing.wrappingAdd(ThreadClock.nanoseconds - start, ordering: .relaxed) }
      return try body()
    }
  }

  /// Runs `body` unless the writer has failed or is closed; the first error ends the writing.
  func attempt<Result>(_ body: () throws -> Result) throws -> Result {
    try cancellation.check()
    switch state.withLock({ $0 }) {
    case .open: break
    case .failed(let error): throw error
    case .complete, .closed:
      throw MoonreelError(.invalidArgument, "Cannot write '\(sink.path)' further: it is complete.")
    }
    do {
      return try body()
    } catch {
      let known = error as? MoonreelError ?? MoonreelError(.internalError, "Cannot write: \(error)")
      state.withLock { if case .open = $0 { $0 = .failed(known) } }
      discard()
      throw known
    }
  }

  private func discard() {
    videoLock.withLock { _ in
      audioLock.withLock { _ in
        sinkLock.withLock { _ in sink.discard() }
      }
    }
  }
}

/// Sound that is copied: the settings' `copiedSound`, track 0.
extension MediaWriter: PacketTaker {
  /// Says what will be copied to a track; see ``PacketTaker/expect(_:on:)``.
  public func expect(_ cuts: [PacketCut], on index: Int) {
    audioLock.withLock { _ in
      sinkLock.withLock { _ in file?.expect(cuts, on: index) }
    }
  }

  /// Begins a stretch; see ``PacketTaker/begin(_:of:on:at:)``.
  public func begin(
    _ cut: PacketCut, of reader: PacketReader, on index: Int, at time: Time
  ) throws -> CopiedSegment {
    try copying { try $0.begin(cut, of: reader, on: index, at: time) }
  }

  /// Copies the packet that is due; see ``PacketTaker/copyNext(of:)``.
  public func copyNext(of segment: CopiedSegment) throws {
    try copying { try $0.copyNext(of: segment) }
  }

  /// Notes that a track is over; see ``PacketTaker/end(_:)``.
  public func end(_ index: Int) throws { try copying { try $0.end(index) } }

  private func copying<Result>(_ body: (MuxedFile) throws -> Result) throws -> Result {
    try attempt {
      try audioLock.withLock { _ in
        guard let file, settings.copiedSound != nil else {
          throw MoonreelError(.invalidArgument, "Cannot copy sound: the settings have none.")
        }
        return try muxed { try body(file) }
      }
    }
  }
}
