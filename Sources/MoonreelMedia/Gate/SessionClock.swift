// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import Synchronization

/// Says when libav has to stop what it waits for: when it is asked to, or when a server's time is up.
/// Files of this machine have no time limit: a slow disk is not at fault.
final class SessionClock: Sendable {
  private let cancellation: CancellationFlag
  private let usesNetwork = Atomic<Bool>(false)
  private let deadline = Atomic<UInt64>(.max)
  private let isStopped = Atomic<Bool>(false)

  init(cancellation: CancellationFlag) { self.cancellation = cancellation }

  /// Notes that a server is spoken to: from now on time counts.
  func noteNetwork() { usesNetwork.store(true, ordering: .relaxed) }

  /// Gives the next stage `seconds` from now.
  func allow(_ seconds: Double) {
    deadline.store(Self.now() + UInt64(seconds * 1e9), ordering: .relaxed)
  }

  /// Nothing more is waited for.
  func stop() { isStopped.store(true, ordering: .relaxed) }

  /// Whether time, not somebody's wish, ended the work; once so, it stays so.
  var hasRunOut: Bool { isStopped.load(ordering: .relaxed) }

  /// Whether to stop now.
  var isOver: Bool {
    if cancellation.isCancelled || hasRunOut { return true }
    guard usesNetwork.load(ordering: .relaxed),
      Self.now() > deadline.load(ordering: .relaxed)
    else { return false }
    stop()
    return true
  }

  private static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
