// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel

/// A film that a player plays (`AVPlayerItem`): anything that can be exported, with its own ends and logs. Its clock begins
/// at zero. One player at a time plays it.
public final class PlayerItem: Sendable {
  /// Whether it can be played.
  public enum Status: Sendable {
    /// Nobody has looked at it yet.
    case unknown
    /// It can be played.
    case readyToPlay
    /// It cannot.
    case failed(MoonreelError)
  }

  private struct State {
    var info: FilmInfo?
    var error: MoonreelError?
    var forwardEnd: Time?
    var reverseEnd: Time?
    var algorithm = TimePitchAlgorithm.spectral
    var access = AccessLog()
    var errors: [ErrorLogEntry] = []
    var outputs: [PlayerItemVideoOutput] = []
  }

  /// What is played.
  public let request: ExportRequest
  private let outputPath: String?
  private let gate: FileGate
  private let state: Locked<State>
  private let networkBefore: NetworkLog.Counts
  /// Whether its frames are drawn; else they are empty, and only their times are right.
  let isDrawn: Bool
  private let film = Locked<FilmReader?>(nil)
  /// The version before, as long as this one is not open.
  private let older: Locked<PlayerItem?>
  private let statuses = Broadcast<Status>()
  let measuring = Locked(Measuring())
  /// Ends the measuring with the item.
  let stopped = CancellationFlag()

  /// An item that plays `request`; no file is opened yet.
  ///
  /// - Parameters:
  ///   - outputPath: the file of which it is to show the frames, to the bit, as its ending and the request say;
  ///     nothing is written. `nil`: one of the preset's kind, or Matroska. `"frames.png"` gives R'G'B' pictures.
  ///   - gate: what may be read.
  ///   - older: another version of the film, whose decoders and drawn pictures it takes over where they are the same; that
  ///     one opens files anew where it goes on.
  public convenience init(
    _ request: ExportRequest, outputPath: String? = nil, gate: FileGate,
    continuing older: PlayerItem? = nil
  ) {
    self.init(request, outputPath: outputPath, gate: gate, continuing: older, isDrawn: true)
  }

  /// The same for those who may only want to know which frame is shown when.
  package init(
    _ request: ExportRequest, outputPath: String? = nil, gate: FileGate,
    continuing older: PlayerItem? = nil, isDrawn: Bool
  ) {
    (self.request, self.outputPath, self.gate) = (request, outputPath, gate)
    networkBefore = gate.remote.log.counts
    // One that was never opened has nothing to hand over, but for what it was to take over itself.
    self.older = Locked(older?.info == nil ? older?.older.withLock { $0 } : older)
    self.isDrawn = isDrawn
    var state = State()
    state.algorithm = request.timePitchAlgorithm
    self.state = Locked(state)
  }

  deinit { stopped.cancel() }

