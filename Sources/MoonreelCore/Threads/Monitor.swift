// SPDX-License-Identifier: MIT

import Glibc

/// A value behind a lock, with a condition to wait on (a monitor, after Hoare).
///
/// `@unchecked Sendable`: `state` is touched only while `mutex` is held.
package final class Monitor<State>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var state: State

  package init(_ state: State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` on the value, then wakes everybody who waits.
  package func update<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    try holding { try body(&state) }
  }

  /// Runs `body` on the value without waking anybody.
  package func read<Result>(_ body: (State) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(state)
  }

  /// Runs `body` again after every change until it gives a result, then wakes everybody who waits.
  package func wait<Result>(until body: (inout State) throws -> Result?) rethrows -> Result {
    try holding {
      while true {
        if let result = try body(&state) { return result }
        pthread_cond_wait(condition, mutex)
      }
    }
  }

  /// As ``wait(until:)``, but gives up where nobody has changed anything for `seconds`.
  ///
  /// - Returns: the result; `nil` where it gave up.
  package func patientWait<Result>(
    seconds: Int, until body: (inout State) throws -> Result?
  ) rethrows -> Result? {
    try holding {
      while true {
        if let result = try body(&state) { return result }
        var end = timespec()
        clock_gettime(CLOCK_MONOTONIC, &end)
        end.tv_sec += seconds
        if pthread_cond_timedwait(condition, mutex, &end) == ETIMEDOUT { return nil }
      }
    }
  }

  /// Runs `body` while the lock is held, then wakes everybody who waits.
  private func holding<Result>(_ body: () throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    return try body()
  }
}
