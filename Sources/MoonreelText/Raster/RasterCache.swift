// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Keeps what was drawn: a title that stays as it is is drawn once for a whole film, whoever asks.
///
/// Holds the values that were used last, up to a number of bytes.
package final class RasterCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry {
    var value: Value
    var cost: Int
    var lastUse: UInt64
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var cost = 0
    var uses: UInt64 = 0

    mutating func value(_ key: Key) -> Value? {
      uses += 1
      entries[key]?.lastUse = uses
      return entries[key]?.value
    }

    mutating func insert(_ value: Value, _ key: Key, cost: Int, limit: Int) {
      uses += 1
      self.cost += cost - (entries[key]?.cost ?? 0)
      entries[key] = Entry(value: value, cost: cost, lastUse: uses)
      guard self.cost > limit else { return }
      for (key, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }).dropLast() {
        guard self.cost > limit else { return }
        entries[key] = nil
        self.cost -= entry.cost
      }
    }
  }

  private let state = Locked(State())
  private let limit: Int

  /// Holds values of `limit` bytes in all; the last one always.
  package init(limit: Int) { self.limit = limit }

  /// The value for `key`, made now where there is none.
  ///
  /// - Throws: what `make` throws.
  package func value(_ key: Key, cost: (Value) -> Int, make: () throws -> Value) rethrows -> Value {
    if let known = state.withLock({ $0.value(key) }) { return known }
    let made = try make()
    let limit = limit / RasterMemory.divisor
    state.withLock { $0.insert(made, key, cost: cost(made), limit: limit) }
    return made
  }
}
