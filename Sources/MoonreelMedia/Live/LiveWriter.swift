// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Records pictures and sound that come as they are taken into a file that can be played at every moment, also after the
/// program was killed: its end is then missing, about ``LiveSettings/fragmentDuration`` of it.
///
/// MPEG-4 files are written in fragments; ``finish(at:chapters:)`` puts an index of all of them at the end and makes them an
/// ordinary file, in place: no media is copied. Matroska files are written in clusters, and get their cues at the end. A
/// recording that ends without ``finish(at:chapters:)``, by an error or a crash, is left as it is.
///
/// Threads: one at a time.
///
/// For example:
///
///     let writer = try LiveWriter(path: "take.mp4", settings: settings, gate: .unrestricted)
///     try writer.append(first, at: .zero)
///     try writer.append(second, at: Time(seconds: 0.037))
///     try writer.finish(at: Time(seconds: 0.07))
public final class LiveWriter {
  /// The settings that the file is written with.
  public let settings: LiveSettings
  /// Where the file is, links followed.
  public var path: String { file.path }
  /// Pictures taken so far.
  public private(set) var pictureCount: Int64 = 0
  /// Samples of each channel taken so far.
  public var sampleCount: Int64 { audio?.sampleCount ?? 0 }

  private let file: GrowingFile
  private let muxer: Muxer
  /// What the muxer has made of a fragment; `nil` where it writes into the file.
  private let fragment: MuxedBytes?
  private let video: VideoEncoder?
  private let audio: AudioEncoder?
  private var lastPicture: Time?
  private var lastKeyFrame: Time?
  private var lastUnits: Int64?
  /// Up to when what was taken has been made a fragment.
  private var flushed = Time.zero
  private var hasFront = false
  private var (pictures, sounds) = (Packets(), Packets())

  /// What an encoder has given so far.
  private struct Packets {
    var (count, bytes, largest): (Int64, Int64, Int64) = (0, 0, 0)

    mutating func add(_ packet: UnsafeMutablePointer<AVPacket>) {
      let size = Int64(packet.pointee.size)
      (count, bytes, largest) = (count + 1, bytes + size, max(largest, size))
    }
  }

  /// Makes the file and opens the encoders.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument`, `accessDenied`, `fileAccess` or `encodingFailed`; then there is no file.
  public init(
    path: String, settings: LiveSettings, gate: FileGate, warnings: WarningLog? = nil
  ) throws {
    self.settings = try settings.checked(path)
    let settings = self.settings
    let fragment = settings.container.traits.isMPEG4 ? MuxedBytes(path: path) : nil
    // Encoders first: where they refuse, nothing is touched.
    video = try settings.video.map { try VideoEncoder($0, globalHeader: true) }
    audio = try settings.audio.map { try AudioEncoder($0, globalHeader: true) }
    file = try GrowingFile(path: path, gate: gate)
    self.fragment = fragment
    do {
      muxer = try Muxer(settings.container, file: fragment ?? file)
      if let video { try muxer.addVideo(video) }
      if let audio { try muxer.addAudio(audio) }
      try muxer.setMetadata(settings.metadata, chapters: [], warnings: warnings)
      try muxer.start(options: muxerOptions)
    } catch {
      file.remove()
      throw error
    }
    file.syncFolder()
  }

  private var muxerOptions: [(String, String)] {
    let traits = settings.container.traits
    guard traits.isMPEG4 else { return traits.muxerOptions.sorted { $0.key < $1.key } }
    let rates = [
      video.map { Int64($0.context.pointee.time_base.den) },
      settings.audio.map { Int64($0.sampleRate) },
    ]
    return [
      ("movie_timescale", "\(MuxerOptions.movieTimescale(rates.compactMap { $0 }))"),
      ("movflags", "+frag_custom+delay_moov+default_base_moof+skip_trailer"),
    ]
  }

  /// Bytes in the file; less than a fragment is not counted yet.
  public var byteCount: Int64 { file.byteCount }

  /// Bytes that the largest picture takes so far.
  public var largestPicture: Int64 { pictures.largest }