  /// An item that plays a composition of layers.
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) for what cannot be lowered.
  public convenience init(_ composition: Composition, gate: FileGate) throws {
    self.init(try ExportRequest(composition), gate: gate)
  }

  /// An item that plays the first pictures and the first sound of a file.
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) where it has neither.
  public convenience init(_ asset: Asset, gate: FileGate) throws {
    var timeline = Timeline()
    for (type, media) in [(MediaType.video, asset.video), (.audio, asset.audio)] {
      guard let media, let range = SegmentSource.asset(media).usualRange else { continue }
      let track = timeline.addTrack(type)
      try timeline.updateTrack(track) {
        try $0.insert(range, of: .asset(media), at: max(.zero, media.timeRange.start))
      }
    }
    self.init(ExportRequest(timeline: timeline), gate: gate)
  }

  /// Whether it can be played, as far as is known.
  public var status: Status {
    state.withLock { state in
      state.error.map { .failed($0) } ?? (state.info == nil ? .unknown : .readyToPlay)
    }
  }

  /// ``status`` now and whenever it changes.
  public func statusUpdates() -> AsyncStream<Status> { statuses.stream(startingWith: status) }

  /// How long the film is; `nil` before it is open.
  public var duration: Time? { info?.times.duration }
  /// The size of its frames; `nil` before it is open, and where there are none.
  public var presentationSize: PixelSize? { info?.size }
  /// Where a seek may lead: all of it once it is open, as long as its files were then.
  public var seekableTimeRanges: [TimeRange] {
    duration.map { [TimeRange(start: .zero, duration: $0)] } ?? []
  }
  /// What is there to be played without waiting for a server, in order, once the item is open: all of it where its files lie
  /// on this machine; of files of servers, what is kept of them. What generators ask for is not known, and decoders may want a
  /// few pictures more than these.
  ///
  /// Costs a look at the disk for every 4 MiB of files of servers.
  public var loadedTimeRanges: [TimeRange] {
    guard let info else { return [] }
    guard !info.isLocal else { return seekableTimeRanges }
    let film = TimeRange(start: info.times.start, duration: info.times.duration)
    return film.excluding(gate.missingRanges(of: request.timeline))
      .map { $0.shifted(by: .zero - info.times.start) }
  }

  /// How much of the film from `time` on is there to be played without waiting for a server; zero where nothing is.
  public func forwardBuffer(at time: Time) -> Time {
    loadedTimeRanges.forwardBuffer(at: time)
  }

  /// Where playing forwards ends; `nil`: at the end. Holds from the next start, seek or round on.
  public var forwardPlaybackEndTime: Time? {
    get { state.withLock { $0.forwardEnd } }
    set { state.withLock { $0.forwardEnd = newValue } }
  }

  /// Where playing backwards ends; `nil`: at zero. Holds from the next start, seek or round on.
  public var reversePlaybackEndTime: Time? {
    get { state.withLock { $0.reverseEnd } }
    set { state.withLock { $0.reverseEnd = newValue } }
  }

  /// How sound at another speed is made where the mix does not say. Holds from the next start on.
  public var audioTimePitchAlgorithm: TimePitchAlgorithm {
    get { state.withLock { $0.algorithm } }
    set { state.withLock { $0.algorithm = newValue } }
  }

  /// What became of its frames, and what was asked of servers since it was made, by all that share its gate.
  public var accessLog: AccessLog {
    var log = state.withLock { $0.access }
    log.network = gate.remote.log.counts - networkBefore
    return log
  }
  /// What went wrong, the last 100 entries.
  public var errorLog: [ErrorLogEntry] { state.withLock { $0.errors } }

  /// Lets `output` have its frames.
  public func add(_ output: PlayerItemVideoOutput) {
    state.withLock { $0.outputs.append(output) }
  }

  /// Takes `output` off.
  public func remove(_ output: PlayerItemVideoOutput) {
    state.withLock { $0.outputs.removeAll { $0 === output } }
  }
}

extension [TimeRange] {
  /// How long the one of them that `time` lies in goes on from there; zero where it lies in none.
  package func forwardBuffer(at time: Time) -> Time {
    first { $0.contains(time) }.map { $0.end - time } ?? .zero
  }
}

extension PlayerItem {
  /// What frame `index` shows, not drawn. The film is opened for it and closed again: who holds many items holds no decoders.
  ///
  /// - Throws: whatever opening, reading and composing throw.
  package func image(ofFrame index: Int64) throws -> Image {
    try FilmReader(request, outputPath: outputPath, gate: gate).image(index)
  }

  var info: FilmInfo? { state.withLock { $0.info } }
  var error: MoonreelError? { state.withLock { $0.error } }

  /// How often servers were asked so far.
  var requestCount: Int { gate.remote.log.counts.requests }

  func log(_ change: (inout AccessLog) -> Void) { state.withLock { change(&$0.access) } }

  func note(_ error: MoonreelError, at time: Time) {
    state.withLock { state in
      if state.errors.count == 100 { state.errors.removeFirst() }
      state.errors.append(ErrorLogEntry(time: time, error: error))
    }
  }

  /// Opens the film where nobody has yet.
  ///
  /// - Throws: `MoonreelError` where it cannot be played.
  package func prepare() throws {
    let isNew = info == nil
    if let failure = open() { throw failure }
    if isNew { announce() }
  }

  /// Draws frame `index` aside from what plays, at 1 / `divisor` of the size.
  ///
  /// - Throws: whatever reading and drawing throw.
  package func frame(_ index: Int64, divisor: Int = 1) throws -> PlayedFrame {
    try withFilm { film in
      PlayedFrame(
        index: index, itemTime: film.times.time(ofFrame: index), hostTime: .zero, divisor: divisor,
        buffer: try film.frame(index, divisor: divisor), source: ObjectIdentifier(self))
    }
  }

