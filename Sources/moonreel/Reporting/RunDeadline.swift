// SPDX-License-Identifier: MIT

import Dispatch
import MoonreelCore
import Synchronization

/// `--max-time`: the end of a run that takes too long, whatever it is doing. It comes as by Ctrl-C.
enum RunDeadline {
  private static let limit = Locked<Double?>(nil)
  /// When the run began, where that was before ``begin()``.
  private static let start = Locked<ContinuousClock.Instant?>(nil)
  private static let hasPassed = Atomic<Bool>(false)

  /// Says how long the run may take; ``begin()`` counts.
  static func set(seconds: Double) { limit.withLock { $0 = seconds } }

  /// Says that the run has begun, with work that starts no threads.
  static func beginEarly() { start.withLock { $0 = .now } }

  /// How many seconds are left; `nil` where there is no limit.
  static var secondsLeft: Double? {
    let gone = start.withLock { $0 }.map { (ContinuousClock.now - $0).seconds } ?? 0
    return limit.withLock { $0 }.map { max(0, $0 - gone) }
  }

  /// Begins to count where there is a limit. That starts threads: after the sandbox is closed.
  static func begin() {
    guard let seconds = secondsLeft else { return }
    DispatchQueue(label: "deadline").asyncAfter(deadline: .now() + seconds) {
      guard Interruption.received == .none else { return }
      hasPassed.store(true, ordering: .relaxed)
      Interruption.expire()
    }
  }

  /// `error`, or that the time was up where that is why the work was cancelled.
  static func explain(_ error: MoonreelError) -> MoonreelError {
    guard error.code == .cancelled, hasPassed.load(ordering: .relaxed) else { return error }
    let seconds = limit.withLock { $0 } ?? 0
    return MoonreelError(
      .limitExceeded, "The run took longer than the \(seconds) s that --max-time allows: stopped.")
  }
}
