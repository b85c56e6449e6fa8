// SPDX-License-Identifier: MIT

import MoonreelCore

/// Puts what lies in lanes at times into tracks, as few as can be.
struct CutRows {
  private struct Row {
    var lane: Int
    var kind: Editorial.Track.Kind
    /// The storyline whose elements alone it holds; `nil`: elements that are connected one by one.
    var storyline: Int?
    var name: String
    var pieces: [(range: TimeRange, element: Editorial.Element)] = []
    var transitions: [(range: TimeRange, transition: Editorial.Transition)] = []
    /// The end of the last piece.
    var end = Time.distantPast
  }

  private var rows: [Row] = []
  /// The row of each storyline and kind.
  private var known: [Key: Int] = [:]

  private struct Key: Hashable {
    var storyline: Int
    var kind: Editorial.Track.Kind
  }

  /// Where something goes.
  struct Place {
    var lane: Int
    var storyline: Int?
    var name = ""
  }

  /// Adds `element` over `range`.
  mutating func add(
    _ element: Editorial.Element, over range: TimeRange, _ kind: Editorial.Track.Kind,
    in place: Place
  ) {
    guard range.duration > .zero else { return }
    let index = row(kind, place, free: range)
    rows[index].pieces.append((range, element))
    rows[index].end = max(rows[index].end, range.end)
  }

  /// Adds a transition of a storyline, over `range`.
  mutating func add(
    _ transition: Editorial.Transition, over range: TimeRange, _ kind: Editorial.Track.Kind,
    in place: Place
  ) {
    let index = row(kind, place, free: range)
    rows[index].transitions.append((range, transition))
  }

  private mutating func row(_ kind: Editorial.Track.Kind, _ place: Place, free range: TimeRange)
    -> Int
  {
    if let storyline = place.storyline {
      let key = Key(storyline: storyline, kind: kind)
      if let index = known[key] { return index }
      known[key] = rows.count
    } else if let index = rows.lastIndex(where: {
      $0.storyline == nil && $0.lane == place.lane && $0.kind == kind && $0.end <= range.start
    }) {
      return index
    }
    rows.append(Row(lane: place.lane, kind: kind, storyline: place.storyline, name: place.name))
    return rows.count - 1
  }

  /// The tracks, pictures from the bottom up, then sounds; and what finds no place in them, a clause each.
  var laidOut: (tracks: [Editorial.Element], faults: [String]) {
    var faults: [String] = []
    let filled = rows.enumerated().filter { !$0.element.pieces.isEmpty }
    let pictures = filled.filter { $0.element.kind == .video }
      .sorted { ($0.element.lane, $0.offset) < ($1.element.lane, $1.offset) }
    let sounds = filled.filter { $0.element.kind == .audio }
      .sorted { ($0.element.lane.magnitude, $0.offset) < ($1.element.lane.magnitude, $1.offset) }
    let tracks = [("V", pictures), ("A", sounds)].flatMap { letter, rows in
      rows.enumerated().map { number, row in
        Editorial.Element.track(Self.track(row.element, "\(letter)\(number + 1)", &faults))
      }
    }
    return (tracks, faults)
  }

  private static func track(_ row: Row, _ usualName: String, _ faults: inout [String])
    -> Editorial.Track
  {
    var track = Editorial.Track(row.name.isEmpty ? usualName : row.name, kind: row.kind)
    var cursor = Time.zero
    var transitions = row.transitions.sorted { $0.range.start < $1.range.start }[...]
    var used = 0
    for piece in row.pieces.sorted(by: { $0.range.start < $1.range.start }) {
      // What overlaps in a file that is wrong begins where the one before it ends.
      let start = max(cursor, piece.range.start)
      if start > piece.range.start {
        faults.append(
          "what begins at \(piece.range.start) overlaps what is before it, and is cut off")
      }
      guard piece.range.end > start else { continue }
      if start > cursor {
        if !track.children.isEmpty { used += add(&transitions, at: cursor, to: &track) }
        track.children.append(gap(start - cursor))
      }
      used += add(&transitions, at: start, to: &track)
      track.children.append(piece.element.lasting(piece.range.end - start))
      cursor = piece.range.end
    }
    used += add(&transitions, at: cursor, to: &track)
    if row.kind == .video, used < row.transitions.count {
      faults.append(
        "transitions that lie over no cut are left out: \(row.transitions.count - used)")
    }
    return track
  }

  /// Adds the transition over the cut at `cut`, where there is one; those before it are over no cut.
  ///
  /// - Returns: how many were added.
  private static func add(
    _ transitions: inout ArraySlice<(range: TimeRange, transition: Editorial.Transition)>,
    at cut: Time, to track: inout Editorial.Track
  ) -> Int {
    while let next = transitions.first, next.range.end < cut { transitions.removeFirst() }
    guard let next = transitions.first, next.range.start <= cut else { return 0 }
    transitions.removeFirst()
    var transition = next.transition
    (transition.inOffset, transition.outOffset) = (cut - next.range.start, next.range.end - cut)
    track.children.append(.transition(transition))
    return 1
  }

  private static func gap(_ duration: Time) -> Editorial.Element {
    .gap(Editorial.Properties(sourceRange: TimeRange(start: .zero, duration: duration)))
  }
}

extension Editorial.Element {
  /// The element with `duration` as that of its own range.
  fileprivate func lasting(_ duration: Time) -> Editorial.Element {
    switch self {
    case .clip(var clip):
      clip.properties.sourceRange?.duration = duration
      return .clip(clip)
    case .stack(var stack):
      stack.properties.sourceRange?.duration = duration
      return .stack(stack)
    case .gap, .transition, .track: return self
    }
  }
}
