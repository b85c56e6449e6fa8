// SPDX-License-Identifier: MIT

import MoonreelCore

/// Edits of all tracks at once, which keep them in step. Each happens whole or not at all.
extension Timeline {
  /// Inserts a gap over `range` into every track that goes on there.
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) for a range without length, before zero, or at or
  ///   after the end: nothing would follow it.
  public mutating func insertEmpty(_ range: TimeRange) throws {
    try range.checkForEdit("Cannot insert a gap over \(range.text)")
    guard range.start < duration else {
      throw MoonreelError(
        .invalidTimeline,
        "Cannot insert a gap over \(range.text): the timeline ends at \(duration.text), and an empty "
          + "range cannot be added at the end. Insert the next clip at the later time instead.")
    }
    try editTracks { track in
      if range.start < track.duration { try track.insertEmpty(range) }
    }
  }

  /// Takes `range` out of every track; later content moves to its start.
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) for a range without length or not inside the timeline.
  public mutating func remove(_ range: TimeRange) throws {
    try checkInside(range, "remove")
    try editTracks { $0.removeClamped(range) }
  }

  /// Plays `range` of every track in `duration`; later content moves by the difference.
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) for a range without length or not inside the timeline,
  ///   or a duration that is not positive.
  public mutating func retime(_ range: TimeRange, to duration: Time) throws {
    try checkInside(range, "retime")
    try editTracks { track in
      try track.checkRetiming(range, to: duration)
      track.retimeClamped(range, to: duration)
    }
  }

  /// Plays `range` of every track backwards, about the same middle.
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) for a range without length or not inside the timeline.
  public mutating func reverse(_ range: TimeRange) throws {
    try checkInside(range, "reverse")
    try editTracks { track in
      // A track that ends inside the range is silent there first: fill it up so that it mirrors.
      if range.start < track.duration, track.duration < range.end {
        track.segments.append(Segment(empty: TimeRange(start: track.duration, end: range.end)))
        track.joinSegments(at: track.segments.count - 1)
      }
      track.reverseClamped(range)
      while track.segments.last?.isEmpty == true { track.segments.removeLast() }
    }
  }

  /// Runs `edit` on every track, keeping none of the changes where one fails.
  private mutating func editTracks(_ edit: (inout Track) throws -> Void) throws {
    let before = tracks
    do {
      for index in tracks.indices { try edit(&tracks[index]) }
    } catch {
      tracks = before
      throw error
    }
  }

  private func checkInside(_ range: TimeRange, _ verb: String) throws {
    try range.checkForEdit("Cannot \(verb) \(range.text)")
    guard range.end <= duration else {
      throw MoonreelError(
        .invalidTimeline, "Cannot \(verb) \(range.text): the timeline ends at \(duration.text).")
    }
  }
}
