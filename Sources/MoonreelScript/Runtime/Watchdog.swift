// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import Synchronization

/// Watches how long each call into Lua lasts, with all that the script has done for it: opening files,
/// laying out text, drawing.
///
/// At the limit, or when the run is cancelled, the state and all files that it is opening are asked to stop; the state
/// does so at its next instruction. Where a call has not come back when the time of grace is over, `onTimeout` is
/// called, which ends the process or leaves the call behind. One thread watches all states; a state's entry is removed before the state is
/// closed.
final class Watchdog: Sendable {
  /// One watched state.
  final class Entry: Sendable {
    fileprivate let deadline = Atomic<UInt64>(0)
    fileprivate let limit: UInt64
    fileprivate let cancellation: CancellationFlag
    private let waitsAfterCancelling: Bool
    private let isExpired = Atomic<Bool>(false)
    private let read = Locked<Set<FilePlace>>([])
    private let measuring = Locked(0.0)
    fileprivate let expire: @Sendable () -> Void
    fileprivate let onTimeout: @Sendable () -> Void

    /// - Parameter waitsAfterCancelling: whether a cancelled call may take as long as it likes to come back, as whoever
    ///   cancels it ends the process.
    init(
      seconds: Double, cancellation: CancellationFlag = CancellationFlag(),
      waitsAfterCancelling: Bool = true,
      expire: @escaping @Sendable () -> Void, onTimeout: @escaping @Sendable () -> Void
    ) {
      (self.cancellation, self.waitsAfterCancelling) = (cancellation, waitsAfterCancelling)
      limit = UInt64(max(0.001, min(seconds, 1e9)) * 1e9)
      (self.expire, self.onTimeout) = (expire, onTimeout)
    }

    /// Starts the clock.
    func arm() { deadline.store(Watchdog.now() + limit, ordering: .relaxed) }
    /// Stops the clock.
    func disarm() { deadline.store(0, ordering: .relaxed) }

    /// Whether a call was asked to stop; none that follows it runs.
    var hasExpired: Bool { isExpired.load(ordering: .acquiring) }

    /// Ends the time of a call under way where it was cancelled.
    fileprivate func cancelIfAsked(_ now: UInt64) -> Bool {
      guard cancellation.isCancelled else { return false }
      stop()
      let end = deadline.load(ordering: .relaxed)
      if !waitsAfterCancelling, end > now {
        _ = deadline.compareExchange(expected: end, desired: now, ordering: .relaxed)
      }
      return waitsAfterCancelling
    }

    fileprivate func stop() {
      isExpired.store(true, ordering: .releasing)
      expire()
    }

    /// The slowest disk or network drive that films are cut from, in bytes a second.
    private static let slowestRate = 20e6

    /// Allows the time that it takes to read the file at `path` through, once for each file: that a film
    /// has hours of footage is no fault of its script.
    func allowReading(_ path: String) {
      var status = stat()
      let before = deadline.load(ordering: .relaxed)
      guard before != 0, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        read.withLock({ $0.insert(FilePlace(status)).inserted })
      else { return }
      let seconds = min(Double(max(0, status.st_size)) / Self.slowestRate, 86_400)
      deadline.store(before + UInt64(seconds * 1e9), ordering: .relaxed)
    }

    /// The most that a script is allowed for measuring, in seconds, however much it measures.
    private static let longestMeasuring = 3600.0

    /// Runs `work`, which measures sound or pictures at a script's wish, and allows the time that it takes: that there are
    /// hours of it is no fault of the script. All that a script measures may take an hour.
    func allowMeasuring<Result>(_ work: () throws -> Result) rethrows -> Result {
      let before = deadline.load(ordering: .relaxed)
      guard before != 0 else { return try work() }
      let started = Watchdog.now()
      let left = measuring.withLock { Self.longestMeasuring - $0 }
      deadline.store(before + UInt64(max(0, left) * 1e9), ordering: .relaxed)
      defer {
        let taken = min(left, Double(Watchdog.now() - started) / 1e9)
        measuring.withLock { $0 += max(0, taken) }
        deadline.store(before + UInt64(max(0, taken) * 1e9), ordering: .relaxed)
      }
      return try work()
    }
  }

  static let shared = Watchdog()

  /// How long a C function may go on after the limit before the process is ended.
  private static let grace: UInt64 = 2_000_000_000
  private static let pollMicroseconds: UInt32 = 20_000

  private let entries = Locked<[ObjectIdentifier: Entry]>([:])
  private let isRunning = Atomic<Bool>(false)

  /// Watches `entry` from now on.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where the system refuses the thread that watches: a script
  ///   without a limit of time is not run.
  func add(_ entry: Entry) throws {
    entries.withLock { $0[ObjectIdentifier(entry)] = entry }
    guard !isRunning.exchange(true, ordering: .acquiringAndReleasing) else { return }
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { _ in
        Watchdog.shared.watch()
        return nil
      }, nil)
    guard code == 0 else {
      isRunning.store(false, ordering: .releasing)
      remove(entry)
      throw MoonreelError(
        .limitExceeded,
        "Cannot run the script: the system refused a thread (ulimit -u, ulimit -v, ulimit -d). Allow more."
      )
    }
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
    if entry.cancelIfAsked(now) { return }
    let deadline = entry.deadline.load(ordering: .relaxed)
    guard deadline != 0, now > deadline else { return }
    entry.stop()
    if now > deadline + Self.grace { entry.onTimeout() }
  }

  fileprivate static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
