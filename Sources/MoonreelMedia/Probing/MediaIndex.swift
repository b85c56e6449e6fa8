// SPDX-License-Identifier: MIT

import MoonreelCore

/// The indexes of all streams of one file.
final class MediaIndex: Sendable {
  /// By the stream's index in the file.
  let streams: [Int: StreamIndex]
  /// Why reading stopped before the end, if it did.
  let damage: String?

  init(streams: [Int: StreamIndex], damage: String?) {
    (self.streams, self.damage) = (streams, damage)
  }

  /// How many packets are held, for the cache's limit.
  var packetCount: Int { streams.values.reduce(0) { $0 + $1.entries.count } }
}
