// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelPlayback

/// Records a session's pictures and sound (`AVCaptureMovieFileOutput`), into a file that can be played whatever happens.
///
/// The film begins with the first picture that was taken when ``start(_:_:)`` was called or later; its sound begins with it.
/// Times are those at which things happened: see ``SoundTimeline`` for how sound keeps to them.
///
/// All calls come from any thread.
public final class MovieFileOutput: CaptureOutput {
  /// A recording and the worker that alone touches it: sources never wait for an encoder.
  private struct Recording {
    let take: Locked<Take>
    let worker: CaptureWorker
  }

  private struct State {
    var description: CaptureDescription?
    var recording: Recording?
  }

  private let gate: FileGate
  private let freeBytes: @Sendable (String) -> Int64?
  private let state = Locked(State())
  /// The report of the last recording, and who waits for its end.
  private let report = Monitor<MovieFileReport?>(nil)
  private let broadcast = Broadcast<MovieFileEvent>()

  /// Pictures that may wait to be encoded; more are dropped (``CaptureDropReason/busy``).
  private static let mostWaiting = 32

  /// An output that writes what `gate` allows.
  public convenience init(gate: FileGate) { self.init(gate: gate, freeBytes: DiskSpace.free) }

  /// As the other one, with `freeBytes` for how much room there is where a file is.
  init(gate: FileGate, freeBytes: @escaping @Sendable (String) -> Int64?) {
    (self.gate, self.freeBytes) = (gate, freeBytes)
  }

  /// `true`.
  public var takesPictures: Bool { true }
  /// `true`.
  public var takesSound: Bool { true }

  /// What happens from now on.
  public func events() -> AsyncStream<MovieFileEvent> { broadcast.stream() }

  /// How the recording stands, or stood at its end; `nil` before the first.
  public var currentReport: MovieFileReport? { report.read { $0 } }

  /// Begins to record to `path`; the file is there when it returns.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` where a recording goes on or the output is connected to nothing,
  ///   `accessDenied`, `fileAccess`, `encodingFailed`.
  public func start(_ path: String, _ settings: MovieFileSettings = MovieFileSettings()) throws {
    try state.withLock { state in
      if let last = currentReport, last.ending == nil {
        throw MoonreelError(
          .invalidArgument, "Cannot record to '\(path)': another recording goes on. Stop it first.")
      }
      guard let description = state.description else {
        throw MoonreelError(
          .invalidArgument,
          "Cannot record to '\(path)': the output belongs to no session. Add it to one.")
      }
      let worker = try CaptureWorker(isInline: description.clock.isVirtual)
      let broadcast = broadcast
      let take = try Take(
        path, settings, description, at: description.clock.now, gate: gate,
        freeBytes: freeBytes
      ) { broadcast.send($0) }
      report.update { $0 = take.report }
      let recording = Recording(take: Locked(take), worker: worker)
      state.recording = recording
      if settings.durationLimit != nil { watch(recording, description.clock) }
    }
  }

  /// Tells the recording once a second what time it is: where nothing comes, its limit passes all the same.
  private func watch(_ recording: Recording, _ clock: any CaptureClock) {
    clock.schedule(at: clock.now + Time(wholeSeconds: 1)) { [weak self] in
      guard let self, state.withLock({ $0.recording?.take === recording.take }),
        currentReport?.ending == nil
      else { return }
      let now = clock.now
      work { $0.pass(now) }
      watch(recording, clock)
    }
  }

  /// Records nothing until ``resume()``; there is no gap in the film.
  public func pause() { command(.pause) }

  /// Goes on with the next picture.
  public func resume() { command(.resume) }

  /// Puts a chapter's beginning called `title` here.
  public func addMarker(_ title: String) { command(.mark(title)) }

  /// Ends the recording now, completes its file, and says what was recorded. Where it has ended by itself, or there was
  /// none, nothing changes.
  @discardableResult
  public func stop() -> MovieFileReport {
    guard let clock = state.withLock({ $0.description?.clock }) else { return MovieFileReport() }
    command(.stop)
    if clock.isVirtual {
      work { $0.advance(isFinal: true) }
    } else {
      // Sound of the last moments is still on its way.
      clock.schedule(at: clock.now + Time(flicks: Time.flicksPerSecond / 2)) { [weak self] in
        self?.work { $0.advance(isFinal: true) }
      }
    }
    return report.wait { report -> MovieFileReport? in
      guard let report else { return MovieFileReport() }
      return report.ending == nil ? nil : report
    }
  }

  // MARK: What comes

  /// Hears what will come.
  public func prepare(_ description: CaptureDescription) {
    state.withLock { $0.description = description }
  }

  /// Records `picture`.
  public func take(_ picture: TimedPicture) {
    let isBusy = state.withLock { $0.recording?.worker.count ?? 0 } >= Self.mostWaiting
    work { take in isBusy ? take.count(.busy) : take.add(picture) }
  }

  /// Records `sound`.
  public func take(_ sound: ContinuousSound) { work { $0.add(sound) } }

  private func command(_ command: Take.Command) {
    guard let clock = state.withLock({ $0.description?.clock }) else { return }
    let now = clock.now
    work { $0.add(command, at: now) }
  }

  /// Lets the worker do `body` with the recording, if one goes on.
  private func work(_ body: @escaping @Sendable (Take) -> Void) {
    guard let recording = state.withLock({ $0.recording }) else { return }
    recording.worker.add { [weak self] in
      let changed = recording.take.withLock { take -> MovieFileReport? in
        guard take.report.ending == nil else { return nil }
        body(take)
        return take.report
      }
      if let changed { self?.report.update { $0 = changed } }
    }
  }
}
