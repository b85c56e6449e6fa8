// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// The machine's own clock, which no setting of the time of day moves.
///
/// `@unchecked Sendable`: `isAwake` is touched only while `mutex` is held.
public final class HostClock: PlaybackClock, @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var isAwake = false

  /// A clock for one player.
  public init() {
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// The time since the machine was started.
  public var now: Time {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Time(
      flicks: Int64(time.tv_sec) * Time.flicksPerSecond
        + Int64(time.tv_nsec) * Time.flicksPerSecond / 1_000_000_000)
  }

  /// Sleeps until `time` or a call of ``wake()``.
  public func wait(until time: Time?) {
    pthread_mutex_lock(mutex)
    defer {
      isAwake = false
      pthread_mutex_unlock(mutex)
    }
    while !isAwake {
      guard let time else {
        pthread_cond_wait(condition, mutex)
        continue
      }
      let (seconds, rest) = time.flicks.quotientAndRemainder(dividingBy: Time.flicksPerSecond)
      // Rounded up: a wait never ends before its time.
      var end = timespec(
        tv_sec: Int(seconds),
        tv_nsec: Int((rest * 1_000_000_000 + Time.flicksPerSecond - 1) / Time.flicksPerSecond))
      if end.tv_nsec >= 1_000_000_000 { (end.tv_sec, end.tv_nsec) = (end.tv_sec + 1, 0) }
      if pthread_cond_timedwait(condition, mutex, &end) == ETIMEDOUT { return }
    }
  }

  /// Ends a wait.
  public func wake() {
    pthread_mutex_lock(mutex)
    isAwake = true
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }
}