  /// About how many bytes the file would have, and hardly more, if it were completed at `time`: with what encoders and the
  /// muxer hold back, sound up to then, heads and tables.
  public func projectedBytes(at time: Time) -> Int64 {
    let waiting = max(0, pictureCount - pictures.count) * pictures.largest
    let silence = max(0, (time - heard).seconds)
    let sound =
      heard > .zero ? Int64(limiting: Double(sounds.bytes) / heard.seconds * silence) : 0
    let tags = settings.metadata.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 64 }
    let fragments = Int64(limiting: time.seconds / settings.fragmentDuration.seconds) + 1
    return max(byteCount, pictures.bytes + sounds.bytes) + waiting + sound
      + 48 * (pictureCount + sounds.count) + 512 * fragments + Int64(tags) + 8192
  }

  /// Appends the picture shown from `time` on, counted from the file's beginning. Times ascend; a picture that comes in the
  /// same 1/90,000 s (in Matroska: millisecond) as the one before is moved to the next.
  ///
  /// - Parameter beginsGroup: whether it has to be a key frame, as where the file is to be cut.
  /// - Throws: `MoonreelError`: `invalidArgument` for another size or a time that is not later, `encodingFailed`,
  ///   `fileAccess` where the disk is full: what was recorded before can be played.
  public func append(_ picture: FrameBuffer, at time: Time, beginsGroup: Bool = false) throws {
    guard let video, time >= lastPicture ?? .zero else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot record a picture at \(time): the last one is later, or there are none.")
    }
    let ready = try FramePreparation.prepare(picture, for: video.encoding)
    let isKey =
      beginsGroup || lastKeyFrame.map { time - $0 >= settings.keyFrameInterval } ?? true
    let units = max(unit(at: time), lastUnits.map { $0 + smallestStep } ?? 0)
    try guarding {
      try video.encode(ready, index: units, isKeyFrame: isKey) { try write($0, video) }
      if isKey { lastKeyFrame = time }
      (lastPicture, lastUnits) = (time, units)
      pictureCount += 1
      try flush(at: time)
    }
  }

  /// Appends sound after what was appended before; the first sample is at the file's beginning.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` for another rate or number of channels, `encodingFailed`, `fileAccess`.
  public func append(_ sound: SampleBuffer) throws {
    guard let audio else {
      throw MoonreelError(.invalidArgument, "Cannot record sound: the file has none.")
    }
    try guarding {
      try audio.encode(sound) {
        try write($0, audio)
      }
      if video == nil { try flush(at: heard) }
    }
  }

  /// Completes the file, whose last picture is shown up to `end`, with `chapters`.
  ///
  /// - Throws: `MoonreelError`: `fileAccess` where the disk is full; what was recorded can still be played, but for its
  ///   chapters.
  @discardableResult
  public func finish(at end: Time, chapters: [Chapter] = []) throws -> OutputSummary {
    try guarding {
      try video?.finish { try write($0, video!) }
      if let audio {
        try audio.finish {
          try write($0, audio)
        }
      }
      if fragment == nil { try muxer.setMetadata([:], chapters: chapters, warnings: nil) }
      // For what waits for another stream, there is none to wait for.
      for index in 0..<(video == nil ? 0 : 1) + (audio == nil ? 0 : 1) { try muxer.end(index) }
      try saveFragment()
      try muxer.finish()
    }
    if fragment != nil { try FinishedMovie.finish(file, end: end, chapters: chapters) }
    try file.sync()
    return OutputSummary(
      path: path, frames: pictureCount, samples: sampleCount, bytes: file.byteCount,
      duration: max(end, heard), peak: audio?.level.peak ?? 0,
      clippedSamples: audio?.level.clipped ?? 0)
  }

  /// Takes the file away again, where nothing was recorded.
  public func remove() { file.remove() }

  /// Completes as well as it can be done what an error has ended, without what was not in the file then.
  ///
  /// - Returns: whether it is an ordinary file now; it can be played either way.
  public func salvage(at end: Time, chapters: [Chapter] = []) -> Bool {
    guard fragment != nil else { return false }
    return (try? FinishedMovie.finish(file, end: end, chapters: chapters)) != nil
  }

  /// Writes all that has been encoded, so that it is there after a crash of the program.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`).
  public func flush() throws { try guarding { if muxer.hasAllStreams { try saveFragment() } } }

  // MARK: Inside

  private var soundIndex: Int { video == nil ? 0 : 1 }

  private var heard: Time {
    guard let audio else { return .zero }
    return Time(flicks: Time.flicksPerSecond)
      .multiplied(by: audio.sampleCount, dividedBy: Int64(audio.encoding.sampleRate))
  }

  private func unit(at time: Time) -> Int64 { time.value(timescale: 90_000) }

  /// Units from one picture to the next at least.
  private var smallestStep: Int64 { settings.container.traits.isMPEG4 ? 1 : 90 }

  private func write(_ packet: UnsafeMutablePointer<AVPacket>, _ video: VideoEncoder) throws {
    pictures.add(packet)
    try muxer.write(packet, to: 0, timeBase: video.context.pointee.time_base)
  }

  private func write(_ packet: UnsafeMutablePointer<AVPacket>, _ audio: AudioEncoder) throws {
    sounds.add(packet)
    try muxer.write(packet, to: soundIndex, timeBase: audio.context.pointee.time_base)
  }

  private func flush(at time: Time) throws {
    // The front says where each stream begins: it is written when the first packet of each is known.
    guard time - flushed >= settings.fragmentDuration, muxer.hasAllStreams else { return }
    flushed = time
    try saveFragment()
  }

  /// Puts what waits into the file, whole.
  private func saveFragment() throws {
    guard let fragment else { return try muxer.flush() }
    if !hasFront {
      try file.write(muxer.flush(fragment))
      hasFront = true
    }
    try file.write(muxer.flush(fragment))
  }

  /// Runs `body`; where it fails, what is not whole is cut off, so that the file can be played.
  private func guarding<Result>(_ body: () throws -> Result) throws -> Result {
    let whole = file.byteCount
    do {
      return try body()
    } catch {
      if fragment != nil, file.byteCount > whole { try? file.cut(to: whole) }
      throw error
    }
  }
}

extension Muxer {
  /// Ends the cluster of a Matroska file and passes on what the buffer holds.
  ///
  /// - Throws: `MoonreelError`: `encodingFailed` or `fileAccess`.
  fileprivate func flush() throws {
    let code = av_write_frame(context, nil)
    try io.flush()
    guard code >= 0 else {
      throw MoonreelError(
        .encodingFailed, "Cannot complete a cluster of '\(io.file.path)'.", libav: code)
    }
  }
}
