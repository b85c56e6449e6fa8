// SPDX-License-Identifier: MIT

import MoonreelCore

/// Gives stretches of time to as few tracks as first fit finds: in order of time, each to the first
/// track that is free by then. One that begins where another ends follows it on its track.
struct TrackAllocation {
  /// The index of each stretch's track, in the order the stretches were given.
  let tracks: [Int]
  /// How many tracks there are.
  let count: Int

  /// Takes O(n log n) for tracks whose number does not grow, O(n · tracks) otherwise.
  init(_ ranges: [TimeRange]) {
    var tracks = [Int](repeating: 0, count: ranges.count)
    var ends: [Time] = []
    let order = ranges.indices.sorted { (ranges[$0].start, $0) < (ranges[$1].start, $1) }
    for index in order {
      let range = ranges[index]
      if let free = ends.firstIndex(where: { $0 <= range.start }) {
        (tracks[index], ends[free]) = (free, range.end)
      } else {
        tracks[index] = ends.count
        ends.append(range.end)
      }
    }
    (self.tracks, count) = (tracks, ends.count)
  }
}
