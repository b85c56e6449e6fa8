// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// One recording, from start to end. Pictures, sound and what its user asks for are brought into the order of their times,
/// and then written.
///
/// A picture waits until the sound of its time is there: so a file can be cut, and a recording paused, at one moment for
/// both. Where sound does not come for half a second there is silence in its place.
///
/// Threads: one at a time.
final class Take {
  /// What its user asks for.
  enum Command: Sendable {
    case pause
    case resume
    case mark(String)
    case stop
  }

  enum Phase {
    /// Nothing is recorded before a picture (or sound) of this time or later.
    case waiting(Time)
    case recording
    case paused
    case ended
  }

  let settings: MovieFileSettings
  let size: PixelSize?
  let files: TakeFiles
  let tell: (MovieFileEvent) -> Void
  /// Bytes that are free where a file is.
  private let freeBytes: (String) -> Int64?
  private(set) var report = MovieFileReport()
  var phase: Phase
  /// Where the stretch since the start, or since the last pause, begins by the session's clock and in the film.
  var stretch = (host: Time.zero, film: Time.zero)
  /// Where the film ends so far.
  var reached = Time.zero
  var sound: TakeSound?
  private var pictures: [TimedPicture] = []
  private var commands: [(time: Time, command: Command)] = []
  /// The latest time that anything has come of.
  private var horizon = Time.distantPast
  private var shown: (picture: FrameBuffer, slot: Int64)?
  private var lastPicture: Time?
  private var lastSpaceCheck = Time.distantPast

  /// How long is waited for sound that does not come.
  private static let patience = Time(flicks: Time.flicksPerSecond / 2)

  /// A recording that begins with what was taken at `start` or later.
  ///
  /// - Throws: `MoonreelError`: what the first file throws that cannot be opened.
  init(
    _ path: String, _ settings: MovieFileSettings, _ description: CaptureDescription,
    at start: Time,
    gate: FileGate, freeBytes: @escaping (String) -> Int64?,
    tell: @escaping (MovieFileEvent) -> Void
  ) throws {
    let live = try settings.liveSettings(path, description)
    (self.settings, self.tell, size) = (settings, tell, live.video?.size)
    self.freeBytes = freeBytes
    files = try TakeFiles(path, live, isSplit: settings.split != nil, gate: gate)
    sound = live.audio.map { TakeSound(rate: $0.sampleRate, channelCount: $0.layout.count) }
    phase = .waiting(start)
    if let free = freeBytes(files.currentPath), free < settings.freeSpaceLimit {
      files.abandon(at: .zero)
      throw MoonreelError(
        .fileAccess,
        "Cannot record to '\(path)': \(free >> 20) MiB are free there, and a recording ends when less than "
          + "\(settings.freeSpaceLimit >> 20) MiB are. Free some, or record elsewhere.")
    }
    tell(.began(files.currentPath))
  }

  // MARK: What comes

  func add(_ picture: TimedPicture) {
    guard size != nil else { return }
    horizon = max(horizon, picture.time)
    pictures.append(picture)
    advance()
  }

  func add(_ stretch: ContinuousSound) {
    guard sound != nil else { return }
    horizon = max(horizon, stretch.end)
    sound?.add(stretch)
    if case .recording = phase {} else { sound?.forget(before: horizon - Time(wholeSeconds: 2)) }
    advance()
  }

  func add(_ command: Command, at time: Time) {
    commands.append((time, command))
    advance()
  }

  func count(_ drop: CaptureDropReason) { report.counts.drop(drop) }

  /// Does what can be done; `isFinal`: nothing more will come.
  func advance(isFinal: Bool = false) {
    do {
      while let time = nextTime(isFinal) {
        let isDue =
          isFinal || sound == nil || sound!.end >= time || horizon - time > Self.patience
        guard isDue else { return }
        if let command = commands.first, command.time <= time {
          commands.removeFirst()
          try perform(command.command, at: command.time)
        } else {
          try show(pictures.removeFirst())
        }
      }
      if size == nil { try record(soundUpTo: sound?.end ?? .zero) }
    } catch {
      fail(error)
    }
  }

