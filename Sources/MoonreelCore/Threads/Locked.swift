// SPDX-License-Identifier: MIT

import Glibc

/// A value that only one thread at a time touches.
///
/// A POSIX mutex rather than the standard library's `Mutex`: that one waits inside a library that the
/// thread sanitizer does not see, which then takes every handing over for a race.
///
/// For example:
///
///     let names = Locked<[String]>([])
///     names.withLock { $0.append("first") }
///
/// `@unchecked Sendable`: `value` is touched only while `mutex` is held.
package final class Locked<Value>: @unchecked Sendable {
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  /// Elsewhere than in the object, whose own address a value without size would have.
  @usableFromInline let value: UnsafeMutablePointer<Value>

  /// Guards `value`.
  package init(_ value: Value) {
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
    mutex = .allocate(capacity: 1)
    let code = pthread_mutex_init(mutex, nil)
    precondition(code == 0, "a mutex of the default kind needs nothing that can be missing")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Runs `body` on the value while no other thread does; not to be entered again from inside.
  @inlinable
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }
}
