// SPDX-License-Identifier: MIT

/// Samples on their way from what works in pieces of its own to blocks of a fixed length, late by as many as it began with.
struct SoundQueue {
  private var planes: [[Float]]

  /// A queue that begins with `delay` zeros.
  init(channelCount: Int, delay: Int) {
    planes = Array(repeating: [Float](repeating: 0, count: max(0, delay)), count: channelCount)
  }

  /// How many can be taken.
  var count: Int { planes.first?.count ?? 0 }

  /// Appends samples, one plane a channel.
  mutating func append(_ more: [[Float]]) {
    for channel in planes.indices { planes[channel] += more[channel] }
  }

  /// Takes `count` samples; zeros where there are not so many.
  mutating func take(_ count: Int) -> [[Float]] {
    let known = min(count, self.count)
    return planes.indices.map { channel in
      let taken = planes[channel].prefix(known) + [Float](repeating: 0, count: count - known)
      planes[channel].removeFirst(known)
      return Array(taken)
    }
  }
}
