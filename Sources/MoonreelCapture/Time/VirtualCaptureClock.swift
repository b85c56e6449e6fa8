// SPDX-License-Identifier: MIT

import MoonreelCore

/// A clock that stands but for ``run(until:)``, which does all that is due on the way, in order.
///
/// For example, ten minutes of a capture in as much time as its work takes:
///
///     let clock = VirtualCaptureClock()
///     try session.start()
///     clock.run(for: Time(wholeSeconds: 600))
public final class VirtualCaptureClock: CaptureClock {
  private struct State {
    var now: Time
    var timetable = Timetable()
  }

  private let state: Locked<State>

  /// A clock at `time`; by default an hour, as on a machine that has run for a while.
  public init(at time: Time = Time(wholeSeconds: 3600)) { state = Locked(State(now: time)) }

  /// The time it was brought to.
  public var now: Time { state.withLock { $0.now } }

  /// Always `true`.
  public var isVirtual: Bool { true }

  /// Does `work` when the clock is brought to `time`.
  public func schedule(at time: Time, _ work: @escaping @Sendable () -> Void) {
    state.withLock { $0.timetable.add(at: time, work) }
  }

  /// Goes to `time`, where that is later, and does what is due until then, also what is only scheduled on the way.
  public func run(until time: Time) {
    while let due = take(until: time) { due() }
    state.withLock { $0.now = max($0.now, time) }
  }

  /// Goes on by `duration`.
  public func run(for duration: Time) { run(until: now + duration) }

  private func take(until time: Time) -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard let due = state.timetable.take(dueAt: time) else { return nil }
      state.now = max(state.now, due.time)
      return due.work
    }
  }
}
