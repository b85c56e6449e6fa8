// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// Work that only one thread at a time does for each key; the others wait for it.
final class InFlight<Key: Hashable & Sendable>: Sendable {
  private let keys = Locked<Set<Key>>([])

  /// Runs `body` while no other thread does for `key`.
  ///
  /// - Throws: `MoonreelError` (`cancelled`) where `flag` is thrown before its turn, or what `body` throws.
  func run<Result>(
    _ key: Key, _ flag: CancellationFlag, _ body: () throws -> Result
  ) throws -> Result {
    while !keys.withLock({ $0.insert(key).inserted }) {
      try flag.check()
      usleep(10_000)
    }
    defer { keys.withLock { _ = $0.remove(key) } }
    return try body()
  }
}
