// SPDX-License-Identifier: MIT

import MoonreelCore

/// The indexes of all streams of one file.
final class MediaIndex: Sendable {
  /// By the stream's index in the file.
  let streams: [Int: StreamIndex]
  /// Why reading stopped before the end, if it did.
  let damage: String?

  /// What was wrong with the time stamps, in words; `nil` where nothing was.
  let stampNote: String?

  init(streams: [Int: StreamIndex], damage: String?, stampNote: String? = nil) {
    (self.streams, self.damage, self.stampNote) = (streams, damage, stampNote)
  }

  /// How many packets are held, for the cache's limit.
  var packetCount: Int { streams.values.reduce(0) { $0 + $1.entries.count } }
}
