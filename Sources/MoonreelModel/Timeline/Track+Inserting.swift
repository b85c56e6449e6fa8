// SPDX-License-Identifier: MIT

import MoonreelCore

extension Track {
  /// Inserts `range` of `source` at `time`; later content moves by the range's length.
  ///
  ///     |--A--|--B--|   insert X at the cut   ->   |--A--|-X-|--B--|
  ///
  /// - Parameters:
  ///   - range: the stretch of the source on the source's clock; any length for still images and
  ///     endless sources.
  ///   - time: where it begins on the track; `nil` appends. A time after the end leaves a gap.
  ///   - place: where the script says so, for messages; `nil`: unknown.
  /// - Throws: `MoonreelError` (`invalidTimeline`) for a range without length or outside the source, a
  ///   negative time, or a source of another media type.
  public mutating func insert(
    _ range: TimeRange, of source: SegmentSource, at time: Time? = nil, place: String? = nil
  ) throws {
    try insert([(range, source)], at: time, place: place)
  }

  /// Inserts `pieces` one after the other at `time`, all of them or, when one is refused, none.
  ///
  /// A piece without source is an empty edit as long as its range. Later content moves by the sum of
  /// the lengths.
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) naming the first piece that cannot be inserted.
  public mutating func insert(
    _ pieces: [(TimeRange, SegmentSource?)], at time: Time? = nil, place: String? = nil
  ) throws {
    let start = time ?? duration
    var made: [Segment] = []
    var end = start
    for (range, source) in pieces {
      try checkInsertion(of: range, source: source, at: start)
      let target = TimeRange(start: end, duration: range.duration)
      var segment = Segment(source: source, mapping: TimeMapping(source: range, target: target))
      segment.insertion = nextInsertion + made.count
      segment.place = place
      made.append(segment)
      end = target.end
      try checkLength(after: end)
    }
    guard !made.isEmpty else { return }
    try checkLength(after: duration + (end - start))
    nextInsertion += made.count
    self.place(made, at: start)
  }

  /// Puts `new` segments, contiguous from `time` on, into the row; later content moves.
  ///
  /// - Precondition: `time` is not negative, and the segments are contiguous from it.
  mutating func place(_ new: [Segment], at time: Time) {
    guard let last = new.last else { return }
    if time > duration {
      segments.append(Segment(empty: TimeRange(start: duration, end: time)))
      joinSegments(at: segments.count - 1)
    }
    let index = cut(at: time)
    shiftSegments(from: index, by: last.targetRange.end - time)
    segments.insert(contentsOf: new, at: index)
    joinEmptySegments(in: index...(index + new.count))
  }

  /// Inserts a gap over `range`; content from its start on moves by its length.
  ///
  ///     |--A--|--B--|   insert a gap at the cut   ->   |--A--|.....|--B--|
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) for a range without length, before zero, or at or
  ///   after the end of the track: nothing would follow it.
  public mutating func insertEmpty(_ range: TimeRange) throws {
    try checkEditRange(range, "insert a gap over")
    guard range.start < duration else {
      throw MoonreelError(
        .invalidTimeline,
        "Cannot insert a gap over \(range.text) in track \(id): it ends at \(duration.text), and an "
          + "empty range cannot be added at the end. Insert the next clip at the later time instead."
      )
    }
    try checkLength(after: duration + range.duration)
    place([Segment(empty: range)], at: range.start)
  }

  /// Copies of the segments inside `range`, moved so that the range begins at zero.
  func segmentsCut(to range: TimeRange) -> [Segment] {
    segments(in: range).map { segment in
      segment.part(segment.targetRange.intersection(range)).shifted(by: -range.start)
    }
  }

  /// Gives `new` segments insertion numbers of this track: pieces that shared one share one again.
  mutating func numberInsertions(_ new: inout [Segment]) {
    var known: [Int: Int] = [:]
    for index in new.indices where !new[index].isEmpty {
      let old = new[index].insertion
      let number = old.flatMap { known[$0] } ?? nextInsertion
      if number == nextInsertion { nextInsertion += 1 }
      if let old { known[old] = number }
      new[index].insertion = number
    }
  }
}
