// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelExport
import Synchronization

/// The thread on which a state's Lua runs where nobody may hang together with a script.
///
/// Whoever wants something of the state waits until this thread has done it. Where the watchdog gives a call up, all who
/// wait get an error, and so does whoever comes later; the thread alone stays behind, with the state, in whatever it hangs
/// in. So what it does may hold nothing that lies on its caller's stack.
final class StateThread: Sendable {
  private struct State {
    /// Whether somebody has the turn.
    var isTaken = false
    var work: Work?
    var isDone = false
    var isClosed = false
    /// Why nothing is done any more.
    var refusal: MoonreelError?
    var thread: pthread_t?
  }

  /// What is to be done.
  ///
  /// `@unchecked Sendable`: its caller waits while it is done, and touches nothing of it if it waits no longer.
  private final class Work: @unchecked Sendable {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// What came of it; the same reason.
  private final class Outcome<Result>: @unchecked Sendable {
    var result: Swift.Result<Result, any Error>?
  }

  /// How many threads of the process hang at the moment.
  private static let hanging = Atomic<Int>(0)
  static var hangingCount: Int { hanging.load(ordering: .relaxed) }

  private let monitor = Monitor(State())

  /// - Throws: `MoonreelError` (`limitExceeded`) where the system refuses a thread.
  init() throws {
    try FilmThread.start { [monitor] in
      monitor.update { $0.thread = pthread_self() }
      while Self.step(monitor) {}
    }
  }

  deinit { monitor.update { $0.isClosed = true } }

  /// Waits for something to do, and does it.
  private static func step(_ monitor: Monitor<State>) -> Bool {
    let work = monitor.wait { state -> Work?? in
      if let work = state.work { return .some(work) }
      return state.isClosed || state.refusal != nil ? .some(nil) : nil
    }
    guard let work else { return false }
    work.body()
    let cameBack = monitor.update { state in
      (state.work, state.isDone) = (nil, true)
      return state.refusal != nil
    }
    if cameBack { hanging.subtract(1, ordering: .relaxed) }
    return true
  }

  /// Runs `body` there when its turn comes, and waits for it; on the thread itself at once.
  ///
  /// - Throws: what `body` throws, or why the state is given up.
  func run<Result>(_ body: @escaping () throws -> Result) throws -> Result {
    guard !isCurrent else { return try body() }
    let outcome = Outcome<Result>()
    let work = Work { outcome.result = Swift.Result { try body() } }
    try monitor.wait { state -> Void? in
      if let refusal = state.refusal { throw refusal }
      guard !state.isTaken else { return nil }
      (state.isTaken, state.isDone, state.work) = (true, false, work)
      return ()
    }
    try monitor.wait { state -> Void? in
      if state.isDone {
        state.isTaken = false
        return ()
      }
      if let refusal = state.refusal { throw refusal }
      return nil
    }
    guard let result = outcome.result else {
      throw MoonreelError(.internalError, "The script's thread did nothing.")
    }
    return try result.get()
  }

  private var isCurrent: Bool {
    monitor.read { state in
      state.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
    }
  }

  /// Lets go everybody who waits, with `error`, and whoever comes later; the thread is left to itself, behind all others.
  ///
  /// - Returns: whether there was something to give up.
  func giveUp(_ error: MoonreelError) -> Bool {
    let hanging = monitor.update { state -> pthread_t? in
      guard state.refusal == nil else { return nil }
      state.refusal = error
      return state.work == nil ? nil : state.thread
    }
    guard let hanging else { return false }
    Self.hanging.add(1, ordering: .relaxed)
    FilmThread.sendBack(hanging)
    return true
  }
}