  /// When the next picture or command is; `nil` where it is not known yet.
  private func nextTime(_ isFinal: Bool) -> Time? {
    if case .ended = phase { return nil }
    guard let command = commands.first?.time else { return pictures.first?.time }
    if let picture = pictures.first?.time { return min(picture, command) }
    // A picture of before may still come.
    let isKnown = size == nil || isFinal || horizon - command > Self.patience
    return isKnown ? command : nil
  }

  // MARK: Commands

  private func perform(_ command: Command, at time: Time) throws {
    switch (command, phase) {
    case (.pause, .recording):
      try close(at: time)
      phase = .paused
      tell(.paused)
    case (.pause, .waiting): phase = .paused
    case (.resume, .paused): phase = .waiting(time)
    case (.mark(let title), .recording): files.mark(title, at: filmTime(of: time))
    case (.mark(let title), .paused), (.mark(let title), .waiting):
      files.mark(title, at: reached)
    case (.stop, .recording):
      try close(at: time)
      try end(.stopped)
    case (.stop, .waiting), (.stop, .paused): try end(.stopped)
    case (.pause, .paused), (.resume, .waiting), (.resume, .recording), (_, .ended): break
    }
  }

  /// Ends the stretch at `time`.
  private func close(at time: Time) throws {
    let end = filmTime(of: time)
    try sound?.write(upTo: end, padding: false, files, &report.counts)
    reached = max(end, lastPicture.map { $0 + Time(flicks: 1) } ?? .zero)
    report.duration = reached
  }

  func filmTime(of time: Time) -> Time { stretch.film + (time - stretch.host) }

  private func begin(at time: Time) {
    stretch = (time, reached)
    sound?.begin(host: time, film: reached)
    phase = .recording
    if reached > .zero { tell(.resumed(at: reached)) }
  }

  /// Completes the last file.
  private func end(_ ending: MovieFileEnding) throws {
    guard !files.isEmpty else {
      if case .sizeLimit = ending { throw tooSmallLimit(at: reached) }
      let what = size == nil ? "sound" : "picture"
      throw MoonreelError(
        .encodingFailed,
        "Nothing was recorded to '\(files.currentPath)': no \(what) came. See whether the device is in use."
      )
    }
    try files.finish(at: reached)
    report.files = files.finished
    if let summary = files.finished.last { tell(.finished(summary)) }
    finish(ending)
  }

  /// Nothing fits into the file.
  private func tooSmallLimit(at time: Time) -> MoonreelError {
    let what = size == nil ? "a first sound" : "a first picture"
    return MoonreelError(
      .limitExceeded,
      "Nothing was recorded to '\(files.currentPath)': a file with \(what) takes about "
        + "\(files.projectedBytes(at: time)) bytes, and \(settings.sizeLimit ?? 0) are allowed. Allow more."
    )
  }

  private func finish(_ ending: MovieFileEnding) {
    phase = .ended
    (pictures, commands) = ([], [])
    report.ending = ending
    report.duration = reached
    tell(.ended(ending))
  }

  private func fail(_ error: any Error) {
    files.abandon(at: reached)
    report.files = files.finished
    finish(
      .failed(
        error as? MoonreelError ?? MoonreelError(.internalError, "Cannot record: \(error)")))
  }

  // MARK: Pictures

  private func show(_ picture: TimedPicture) throws {
    switch phase {
    case .waiting(let start):
      guard picture.time >= start else { return }
      begin(at: picture.time)
    case .recording: break
    case .paused, .ended: return
    }
    let time = filmTime(of: picture.time)
    guard time >= lastPicture ?? .zero else { return report.counts.drop(.unordered) }
    if try endsByLimit(at: time) { return }
    try sound?.write(upTo: time, padding: true, files, &report.counts)
    let frame = try picture.frame.fitted(into: size!)
    switch settings.timing {
    case .asTaken: try append(frame, at: time)
    case .constant(let rate): try append(frame, at: time, rate)
    }
  }

