// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelExport

/// A camera from its start to its stop, over all interruptions, and the thread that gives what it gives.
///
/// `@unchecked Sendable`: what is not behind a lock is touched by the run's thread alone, after ``begin()``.
final class CameraRun: @unchecked Sendable {
  private struct State {
    var isEnding = false
    var isOver = true
    var thread: pthread_t?
    var format: CapturePictureFormat
    var hasNewFormat = false
  }

  private let system: CameraSystem
  private let state: Monitor<State>
  private let events: FolderEvents
  private let receive: @Sendable (CaptureEvent) -> Void
  private let reopen: @Sendable (CapturePictureFormat) throws -> CameraStream?
  private let afterPicture: @Sendable () -> Void
  private var stream: CameraStream?
  private var isInterrupted = false

  /// How often is looked whether something has changed, in milliseconds.
  private static let pace: Int32 = 1000
  /// The same while a camera is missing, whose coming is told by events in general.
  private static let missingPace: Int32 = 500

  /// A run that begins with `stream`.
  ///
  /// - Parameters:
  ///   - reopen: starts the camera anew; gives `nil` where it is not plugged in.
  ///   - afterPicture: called after each picture.
  /// - Throws: `MoonreelError` (`limitExceeded`) where the system allows no more watching.
  init(
    system: CameraSystem, stream: CameraStream, format: CapturePictureFormat,
    receive: @escaping @Sendable (CaptureEvent) -> Void,
    reopen: @escaping @Sendable (CapturePictureFormat) throws -> CameraStream?,
    afterPicture: @escaping @Sendable () -> Void
  ) throws {
    (self.system, self.stream, self.receive) = (system, stream, receive)
    (self.reopen, self.afterPicture) = (reopen, afterPicture)
    state = Monitor(State(format: format))
    events = try FolderEvents()
    _ = events.watch([system.nodes])
  }

  /// What is asked of the camera.
  var format: CapturePictureFormat { state.read { $0.format } }

  /// Starts the thread.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where the system refuses one.
  func begin() throws {
    state.update { $0.isOver = false }
    do { try FilmThread.start { [self] in run() } } catch {
      state.update { $0.isOver = true }
      throw error
    }
  }

  /// Says that it is to end.
  func askToEnd() {
    state.update { $0.isEnding = true }
    events.ring()
  }

  /// Ends it, and waits until the last event is over; the run's own thread does not wait.
  func end() {
    askToEnd()
    state.wait { state -> Void? in
      let isOwn = state.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
      return state.isOver || isOwn ? () : nil
    }
  }

  /// Starts the camera anew with `format`.
  func change(to format: CapturePictureFormat) {
    state.update { ($0.format, $0.hasNewFormat) = (format, true) }
    events.ring()
  }

  // MARK: The thread

  private var isEnding: Bool { state.read { $0.isEnding } }

  private func run() {
    state.update { $0.thread = pthread_self() }
    while !isEnding { if let stream { serve(stream) } else { look() } }
    stream?.close()
    stream = nil
    state.update { ($0.isOver, $0.thread) = (true, nil) }
  }

  private func serve(_ stream: CameraStream) {
    let happening = stream.wait(bell: events.bell.descriptor, milliseconds: Self.pace)
    if happening.contains(.bell) { answerBell() }
    guard !isEnding, self.stream === stream else { return }
    do throws(CameraFailure) {
      let count = try stream.take(give)
      if count == 0, happening.contains(.fault) { throw CameraFailure(-EIO) }
      if stream.isSilent { throw CameraFailure(-ETIMEDOUT) }
    } catch { lose(error) }
  }

  /// Looks why the bell was rung, and lets it be rung again.
  private func answerBell() {
    events.bell.silence()
    let isNew = state.update { state in
      defer { state.hasNewFormat = false }
      return state.hasNewFormat
    }
    guard isNew else { return }
    stream?.close()
    stream = nil
  }

  private func give(_ event: CaptureEvent) {
    // What comes while the function that receives it stops the camera is nobody's any more.
    guard !isEnding else { return }
    if case .picture = event, isInterrupted {
      isInterrupted = false
      receive(.resumed)
    }
    receive(event)
    if case .picture = event { afterPicture() }
  }

  private func lose(_ failure: CameraFailure) {
    stream?.close()
    stream = nil
    interrupt(.init(failure))
    // A driver that fails is not asked at once again; an event ends the pause.
    if !failure.isGone { system.wait(events, failure.code == ETIMEDOUT ? 0 : Self.pace) }
  }

  private func interrupt(_ reason: CaptureInterruption) {
    guard !isInterrupted, !isEnding else { return }
    isInterrupted = true
    receive(.interrupted(reason))
  }

  /// Looks for the camera, and waits where it is not there or cannot be started.
  private func look() {
    do {
      stream = try reopen(format)
      if stream != nil { return }
    } catch {
      interrupt(.init(.failed, MoonreelError.sentence(of: error)))
    }
    system.wait(events, Self.missingPace)
    _ = events.take()
  }
}

extension CaptureInterruption {
  fileprivate init(_ failure: CameraFailure) {
    if failure.isGone {
      self.init(.unplugged, "The camera was unplugged. It goes on when it is plugged in again.")
    } else if failure.code == ETIMEDOUT {
      self.init(.failed, "The camera gives no pictures. It is started anew.")
    } else {
      self.init(
        .failed, "The camera's driver fails (\(failure.words)). The camera is started anew.")
    }
  }
}
