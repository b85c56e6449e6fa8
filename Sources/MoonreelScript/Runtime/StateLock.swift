// SPDX-License-Identifier: MIT

import Glibc

/// A lock that its holder may take again: Lua calls Swift, which may call Lua. Or the thread of the state, whose turn is
/// the lock then.
///
/// `@unchecked Sendable`: a POSIX mutex is made for many threads.
final class StateLock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let thread: StateThread?

  /// - Parameter thread: where everything runs; `nil`: on the threads of those who call.
  init(_ thread: StateThread?) {
    self.thread = thread
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// - Throws: what `body` throws, and where the state's thread is given up, why.
  func withLock<Result>(_ body: @escaping () throws -> Result) throws -> Result {
    if let thread { return try thread.run(body) }
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }
}
