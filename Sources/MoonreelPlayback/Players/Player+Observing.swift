// SPDX-License-Identifier: MIT

import MoonreelCore

extension Player {
  /// Calls `body` on the player's thread at every multiple of `interval` that is passed while playing, and after every seek,
  /// with the item's time.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) for less than a millisecond.
  public func addPeriodicTimeObserver(
    interval: Time, _ body: @escaping @Sendable (Time) -> Void
  ) throws -> TimeObserverToken {
    guard interval >= Time(flicks: Time.flicksPerSecond / 1000) else {
      throw MoonreelError(
        .invalidArgument, "Cannot observe every \(interval.seconds) s: give 0.001 s or more.")
    }
    return add(.periodic(interval), body)
  }

  /// Calls `body` on the player's thread whenever playing reaches one of `times`; a seek across them does not.
  public func addBoundaryTimeObserver(
    times: [Time], _ body: @escaping @Sendable (Time) -> Void
  ) -> TimeObserverToken { add(.boundary(times), body) }

  /// Ends the calls.
  public func removeTimeObserver(_ token: TimeObserverToken) {
    core.command { engine, _ in engine.observers.removeAll { $0.id == token.id } }
  }

  private func add(
    _ kind: TimeObserver.Kind, _ body: @escaping @Sendable (Time) -> Void
  ) -> TimeObserverToken {
    core.command { engine, now in
      engine.lastRunID += 1
      var observer = TimeObserver(id: engine.lastRunID, kind: kind, call: body)
      observer.begin(at: engine.time(at: now), isJump: true)
      engine.observers.append(observer)
      return TimeObserverToken(id: observer.id)
    }
  }

  /// What the player does, now and whenever it changes.
  public func timeControlStatuses() -> AsyncStream<TimeControlStatus> {
    core.statuses.stream(startingWith: timeControlStatus)
  }

  /// What happens to its items.
  public func events() -> AsyncStream<PlayerEvent> { core.events.stream() }

  /// The frames as they are shown; who is slow gets the newest.
  public func frames() -> AsyncStream<PlayedFrame> { core.frames.stream(newest: 1) }

  /// Calls `body` on the player's thread with each frame that is shown.
  package func watch(_ body: @escaping @Sendable (PlayerItem, PlayedFrame) -> Void) {
    core.watcher.withLock { $0.call = body }
  }

  /// The item's times at every multiple of `interval` and after seeks.
  ///
  /// - Throws: as ``addPeriodicTimeObserver(interval:_:)``.
  public func times(every interval: Time) throws -> AsyncStream<Time> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Time.self, bufferingPolicy: .bufferingNewest(64))
    let token = try addPeriodicTimeObserver(interval: interval) { continuation.yield($0) }
    continuation.onTermination = { [weak self] _ in self?.removeTimeObserver(token) }
    return stream
  }
}
