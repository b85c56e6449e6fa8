// SPDX-License-Identifier: MIT

import MoonreelCore

/// Writes a cut as an edit decision list (CMX 3600): one track of pictures and up to four of sound, in whole frames.
struct EDLWriter {
  private let cut: FilmCut
  private let rate: FrameRate
  private let isDropFrame: Bool
  private(set) var losses: [Loss] = []
  private var lines: [String] = []
  private var number = 0
  private var reels: [String: String] = [:]
  /// The most events that a list has: they are counted with three digits, or with six.
  private static let mostEvents = 999_999

  init(_ cut: FilmCut) {
    (self.cut, rate) = (cut, cut.timeline.rate)
    let canDrop = rate.framesPerSecond.denominator == 1001 && [30, 60].contains(rate.nominalCount)
    isDropFrame = canDrop && cut.media.values.contains(where: \.isDropFrame)
  }

  /// The list.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`) for more than 999,999 events.
  mutating func text() throws -> String {
    lines = [
      "TITLE: \(Self.plain(cut.timeline.name))", "FCM: \(isDropFrame ? "DROP" : "NON-DROP") FRAME",
      "",
    ]
    let tracks = cut.timeline.tracks.children.compactMap { child -> Editorial.Track? in
      if case .track(let track) = child, track.properties.isEnabled, !track.isEmpty {
        track
      } else {
        nil
      }
    }
    let (pictures, sounds) = (
      tracks.filter { $0.kind == .video }, tracks.filter { $0.kind == .audio }
    )
    for track in pictures.dropFirst() {
      lose(track, "a list has one track of pictures, the lowest")
    }
    for track in sounds.dropFirst(4) { lose(track, "a list has four tracks of sound") }
    for track in pictures.prefix(1) { try add(track, "V") }
    for (index, track) in sounds.prefix(4).enumerated() {
      try add(track, index == 0 ? "A" : "A\(index + 1)")
    }
    if !cut.timeline.tracks.properties.markers.isEmpty {
      losses.append(
        Loss(.lost, FilmContent.subject, "a list has no chapters", place: cut.place))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func lose(_ track: Editorial.Track, _ reason: String) {
    losses.append(
      Loss(.lost, "track '\(track.properties.name)'", reason, place: track.place))
  }

  private mutating func lose(
    _ outcome: Loss.Outcome, _ subject: String, _ properties: Editorial.Properties,
    _ reason: String, _ range: TimeRange
  ) {
    losses.append(
      Loss(
        outcome, "\(subject) '\(properties.name)'", reason,
        timeRange: range.shifted(by: -cut.timeline.startTime), place: properties.place))
  }

  /// Names what a list does not say of `clip`.
  private mutating func note(_ clip: Editorial.Clip, over range: TimeRange) {
    switch clip.media.kind {
    case .external, .missing: break
    case .imageSequence:
      lose(.placeholder, "clip", clip.properties, "a list has no numbered pictures", range)
    case .generator(let kind, let parameters):
      // What is drawn, and the samples, were named as lost when the cut was made.
      if kind != "moonreel", parameters.own?["reason"] == nil {
        lose(.placeholder, "clip", clip.properties, "a list has no plain colours", range)
      }
    }
    if !rate.isWhole(range.start) || !rate.isWhole(range.end) {
      lose(
        .approximated, "clip", clip.properties,
        "it begins or ends between two frames, where a list takes the nearest", range)
    }
    if let source = clip.properties.sourceRange?.start, !rate.isWhole(source) {
      lose(
        .approximated, "clip", clip.properties,
        "what it shows begins between two frames of the list, which takes the nearest", range)
    }
  }

  // MARK: Events

  /// A clip of a track, its times in frames.
  private struct Event {
    var clip: Editorial.Clip
    var record: Range<Int64>
    /// The frame of the media with which it begins, or ends where it runs backwards.
    var source: Int64
    /// How many times as fast it is played, backwards where negative.
    var speed: Rational

    var isReversed: Bool { speed.numerator < 0 }

    /// The frames of the media that it shows.
    var sourceCount: Int64 { EDLSpeed.frames(Int64(record.count), speed) }

    /// Leaves out the last frames.
    mutating func end(earlierBy frames: Int64) {
      // holds: the upper end is the lower one at least.
      record = record.lowerBound..<max(record.lowerBound, record.upperBound - frames)
      if isReversed { source += EDLSpeed.frames(frames, speed) }
    }

    /// The moment at which it ends, as an event without length.
    var ending: Event {
      var end = self
      // holds: the range is empty.
      end.record = record.upperBound..<record.upperBound
      if !isReversed { end.source += sourceCount }
      return end
    }
  }

  private mutating func add(_ track: Editorial.Track, _ channel: String) throws {
    var cursor = cut.timeline.startTime
    var last: Event?
    var coming: Editorial.Transition?
    func nest(_ properties: Editorial.Properties, _ range: TimeRange) {
      lose(
        .lost, "timeline", properties, "a list has no timelines in timelines", range)
      (last, coming) = (nil, nil)
    }
    for (index, child) in track.children.enumerated() {
      let start = cursor
      cursor = cursor + child.duration
      switch child {
      case .transition(let transition): coming = transition
      case .gap:
        if let coming, let from = last { fade(from, coming, channel) }
        (last, coming) = (nil, nil)
      case .clip(let clip) where !clip.properties.isEnabled:
        (last, coming) = (nil, nil)
      case .clip(let clip):
        note(clip, over: TimeRange(start: start, end: cursor))
        var event = event(clip, from: start, to: cursor)
        if index + 1 < track.children.count, case .transition(let going) = track.children[index + 1]
        {
          event.end(earlierBy: rate.nearestFrame(going.inOffset))
        }
        try add(event, after: last, coming, channel)
        (last, coming) = (event, nil)
      case .stack(let stack): nest(stack.properties, TimeRange(start: start, end: cursor))
      case .track(let track): nest(track.properties, TimeRange(start: start, end: cursor))
      }
    }
  }

  private func event(_ clip: Editorial.Clip, from start: Time, to end: Time) -> Event {
    var speed = Rational.one
    for effect in clip.properties.effects {
      switch effect.kind {
      case .linearTimeWarp(let factor): speed = EDLSpeed.speed(factor)
      case .freezeFrame: speed = Rational(0, 1)
      case .timeEffect, .other: break
      }
    }
    let source = clip.properties.sourceRange?.start ?? .zero
    return Event(
      clip: clip,
      // holds: the upper end is the lower one at least.
      record: rate.nearestFrame(start)..<max(rate.nearestFrame(start), rate.nearestFrame(end)),
      source: rate.nearestFrame(source), speed: speed)
  }

  private mutating func add(
    _ event: Event, after last: Event?, _ transition: Editorial.Transition?, _ channel: String
  ) throws {
    guard !event.record.isEmpty else { return }
    var event = event
    number += 1
    guard number <= Self.mostEvents else {
      throw MoonreelError(
        .encodingFailed,
        "Cannot write an edit decision list of more than \(Self.mostEvents) events.")
    }
    guard let transition else {
      lines.append(line(reel(event.clip), channel, "C", event))
      addNotes(event, "FROM")
      return
    }
    // A dissolve begins where the first picture of the second clip is seen.
    let (before, after) = (
      rate.nearestFrame(transition.inOffset), rate.nearestFrame(transition.outOffset)
    )
    // holds: what is taken away is not below 0.
    event.record = (event.record.lowerBound - before)..<event.record.upperBound
    if !event.isReversed { event.source -= EDLSpeed.frames(before, event.speed) }
    if let last {
      lines.append(line(reel(last.clip), channel, "C", last.ending))
    } else {
      let black = Editorial.Clip(Editorial.Properties(), Editorial.MediaReference(.missing))
      let empty = Event(
        // holds: the range is empty.
        clip: black, record: event.record.lowerBound..<event.record.lowerBound, source: 0,
        speed: .one
      )
      lines.append(line("BL", channel, "C", empty))
    }
    lines.append(line(reel(event.clip), channel, "D    \(Self.digits(before + after, 3))", event))
    if let last { lines.append("* FROM CLIP NAME: \(Self.plain(last.clip.properties.name))") }
    addNotes(event, "TO")
  }

  /// A clip that gives way to black.
  private mutating func fade(_ last: Event, _ transition: Editorial.Transition, _ channel: String) {
    number += 1
    let black = Editorial.Clip(Editorial.Properties(), Editorial.MediaReference(.missing))
    let frames = rate.nearestFrame(transition.inOffset + transition.outOffset)
    let start = last.record.upperBound
    lines.append(line(reel(last.clip), channel, "C", last.ending))
    // holds: a gap has frames.
    let gap = Event(clip: black, record: start..<(start + frames), source: 0, speed: .one)
    lines.append(line("BL", channel, "D    \(Self.digits(frames, 3))", gap))
  }

  private func line(_ reel: String, _ channel: String, _ kind: String, _ event: Event) -> String {
    let times = [
      event.source, event.source + event.sourceCount, event.record.lowerBound,
      event.record.upperBound,
    ]
    .map { code($0) }
    let head =
      "\(Self.digits(Int64(number), 3))  \(Self.padded(reel, 8)) \(Self.padded(channel, 5)) "
    return head + Self.padded(kind, 8) + " " + times.joined(separator: " ")
  }

  private mutating func addNotes(_ event: Event, _ word: String) {
    if event.speed != .one {
      let text = EDLSpeed.text(event.speed, rate: rate)
      let read = EDLSpeed.speed(
        Substring(text), source: event.sourceCount, record: Int64(event.record.count), rate: rate)
      if read != event.speed {
        let range = TimeRange(
          start: rate.time(ofFrame: event.record.lowerBound),
          end: rate.time(ofFrame: event.record.upperBound))
        lose(
          .approximated, "clip", event.clip.properties,
          "its speed is written in tenths of a frame a second, as \(text)", range)
      }
      lines.append(
        "M2   \(Self.padded(reel(event.clip), 8)) \(Self.padded(text, 10)) \(code(event.source))")
    }
    lines.append("* \(word) CLIP NAME: \(Self.plain(event.clip.properties.name))")
    if case .external(let url) = event.clip.media.kind {
      lines.append("* SOURCE FILE: \(Self.plain(FileURL.path(url) ?? url))")
    }
    lines.append("")
  }

  // MARK: Words

  private func code(_ frame: Int64) -> String {
    Timecode(frameNumber: max(0, frame), isDropFrame: isDropFrame).text(rate: rate)
  }

  /// The name of the reel, eight letters and digits that no other file has; what is no file is AX.
  private mutating func reel(_ clip: Editorial.Clip) -> String {
    guard case .external(let url) = clip.media.kind else { return "AX" }
    if let known = reels[url] { return known }
    let name = cut.media[url]?.reel ?? FilePath.stem(of: FileURL.path(url) ?? url)
    let plain = name.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    var reel = plain.isEmpty ? "REEL" : String(plain.prefix(8))
    var count = 1
    while reels.values.contains(reel) || ["AX", "BL"].contains(reel) {
      count += 1
      // holds: no cut has 10⁸ reels.
      reel = String(plain.prefix(8 - "\(count)".count)) + "\(count)"
    }
    reels[url] = reel
    return reel
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func digits(_ number: Int64, _ width: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }

  /// `text` on one line.
  private static func plain(_ text: String) -> String { LuaText.comment(text) }
}

extension FrameRate {
  /// Frames a second as timecodes count them.
  var nominalCount: Int { Int(limiting: framesPerSecond.doubleValue.rounded(.up)) }

  /// Whether a frame begins at `time`.
  func isWhole(_ time: Time) -> Bool { self.time(ofFrame: nearestFrame(time)) == time }

  /// The frame that begins nearest to `time`.
  func nearestFrame(_ time: Time) -> Int64 {
    frame(at: time + Time(flicks: frameDuration.flicks / 2))
  }
}