  /// The sound of `range`, aside from what plays.
  ///
  /// - Throws: `MoonreelError` naming the file that cannot be opened.
  package func sound(
    in range: TimeRange, sampleRate: Int, layout: ChannelLayout
  ) throws -> SampleBuffer? {
    let count = Int(range.duration.value(timescale: Int64(sampleRate)))
    return try withFilm { film in
      let range = range.intersection(TimeRange(start: .zero, duration: film.times.duration))
      guard film.hasSound, range.duration > .zero else { return nil }
      let mixer = try film.sound(
        range, rate: .one, sampleRate: sampleRate, layout: layout, algorithm: .varispeed)
      return try FilmSound(mixer, mastering).next(frameCount: count)
    }
  }

  /// How long the frame that was drawn last took; `nil` before there is one.
  package var lastCost: FrameSeconds? { try? withFilm { $0.lastCost } }

  /// The tracks of pictures that it reads; none before it is open.
  package var tracks: [AssetTrack] { (try? withFilm { $0.tracks }) ?? [] }

  /// When its frames are shown; `nil` before it is open.
  package var frameTimes: FilmFrameTimes? { info?.times }

  func announce() { statuses.send(status) }

  /// Where playing ends: backwards and forwards.
  func ends(_ info: FilmInfo) -> (Time, Time) {
    let limits = Time.zero...info.times.duration
    return state.withLock {
      (
        ($0.reverseEnd ?? .zero).clamped(to: limits),
        ($0.forwardEnd ?? info.times.duration).clamped(to: limits)
      )
    }
  }

  /// Has the ends of `other`.
  func takeEnds(of other: PlayerItem) {
    let ends = other.state.withLock { ($0.forwardEnd, $0.reverseEnd) }
    state.withLock { ($0.forwardEnd, $0.reverseEnd) = ends }
  }

  /// Draws the frame on screen at `time`, at 1 / `divisor` of the size; opens the film where it is not.
  ///
  /// - Throws: `MoonreelError` where the film cannot be opened, read or drawn, or has no pictures.
  public func frame(at time: Time, divisor: Int = 1) throws -> FrameBuffer {
    if let error = open() { throw error }
    return try withFilm { try $0.frame($0.times.frame(at: time), divisor: divisor) }
  }

  /// Gives the decoders back to `item`, from which it has taken them.
  package func giveBackReaders(to item: PlayerItem) {
    guard let own = film.withLock({ $0 }) else { return }
    item.film.withLock { $0?.adoptReaders(of: own) }
  }

  /// Closes its decoders until a frame is asked for.
  package func closeReaders() { film.withLock { $0?.closeReaders() } }

  /// Opens the film where it is not; what goes wrong is its status.
  func open() -> MoonreelError? {
    if let error { return error }
    if info != nil { return nil }
    do {
      let reader = try older.withLock { older in
        defer { older = nil }
        return try opened(after: older)
      }
      let info = FilmInfo(
        times: reader.times, size: reader.size, hasSound: reader.hasSound,
        picturesRange: reader.picturesRange, isLocal: !reader.usesNetwork)
      film.withLock { $0 = reader }
      state.withLock { $0.info = info }
      return nil
    } catch {
      let error = MoonreelError.describing(error)
      state.withLock { $0.error = error }
      note(error, at: .zero)
      return error
    }
  }

  private func opened(after older: PlayerItem?) throws -> FilmReader {
    guard let older else {
      return try FilmReader(request, outputPath: outputPath, gate: gate)
    }
    return try older.film.withLock { film in
      try FilmReader(request, outputPath: outputPath, gate: gate, continuing: film)
    }
  }

  /// Works with the open film, one thread at a time.
  func withFilm<Result>(_ body: (FilmReader) throws -> Result) throws -> Result {
    try film.withLock { film in
      guard let film else { throw CancellationFlag.error }
      return try body(film)
    }
  }

  func give(_ frame: PlayedFrame, _ timebase: Timebase) {
    for output in state.withLock({ $0.outputs }) { output.take(frame, timebase) }
  }

  func flushOutputs(after host: Time) {
    for output in state.withLock({ $0.outputs }) { output.flush(after: host) }
  }
}

extension MoonreelError {
  static func describing(_ error: any Error) -> MoonreelError {
    error as? MoonreelError ?? MoonreelError(.renderingFailed, "Cannot play the film: \(error)")
  }
}
