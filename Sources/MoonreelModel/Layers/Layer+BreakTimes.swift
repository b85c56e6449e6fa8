// SPDX-License-Identifier: MIT

import MoonreelCore

extension Layer {
  /// The moments of `range`, on the composition's clock, between which `value` goes straight: its keys, and
  /// hundredths of a second wherever it bends.
  func breakTimes<Value>(of value: Animated<Value>, in range: TimeRange) -> Set<Time> {
    switch value {
    case .constant: return []
    case .expression: return hundredths(of: range, in: range)
    case .keyframes(let animation):
      var times: Set<Time> = []
      let keys = animation.keys
      for (key, next) in zip(keys, keys.dropFirst()) where next.bends {
        times.formUnion(hundredths(of: span(key.time, next.time), in: range))
      }
      if animation.repeatMode != .none, let last = keys.last {
        times.formUnion(
          hundredths(of: span(last.time, max(last.time, localTime(range.end))), in: range))
      }
      let own = animation.keyTimes(before: localTime(range.end)).map { compositionTime($0) }
      return times.union(own.filter(range.contains))
    }
  }

  /// Every hundredth of a second of `bend` from its start, and its end, as far as they lie in `range`.
  func hundredths(of bend: TimeRange, in range: TimeRange) -> Set<Time> {
    // At most a million of them: a stretch may last a hundred years.
    let length = min(bend.end, range.end) - max(bend.start, range.start)
    let step = max(
      Time(flicks: Time.flicksPerSecond / 100), Time(flicks: length.flicks / 1_000_000))
    var times: Set<Time> = range.contains(bend.end) ? [bend.end] : []
    var time = max(bend.start, range.start)
    while time < min(bend.end, range.end) {
      times.insert(time)
      time = time + step
    }
    return times
  }

  private func span(_ start: Time, _ end: Time) -> TimeRange {
    TimeRange(start: compositionTime(start), end: compositionTime(end))
  }
}

extension Keyframe {
  /// Whether the stretch that ends here is not straight.
  fileprivate var bends: Bool {
    if case .linear = timing, path == .linear { return false }
    return true
  }
}

extension KeyframeAnimation {
  /// The times of the keys up to `end`, those of the repetitions included, unless a round is shorter than
  /// a hundredth of a second.
  func keyTimes(before end: Time) -> [Time] {
    let own = keys.map(\.time)
    let (first, last) = (own[0], own[own.count - 1])
    let length = last - first
    guard repeatMode != .none, length >= Time(flicks: Time.flicksPerSecond / 100) else {
      return own
    }
    // A list of a million times or more would cost more than it saves.
    guard (end - last).flicks / length.flicks * Int64(own.count) < 1_000_000 else { return own }
    var times = own
    var (start, isBackwards) = (last, repeatMode == .pingPong)
    while start < end {
      times += own.map { start + (isBackwards ? last - $0 : $0 - first) }
      start = start + length
      if repeatMode == .pingPong { isBackwards.toggle() }
    }
    return times
  }
}
