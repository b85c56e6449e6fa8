// SPDX-License-Identifier: MIT

import MoonreelCore

extension Animated {
  /// The moments after `start` and before `end` at which the value jumps, in order, where keyframes say so; a function is not
  /// looked into.
  package func jumps(after start: Time, before end: Time) -> [Time] {
    guard case .keyframes(let animation) = self else { return [] }
    return animation.jumps(after: start, before: end)
  }
}

extension KeyframeAnimation {
  /// Rounds and steps that are looked at in one stretch; where there are more, nobody hears them one by one.
  private static var most: Int64 { 64 }

  fileprivate func jumps(after start: Time, before end: Time) -> [Time] {
    let (first, last) = (keys[0].time, keys[keys.count - 1].time)
    guard start < end, first < end else { return [] }
    guard repeatMode != .none, last > first else { return ownJumps(after: start, before: end) }
    let length = (last - first).flicks
    let (from, to) = (max(0, (start - first).flicks / length), (end - first).flicks / length)
    guard to - from < Self.most else { return [] }
    var found: Set<Time> = []
    for round in from...max(from, to) {
      let begin = first + Time(flicks: round * length)
      let isBackwards = repeatMode == .pingPong && round % 2 == 1
      // Backwards a value is left after its moment, not at it.
      func placed(_ time: Time) -> Time {
        begin + (isBackwards ? last - time + Time(flicks: 1) : time - first)
      }
      let ends = [start, end].map { isBackwards ? last - ($0 - begin) : first + ($0 - begin) }
      let own = ownJumps(after: min(ends[0], ends[1]), before: max(ends[0], ends[1]))
      found.formUnion(own.map(placed))
      if repeatMode == .loop, round > 0 { found.insert(begin) }
    }
    return found.filter { $0 > start && $0 < end }.sorted()
  }

  /// Those of the keys themselves.
  private func ownJumps(after start: Time, before end: Time) -> [Time] {
    var found: Set<Time> = []
    var index = max(1, keys.partitioningIndex { $0.time > start })
    while index < keys.count, keys[index - 1].time < end {
      let (before, key) = (keys[index - 1], keys[index])
      index += 1
      if key.time == before.time { found.insert(key.time) }
      switch key.timing {
      case .hold: found.insert(key.time)
      case .steps(let count, _):
        found.formUnion(Self.steps(Int64(count), before.time, key.time, start, end))
      case .linear, .eased, .bezier, .spring, .function: break
      }
    }
    return found.filter { $0 > start && $0 < end }.sorted()
  }

  /// The ends of `count` steps from `from` to `to`, between `start` and `end`.
  private static func steps(
    _ count: Int64, _ from: Time, _ to: Time, _ start: Time, _ end: Time
  ) -> [Time] {
    let length = Int128((to - from).flicks)
    guard length > 0, count > 0 else { return [] }
    func step(_ time: Time) -> Int64 {
      min(count, max(0, Int64(Int128((time - from).flicks) * Int128(count) / length)))
    }
    let (first, last) = (step(start), step(end))
    guard last - first < most else { return [] }
    return (first...max(first, last)).map {
      (to - from).multiplied(by: $0, dividedBy: count) + from
    }
  }
}
