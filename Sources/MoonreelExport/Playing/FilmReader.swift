// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender

/// Draws single frames of a film in any order, each as an export hands it to the encoder, and mixes its sound from any
/// time on. Its clock begins at zero where the export's would. One thread at a time.
package final class FilmReader {
  /// When each frame is shown.
  package let times: FilmFrameTimes
  /// Whether there is anything to hear.
  package let hasSound: Bool

  let job: ExportJob
  private let reader: CompositionReader
  let gate: FileGate
  private let renderer: PictureRenderer
  private var placements: [Int: ExportPlacement] = [:]
  /// How long the last frame took.
  package private(set) var lastCost: FrameSeconds?
  /// Whether the last frame shows proxies in place of files.
  package private(set) var lastHasProxies = false

  /// A reader of what `request` would write to `outputPath`; `nil`: to a file of its preset's kind, or Matroska.
  ///
  /// - Parameter older: a reader of another version of the film, from which what is drawn alike and the decoders of
  ///   unchanged files are taken over; it may go on, and opens them anew.
  /// - Throws: `MoonreelError`, as the export does before its first frame.
  package init(
    _ request: ExportRequest, outputPath: String? = nil, gate: FileGate,
    warnings: WarningLog? = nil, continuing older: FilmReader? = nil
  ) throws {
    let gate = gate.recording(request.timeline, request.videoComposition)
    job = try ExportJob(request, path: outputPath ?? request.pathOfItsKind, gate: gate)
    self.gate = gate
    times = FilmFrameTimes(job)
    hasSound = job.settings.audio != nil
    var limits = ReaderPool.Limits()
    limits.isForPlaying = true
    reader = CompositionReader(
      timeline: request.timeline, composition: job.composition, audioMix: request.heard.audioMix,
      pool: ReaderPool(gate: gate, limits: limits, warnings: warnings))
    let known = older?.renderer
    renderer =
      known.flatMap { older?.job.request.renderThreadCount == request.renderThreadCount ? $0 : nil }
      ?? PictureRenderer(threadCount: request.renderThreadCount)
    backwardsBytes = 72 << 20
    try job.requireFiles(of: reader)
    if job.settings.video != nil { try job.composition.prepare(job.range) }
    if let older { adoptReaders(of: older) }
  }

  /// Takes over the idle decoders of `other` for streams that both read, where their files are what they were.
  package func adoptReaders(of other: FilmReader) {
    guard let pool = reader.frames as? ReaderPool, let others = other.reader.frames as? ReaderPool
    else { return }
    pool.adopt(others, keys: Set(reader.uses().map(\.key)))
  }

  /// Whether the film, or its script so far, asks for something that lies on the network.
  package var usesNetwork: Bool {
    gate.names.contains { $0.role == .source && $0.path.contains("://") }
  }

  /// Closes all decoders until a frame is asked for.
  package func closeReaders() { (reader.frames as? ReaderPool)?.closeIdle() }

  /// Frames that came out of the decoders that are open now.
  package var decodedFrameCount: Int {
    guard let pool = reader.frames as? ReaderPool else { return 0 }
    return pool.monitor.read { state in
      state.readers.reduce(0) { $0 + ($1.reader?.decodedFrameCount ?? 0) }
    }
  }

  private var proxiedFrameCount: Int {
    (reader.frames as? ReaderPool)?.monitor.read { $0.proxiedFrames } ?? 0
  }

  /// The tracks of pictures that it reads.
  package var tracks: [AssetTrack] {
    var known: Set<ReaderUse.Key> = []
    return reader.uses().filter { known.insert($0.key).inserted }.map(\.track)
  }

  /// The bytes of frames that are kept for who walks backwards, of all files together: at first 72 MiB.
  package var backwardsBytes: Int {
    get { (reader.frames as? ReaderPool)?.monitor.read { $0.backwardsBytes } ?? 0 }
    set { (reader.frames as? ReaderPool)?.monitor.update { $0.backwardsBytes = newValue } }
  }

  /// The size of the frames; `nil` where there are none.
  package var size: PixelSize? { job.settings.video?.size }

  /// How the pixels of the frames lie; `nil` where there are none.
  package var pixelFormat: PixelFormat? { job.settings.video?.format }

  /// The stretch in which tracks have pictures: shorter than the film where its sound is longer.
  package var picturesRange: TimeRange {
    let ends = job.request.timeline.tracks(.video).filter(\.isEnabled).compactMap { track in
      track.segments.last { !$0.isEmpty }?.targetRange.end
    }
    let end = min(job.range.end, ends.max() ?? job.range.end)
    return TimeRange(start: .zero, end: max(.zero, end - job.range.start))
  }

  /// Frame `index`, drawn at 1 / `divisor` of the size.
  ///
  /// - Parameters:
  ///   - next: the frame that will be asked for after it, where it is known.
  ///   - isPlayed: whether it goes by in a film that is played, so that proxies may stand for files (``FileGate``'s
  ///     `proxies`). No other frame has them.
  /// - Throws: whatever reading and drawing throw.
  package func frame(
    _ index: Int64, next: Int64? = nil, divisor: Int = 1, isPlayed: Bool = false
  ) throws -> FrameBuffer {
    let time = job.time(ofFrame: index)
    let placement = try placement(divisor)
    let following = next.map { job.time(ofFrame: $0) }
    let scale =
      Double(placement.target.size.width) / Double(job.composition.renderSize.width)
    (reader.frames as? ReaderPool)?.shrink(by: divisor)
    let began = ContinuousClock.now
    let before = proxiedFrameCount
    let image = try StageFailure.describing("compose", at: time) {
      try reader.image(
        at: time, next: following, renderScale: scale,
        playedWidth: isPlayed ? placement.target.size.width : nil)
    }
    lastHasProxies = proxiedFrameCount != before
    let composed = ContinuousClock.now
    defer {
      lastCost = FrameSeconds(read: composed - began, drawn: ContinuousClock.now - composed)
    }
    return try StageFailure.describing("draw", at: time) {
      try renderer.render(placement.place(image), to: placement.target)
    }
  }

  /// What frame `index` shows, as it is composed.
  ///
  /// - Throws: whatever reading and composing throw.
  package func image(_ index: Int64) throws -> Image {
    let time = job.time(ofFrame: index)
    (reader.frames as? ReaderPool)?.shrink(by: 1)
    return try StageFailure.describing("compose", at: time) {
      try reader.image(at: time, next: nil, renderScale: 1)
    }
  }

  private func placement(_ divisor: Int) throws -> ExportPlacement {
    if let known = placements[divisor] { return known }
    guard var video = job.settings.video else {
      throw MoonreelError(.invalidTimeline, "There is nothing to see: the film has no pictures.")
    }
    if divisor > 1 {
      var request = job.request
      request.scale /= Double(divisor)
      video.size = request.outputSize(of: job.composition, video.codec, video.format)
    }
    var placement = ExportPlacement(of: job.composition, in: video)
    placement.target.quality = job.request.renderQuality
    placements[divisor] = placement
    return placement
  }

  /// A time within the tolerances whose picture costs less to decode; else `time`.
  package func cheaperTime(near time: Time, before: Time, after: Time) -> Time {
    guard before > .zero || after > .zero,
      let stills = try? StillGenerator(
        timeline: job.request.timeline, composition: job.composition, gate: gate)
    else { return time }
    (stills.toleranceBefore, stills.toleranceAfter) = (before, after)
    let found = stills.cheaperTime(near: time + job.range.start).map { $0 - job.range.start }
    return found.map { $0.clamped(to: .zero...times.duration) } ?? time
  }

  /// The mix of `range` as players choose it, at `rate` times the speed; backwards from its end where `rate` is negative.
  ///
  /// - Precondition: `rate` is not zero.
  /// - Throws: `MoonreelError` naming the file that cannot be opened.
  package func sound(
    _ range: TimeRange, rate: Rational, sampleRate: Int, layout: ChannelLayout,
    algorithm: TimePitchAlgorithm
  ) throws -> AudioMixer {
    let source = range.shifted(by: job.range.start)
    if rate == .one {
      return try reader.sound(
        in: source, sampleRate: sampleRate, layout: layout, algorithm: algorithm)
    }
    let speed = Rational(abs(rate.numerator), rate.denominator)
    let length = range.duration.multiplied(by: speed.denominator, dividedBy: speed.numerator)
    let target = TimeRange(start: .zero, duration: length)
    var timeline = Timeline()
    let track = timeline.addTrack(.audio)
    let segment = Segment(
      source: .composed(job.request.heard.film),
      mapping: TimeMapping(source: source, target: target),
      isReversed: rate.numerator < 0)
    try timeline.updateTrack(track) { try $0.setSegments([segment]) }
    return try CompositionReader(timeline: timeline, gate: gate)
      .sound(in: target, sampleRate: sampleRate, layout: layout, algorithm: algorithm)
  }
}