  /// Puts `frame` into the place of a constant rate that is nearest to `time`, and the one before into those between.
  private func append(_ frame: FrameBuffer, at time: Time, _ rate: FrameRate) throws {
    let slot = rate.frame(at: time + Time(flicks: rate.frameDuration.flicks / 2))
    if let shown {
      guard slot > shown.slot else { return report.counts.drop(.surplus) }
      for place in (shown.slot + 1)..<slot {
        try append(shown.picture, at: rate.time(ofFrame: place))
        report.counts.repeats += 1
      }
    }
    try append(frame, at: rate.time(ofFrame: slot))
    shown = (frame, slot)
  }

  private func append(_ frame: FrameBuffer, at time: Time) throws {
    let splits = splits(at: time)
    if splits {
      try files.split(at: time)
      report.files = files.finished
      if let summary = files.finished.last { tell(.finished(summary)) }
      tell(.began(files.currentPath))
    }
    try files.append(frame, at: time, beginsGroup: splits)
    if let limit = settings.sizeLimit, files.pictureCount == 1,
      files.projectedBytes(at: time) >= limit
    {
      files.isTooLarge = true
      throw tooSmallLimit(at: time)
    }
    lastPicture = time
    reached = max(reached, time)
    report.duration = reached
    report.counts.pictures += 1
  }

  // MARK: Limits

  private func splits(at time: Time) -> Bool {
    guard !files.isEmpty else { return false }
    switch settings.split {
    case nil: return false
    case .duration(let length): return time - files.start >= length
    case .size(let bytes): return files.projectedBytes(at: time) >= bytes
    }
  }

  /// Ends the recording where a limit is reached at `time`.
  private func endsByLimit(at time: Time) throws -> Bool {
    if let limit = settings.durationLimit, time >= limit {
      try sound?.write(upTo: limit, padding: true, files, &report.counts)
      reached = limit
      try end(.durationLimit)
      return true
    }
    guard let ending = exhausted(at: time) else { return false }
    if !files.isEmpty {
      try sound?.write(upTo: time, padding: true, files, &report.counts)
      reached = time
    }
    try end(ending)
    return true
  }

  /// Ends the recording where its length was reached two seconds before `now`, and nothing came that says so.
  func pass(_ now: Time) {
    guard case .recording = phase, let limit = settings.durationLimit,
      filmTime(of: now) >= limit + Time(wholeSeconds: 2)
    else { return }
    advance(isFinal: true)
    guard case .recording = phase else { return }
    do { _ = try endsByLimit(at: limit) } catch { fail(error) }
  }

  private func exhausted(at time: Time) -> MovieFileEnding? {
    // How large a first picture becomes is known when it is there.
    if let limit = settings.sizeLimit, size == nil || files.pictureCount > 0,
      files.projectedBytesWithPicture(at: time) >= limit
    {
      return .sizeLimit
    }
    guard time - lastSpaceCheck >= Self.patience else { return nil }
    lastSpaceCheck = time
    let free = freeBytes(files.currentPath)
    return free.map { $0 < settings.freeSpaceLimit } == true ? .freeSpace : nil
  }

  // MARK: Sound alone

  private func record(soundUpTo end: Time) throws {
    if case .waiting(let start) = phase, end > start { begin(at: start) }
    guard case .recording = phase else { return }
    let time = filmTime(of: end)
    if try endsByLimit(at: time) { return }
    if splits(at: time) {
      try files.split(at: reached)
      report.files = files.finished
    }
    try sound?.write(upTo: time, padding: false, files, &report.counts)
    reached = max(reached, time)
    report.duration = reached
  }
}
