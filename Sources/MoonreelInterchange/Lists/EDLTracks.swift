// SPDX-License-Identifier: MIT

import MoonreelCore

/// Lays out the events of a list in tracks: one for each channel, and above a channel of pictures one for what is keyed
/// over it.
struct EDLTracks {
  private let events: [EDLEvent]
  private let rate: FrameRate
  /// The frame with which the program begins.
  private let start: Int64
  /// What of the events cannot be laid out, with their lines.
  private(set) var faults: [(line: Int, words: String)] = []

  init(_ events: [EDLEvent], rate: FrameRate, from start: Int64) {
    (self.events, self.rate, self.start) = (events, rate, start)
  }

  /// The tracks of pictures from the bottom up, then those of sound.
  mutating func elements() -> [Editorial.Element] {
    noteEmpty()
    let channels = Set(events.flatMap(\.channels)).sorted()
    var tracks: [Editorial.Element] = []
    for channel in channels {
      let own = events.filter { $0.channels.contains(channel) }
      let isKeyed = channel.kind == .video
      let plain = own.filter { !(isKeyed && $0.isKey) }
      if !plain.isEmpty { tracks.append(.track(track(channel.name, channel.kind, plain))) }
      let keys = own.filter { isKeyed && $0.isKey }
      if !keys.isEmpty { tracks.append(.track(track("\(channel.name) key", .video, keys))) }
    }
    return tracks
  }

  /// Names events without length, but for the one that only says what a transition begins with.
  private mutating func noteEmpty() {
    for (index, event) in events.enumerated() where event.record.isEmpty {
      let next = index + 1 < events.count ? events[index + 1] : nil
      let begins =
        next.map { ($0.isTransition || $0.isKey) && $0.number == event.number } ?? false
      if !begins { faults.append((event.line, "the event lasts no frame, and is left out")) }
    }
  }

  private mutating func track(_ name: String, _ kind: Editorial.Track.Kind, _ events: [EDLEvent])
    -> Editorial.Track
  {
    var track = Editorial.Track(name, kind: kind)
    var cursor = start
    let ordered = events.enumerated().filter { !$0.element.record.isEmpty }
      .sorted {
        ($0.element.record.lowerBound, $0.offset) < ($1.element.record.lowerBound, $1.offset)
      }.map(\.element)
    for event in ordered {
      // holds: both ends of a range are raised to the same floor.
      let range = max(cursor, event.record.lowerBound)..<max(cursor, event.record.upperBound)
      noteOverlap(event, range)
      guard !range.isEmpty else { continue }
      if range.lowerBound > cursor { track.children.append(gap(range.lowerBound - cursor)) }
      add(event, over: range, kind, to: &track)
      cursor = range.upperBound
    }
    return track
  }

  private mutating func noteOverlap(_ event: EDLEvent, _ range: Range<Int64>) {
    guard range != event.record else { return }
    let words =
      range.isEmpty
      ? "it is recorded where another event is, and left out"
      : "its first \(event.record.count - range.count) frames are recorded where another event is, and left out"
    faults.append((event.line, words))
  }

  private func add(
    _ event: EDLEvent, over range: Range<Int64>, _ kind: Editorial.Track.Kind,
    to track: inout Editorial.Track
  ) {
    let isWhole = range == event.record
    var (before, after): (Editorial.Transition?, Editorial.Transition?)
    switch event.kind {
    case .cut, .keyBackground: break
    case .dissolve(let frames), .wipe(let frames):
      if isWhole { before = transition(event, frames, range, isAtEnd: false) }
    case .key(let frames):
      if kind == .video, isWhole { before = transition(event, frames, range, isAtEnd: false) }
    case .keyOut(let frames):
      if kind == .video { after = transition(event, frames, range, isAtEnd: true) }
    }
    if event.isKey, before != nil { track.children.append(gap(0)) }
    if let before { track.children.append(.transition(before)) }
    let isBlack = event.reel == "BL"
    track.children.append(isBlack ? gap(Int64(range.count)) : .clip(clip(event, range)))
    // What is keyed fades to nothing, not into the key after it.
    if let after { track.children += [.transition(after), gap(0)] }
  }

  /// A transition of so many frames; `nil` where there are none.
  private func transition(
    _ event: EDLEvent, _ frames: Int64, _ range: Range<Int64>, isAtEnd: Bool
  ) -> Editorial.Transition? {
    let length = rate.time(ofFrame: min(frames, Int64(range.count)))
    guard length > .zero else { return nil }
    let isWipe = if case .wipe = event.kind { true } else { false }
    return Editorial.Transition(
      name: isWipe ? "wipe" : "", inOffset: isAtEnd ? length : .zero,
      outOffset: isAtEnd ? .zero : length, isDissolve: !isWipe)
  }

  private func gap(_ frames: Int64) -> Editorial.Element {
    .gap(
      Editorial.Properties(
        sourceRange: TimeRange(start: .zero, duration: rate.time(ofFrame: frames))))
  }

  private func clip(_ event: EDLEvent, _ range: Range<Int64>) -> Editorial.Clip {
    let speed = event.speed ?? .one
    // What runs backwards loses the end of its media where its head is cut off.
    let head = range.lowerBound - event.record.lowerBound
    let passed = speed.numerator > 0 ? EDLSpeed.frames(head, speed) : 0
    var properties = Editorial.Properties(
      name: event.name ?? event.reel,
      sourceRange: TimeRange(
        start: rate.time(ofFrame: event.source.lowerBound + passed),
        duration: rate.time(ofFrame: range.upperBound) - rate.time(ofFrame: range.lowerBound)))
    if speed.numerator == 0 {
      properties.effects = [Editorial.Effect(.freezeFrame, "FreezeFrame")]
    } else if speed != .one {
      properties.effects = [
        Editorial.Effect(.linearTimeWarp(speed.doubleValue), "LinearTimeWarp")
      ]
    }
    let file = event.path ?? event.name
    var media = Editorial.MediaReference(
      file.map { .external(url: FileURL.text($0)) } ?? .missing, name: event.reel, rate: rate)
    media.metadata.own = .members(["reel": .string(event.reel)])
    return Editorial.Clip(properties, media)
  }
}
