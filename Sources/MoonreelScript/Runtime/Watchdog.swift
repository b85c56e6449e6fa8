// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import Synchronization

/// Watches how long each call into Lua lasts, for what the instruction hook does not see.
///
/// At the limit the state is asked to stop, which it does at its next instruction. A C function that
/// does not come back within the grace has `onTimeout` called, which ends the process. One thread
/// watches all states; a state's entry is removed before the state is closed.
final class Watchdog: Sendable {
  /// One watched state.
  final class Entry: Sendable {
    fileprivate let deadline = Atomic<UInt64>(0)
    fileprivate let limit: UInt64
    fileprivate let expire: @Sendable () -> Void
    fileprivate let onTimeout: @Sendable () -> Void

    init(
      seconds: Double, expire: @escaping @Sendable () -> Void,
      onTimeout: @escaping @Sendable () -> Void
    ) {
      limit = UInt64(max(0.001, min(seconds, 1e9)) * 1e9)
      (self.expire, self.onTimeout) = (expire, onTimeout)
    }

    /// Starts the clock.
    func arm() { deadline.store(Watchdog.now() + limit, ordering: .relaxed) }
    /// Stops the clock.
    func disarm() { deadline.store(0, ordering: .relaxed) }

    /// Runs `body`, work of our own that may take long (opening a file), with the clock stopped.
    func suspended<Result>(_ body: () throws -> Result) rethrows -> Result {
      let (before, start) = (deadline.load(ordering: .relaxed), Watchdog.now())
      guard before != 0 else { return try body() }
      disarm()
      defer { deadline.store(before + (Watchdog.now() - start), ordering: .relaxed) }
      return try body()
    }
  }

  static let shared = Watchdog()

  /// How long a C function may go on after the limit before the process is ended.
  private static let grace: UInt64 = 2_000_000_000
  private static let pollMicroseconds: UInt32 = 20_000

  private let entries = Locked<[ObjectIdentifier: Entry]>([:])
  private let isRunning = Atomic<Bool>(false)

  func add(_ entry: Entry) {
    entries.withLock { $0[ObjectIdentifier(entry)] = entry }
    guard !isRunning.exchange(true, ordering: .acquiringAndReleasing) else { return }
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { _ in
        Watchdog.shared.watch()
        return nil
      }, nil)
    pthread_detach(thread)
  }

  func remove(_ entry: Entry) {
    entries.withLock { $0[ObjectIdentifier(entry)] = nil }
  }

  private func watch() {
    while true {
      usleep(Self.pollMicroseconds)
      entries.withLock { entries in
        let now = Self.now()
        for entry in entries.values { check(entry, now) }
      }
    }
  }

  private func check(_ entry: Entry, _ now: UInt64) {
    let deadline = entry.deadline.load(ordering: .relaxed)
    guard deadline != 0, now > deadline else { return }
    entry.expire()
    if now > deadline + Self.grace { entry.onTimeout() }
  }

  fileprivate static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
