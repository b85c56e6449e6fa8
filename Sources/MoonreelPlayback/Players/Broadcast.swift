// SPDX-License-Identifier: MIT

import MoonreelCore

/// Values for any number of listeners, each of whom has the newest 64 waiting at most.
package final class Broadcast<Value: Sendable>: Sendable {
  private let listeners = Locked<(next: Int, open: [Int: AsyncStream<Value>.Continuation])>(
    (0, [:]))

  /// Nobody listens yet.
  package init() {}

  deinit { for listener in listeners.withLock({ $0.open }).values { listener.finish() } }

  /// What is sent from now on, `first` before it.
  package func stream(startingWith first: Value? = nil, newest: Int = 64) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value.self, bufferingPolicy: .bufferingNewest(newest))
    if let first { continuation.yield(first) }
    let id = listeners.withLock { listeners in
      listeners.next += 1
      listeners.open[listeners.next] = continuation
      return listeners.next
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.listeners.withLock { $0.open.removeValue(forKey: id) }
    }
    return stream
  }

  /// Sends `value` to all listeners.
  package func send(_ value: Value) {
    for listener in listeners.withLock({ Array($0.open.values) }) { listener.yield(value) }
  }
}
