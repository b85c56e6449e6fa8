// SPDX-License-Identifier: MIT

import MoonreelCore

extension Track {
  /// Takes `range` out; later content moves to its start. Segments across its ends are truncated.
  ///
  ///     |--A--|--B--|--C--|   remove B   ->   |--A--|--C--|
  ///
  /// A gap that is left at the very end goes too. The track stays, even without segments.
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) for a range without length or not inside the track.
  public mutating func remove(_ range: TimeRange) throws {
    try checkEditRange(range, "remove")
    try checkInside(range, "remove")
    removeClamped(range)
  }

  /// Plays `range` in `duration`; later content moves by the difference. The speed of each segment
  /// inside becomes its source's length over its new length.
  ///
  ///     |--A--|--B--|--C--|   retime B to twice its length   ->   |--A--|-----B----|--C--|
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) for a range without length or not inside the track,
  ///   or a duration that is not positive.
  public mutating func retime(_ range: TimeRange, to duration: Time) throws {
    try checkEditRange(range, "retime")
    try checkInside(range, "retime")
    try checkRetiming(range, to: duration)
    retimeClamped(range, to: duration)
  }

  /// Plays `range` backwards: its segments in reverse order, each with its source running backwards.
  ///
  ///     |--A--|--B--|   reverse   ->   |--B reversed--|--A reversed--|
  ///
  /// A frame at *t* is the last before the mirrored time, so that the first frame shown is the last of
  /// the stretch. Reversing twice is nothing.
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) for a range without length or not inside the track.
  public mutating func reverse(_ range: TimeRange) throws {
    try checkEditRange(range, "reverse")
    try checkInside(range, "reverse")
    reverseClamped(range)
  }
}

extension Track {
  /// Removes what of `range` lies on the track.
  mutating func removeClamped(_ range: TimeRange) {
    let range = range.intersection(TimeRange(start: .zero, duration: duration))
    guard !range.isEmpty else { return }
    let first = cut(at: range.start)
    let last = cut(at: range.end)
    segments.removeSubrange(first..<last)
    shiftSegments(from: first, by: -range.duration)
    joinSegments(at: first)
    while segments.last?.isEmpty == true { segments.removeLast() }
  }

  /// Retimes what of `range` lies on the track by the ratio of `duration` to the whole range.
  mutating func retimeClamped(_ range: TimeRange, to duration: Time) {
    let end = min(range.end, self.duration)
    guard range.start < end, duration != range.duration else { return }
    let first = cut(at: range.start)
    let last = cut(at: end)
    func moved(_ time: Time) -> Time {
      range.start
        + (time - range.start).multiplied(
          by: duration.flicks, dividedBy: range.duration.flicks)
    }
    for index in first..<last {
      let old = segments[index].targetRange
      segments[index] = segments[index].retimed(
        range, to: duration, over: TimeRange(start: moved(old.start), end: moved(old.end)))
    }
    shiftSegments(from: last, by: moved(end) - end)
    // Squeezing may leave segments shorter than a flick: they show nothing.
    segments.removeAll { $0.targetRange.isEmpty }
    joinSegments(at: segments.firstIndex { $0.targetRange.start >= moved(end) } ?? segments.count)
    joinSegments(at: first)
  }

  /// Mirrors what of `range` lies on the track about the middle of the range.
  mutating func reverseClamped(_ range: TimeRange) {
    let range = TimeRange(start: range.start, end: min(range.end, max(range.start, duration)))
    guard !range.isEmpty else { return }
    let first = cut(at: range.start)
    let last = cut(at: range.end)
    let turned = segments[first..<last].reversed().map { $0.mirrored(in: range) }
    segments.replaceSubrange(first..<last, with: turned)
    joinSegments(at: last)
    joinSegments(at: first)
  }

  /// Makes sure that a segment begins at `time`, unless the track ends before; its index.
  mutating func cut(at time: Time) -> Int {
    guard time > .zero else { return 0 }
    guard let index = segmentIndex(at: time) else { return segments.count }
    let range = segments[index].targetRange
    guard range.start < time else { return index }
    let tail = segments[index].part(TimeRange(start: time, end: range.end))
    segments[index] = segments[index].part(TimeRange(start: range.start, end: time))
    segments.insert(tail, at: index + 1)
    return index + 1
  }

  /// Moves all segments from `index` on by `offset`.
  mutating func shiftSegments(from index: Int, by offset: Time) {
    guard offset != .zero else { return }
    for index in index..<max(index, segments.count) {
      segments[index] = segments[index].shifted(by: offset)
    }
  }

  /// Joins the segments on both sides of `index` where the second goes on where the first ends.
  mutating func joinSegments(at index: Int) {
    guard index > 0, index < segments.count,
      let joined = segments[index - 1].joined(with: segments[index])
    else { return }
    segments.replaceSubrange(index - 1...index, with: [joined])
  }

  /// Joins neighbouring gaps whose second one lies in `indices`.
  mutating func joinEmptySegments(in indices: ClosedRange<Int>) {
    for index in indices.reversed()
    where index > 0 && index < segments.count && segments[index].isEmpty {
      joinSegments(at: index)
    }
  }
}
