// SPDX-License-Identifier: MIT

import MoonreelCore

/// A clock that stands still but for what it is told: waiting takes no time, and drawing takes what ``cost`` says. A player
/// with it has no thread: ``Player/run(until:)`` drives it. It keeps a log of what was shown and written.
public final class VirtualClock: PlaybackClock {
  /// Something that happened, and when.
  public struct Entry: Hashable, Sendable {
    /// The clock's time.
    public var host: Time
    /// What happened.
    public var event: PlaybackEvent
  }

  /// How long drawing a frame at 1 / divisor of the size takes.
  public typealias Cost = @Sendable (_ frame: Int64, _ divisor: Int) -> Time

  /// No tuple: a function in one would be wrapped anew with each access.
  private struct State {
    var now = Time.zero
    var log: [Entry] = []
    var cost: Cost
  }

  private let state: Locked<State>

  /// A clock at zero.
  public init(cost: @escaping Cost = { _, _ in .zero }) { state = Locked(State(cost: cost)) }

  /// The time it was brought to.
  public var now: Time { state.withLock { $0.now } }

  /// All that happened, in order.
  public var log: [Entry] { state.withLock { $0.log } }

  /// From now on drawing takes what `cost` says.
  public func charge(_ cost: @escaping Cost) { state.withLock { $0.cost = cost } }

  /// Goes to `time`, where that is later.
  public func wait(until time: Time?) {
    state.withLock { if let time { $0.now = max($0.now, time) } }
  }

  /// Nobody waits.
  public func wake() {}

  /// Takes `event` down; for a drawing, goes on by its cost.
  public func note(_ event: PlaybackEvent) {
    state.withLock { state in
      if case .drew(let frame, let divisor) = event {
        state.now = state.now + max(.zero, state.cost(frame, divisor))
      }
      state.log.append(Entry(host: state.now, event: event))
    }
  }
}
