// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelPlayback

/// The machine's own clock (`CLOCK_MONOTONIC`), which no setting of the time of day moves.
///
/// It has a thread for scheduled work, which ends with the clock.
public final class HostCaptureClock: CaptureClock {
  private struct State {
    var timetable = Timetable()
    var isStopped = false
  }

  private let host = HostClock()
  private let state: Locked<State>

  /// A clock for a session, or for several.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where the system refuses a thread.
  public init() throws {
    let state = Locked(State())
    self.state = state
    // The thread holds what it needs, not the clock.
    try FilmThread.start { [host] in
      while !state.withLock({ $0.isStopped }) {
        if let due = state.withLock({ $0.timetable.take(dueAt: host.now) }) {
          due.work()
        } else {
          host.wait(until: state.withLock { $0.timetable.next })
        }
      }
    }
  }

  deinit {
    state.withLock { $0 = State(isStopped: true) }
    host.wake()
  }

  /// The time since the machine was started.
  public var now: Time { host.now }

  /// Always `false`.
  public var isVirtual: Bool { false }

  /// Does `work` at `time`.
  public func schedule(at time: Time, _ work: @escaping @Sendable () -> Void) {
    state.withLock { $0.timetable.add(at: time, work) }
    host.wake()
  }
}