/// How long one frame took.
package struct FrameSeconds: Hashable, Sendable {
  /// Until it was read and described.
  package var read: Duration
  /// Until it was drawn from then on.
  package var drawn: Duration
}

/// When the frames of a film are shown, on a clock that begins at zero.
package struct FilmFrameTimes: Sendable {
  /// How many there are; 0 where a film has no pictures.
  package let count: Int64
  /// How long the film is.
  package let duration: Time
  /// Where the film begins on the clock of what is exported.
  package var start: Time { job.range.start }
  private let job: ExportJob

  init(_ job: ExportJob) {
    (self.job, count, duration) = (job, job.frameCount, job.range.duration)
  }

  /// When frame `index` begins; the film's end for all after the last.
  package func time(ofFrame index: Int64) -> Time {
    index >= count ? duration : job.time(ofFrame: max(0, index)) - job.range.start
  }

  /// The frame on screen at `time`: the last that begins at or before it; the first or the last outside.
  package func frame(at time: Time) -> Int64 { max(0, firstFrame { $0 > time } - 1) }

  /// The frame on screen just before `time`: the last that begins strictly before it.
  package func frame(before time: Time) -> Int64 { max(0, firstFrame { $0 >= time } - 1) }

  /// The first frame whose time satisfies `isLater`, which holds for all after it; `count` where none does.
  private func firstFrame(where isLater: (Time) -> Bool) -> Int64 {
    var (low, high) = (Int64(0), count)
    while low < high {
      let middle = low + (high - low) / 2
      if isLater(time(ofFrame: middle)) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// Threads for whoever plays films.
package enum FilmThread {
  /// Starts a thread that nobody waits for, with the stack that drawing wants.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where the system refuses one.
  package static func start(_ body: @escaping @Sendable () -> Void) throws {
    try StageThread.detach(body)
  }

  /// Lets all other threads go before the calling one, where the system allows it.
  package static func stepBack() {
    let idle: Int32 = 5  // SCHED_IDLE of Linux, which Glibc's module leaves out
    var parameters = sched_param()
    sched_setscheduler(0, idle, &parameters)
  }

  /// Has `thread`, which hangs, step back. A sandbox lets a thread change its own place only: so it is sent a signal, and
  /// does it itself.
  package static func sendBack(_ thread: pthread_t) {
    let number = __libc_current_sigrtmin() + 1
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in
      let before = errno
      FilmThread.stepBack()
      errno = before
    }
    action.sa_flags = SA_RESTART
    sigaction(number, &action, nil)
    pthread_kill(thread, number)
  }
}
