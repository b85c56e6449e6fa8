// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// One run of a live stream, from its start to its stop: one thread asks the server, another gives what is due. On a clock of
/// its own time both are done on the clock's thread.
final class StreamRun: Sendable {
  private let feed: LiveFeed
  private let player: Locked<StreamPlayer>
  private let clock: any CaptureClock
  /// Ends what waits for the server.
  private let flag: CancellationFlag
  private let deliver: @Sendable (CaptureEvent) -> Void
  private let threads = Locked<[CaptureThread]>([])
  /// When a virtual clock looks next what is due.
  private let planned = Locked<Time?>(nil)

  /// How often is looked whether something has come, and how long a server is left alone that does not answer.
  private static let (glance, rest) = (
    Time(flicks: Time.flicksPerSecond / 20), Time(wholeSeconds: 1)
  )

  init(
    _ feed: LiveFeed, _ player: StreamPlayer, _ clock: any CaptureClock, _ flag: CancellationFlag,
    deliver: @escaping @Sendable (CaptureEvent) -> Void
  ) {
    (self.feed, self.player, self.clock) = (feed, Locked(player), clock)
    (self.flag, self.deliver) = (flag, deliver)
  }

  /// Whether the stream has ended, and all of it was given.
  var isOver: Bool { player.withLock { $0.isOver } }

  /// - Throws: `MoonreelError` (`limitExceeded`) where the system refuses a thread.
  func start() throws(MoonreelError) {
    guard !clock.isVirtual else { return pollOnClock(at: clock.now) }
    let asking = try CaptureThread { [self] stop in
      while let pause = poll(), stop.sleep(for: pause) {}
    }
    do {
      let giving = try CaptureThread { [self] stop in
        while !stop.isWanted {
          let next = step() ?? .distantFuture
          guard stop.sleep(until: min(next, clock.now + Self.glance)) else { return }
        }
      }
      threads.withLock { $0 = [asking, giving] }
    } catch {
      flag.cancel()
      asking.stop()
      throw error
    }
  }

  /// Ends it; nothing is asked any more when it returns.
  func stop() {
    flag.cancel()
    for thread in threads.withLock({ $0 }) { thread.stop() }
  }

  /// Asks the server once; how long it is to be left alone then, or `nil` where nothing more will come of it.
  private func poll() -> Time? {
    do {
      let pause = try feed.poll { arrival in player.withLock { $0.take(arrival) } }
      player.withLock { player in
        player.failure = nil
        if pause == nil { player.end() }
      }
      return try pause.map { try Time(seconds: $0) }
    } catch {
      guard !flag.isCancelled else { return nil }
      player.withLock { $0.failure = error as? MoonreelError }
      return Self.rest
    }
  }

  /// Gives what is due; when it is to be looked again.
  private func step() -> Time? {
    let (events, next) = player.withLock { $0.step(clock.now) }
    for event in events { deliver(event) }
    return next
  }

  // MARK: On a clock of its own time

  private func pollOnClock(at time: Time) {
    clock.schedule(at: time) { [weak self] in
      guard let self, !flag.isCancelled else { return }
      let pause = poll()
      stepOnClock()
      if let pause { pollOnClock(at: clock.now + pause) }
    }
  }

  private func stepOnClock() {
    guard let next = step() else { return }
    let isPlanned = planned.withLock { planned in
      if let planned, planned <= next { return true }
      planned = next
      return false
    }
    guard !isPlanned else { return }
    clock.schedule(at: next) { [weak self] in
      guard let self, !flag.isCancelled else { return }
      planned.withLock { if $0 == next { $0 = nil } }
      stepOnClock()
    }
  }
}
