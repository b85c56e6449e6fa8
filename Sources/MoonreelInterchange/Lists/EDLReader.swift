// SPDX-License-Identifier: MIT

import MoonreelCore

extension Editorial.Timeline {
  /// Reads an edit decision list (CMX 3600).
  ///
  /// Lists do not say at what rate they count; those in drop-frame timecode count at 29.97.
  ///
  /// - Parameters:
  ///   - text: the list.
  ///   - rate: the rate; `nil`: unknown.
  ///   - name: the file, for messages.
  /// - Throws: `MoonreelError` (`unsupportedFormat`) with one sentence that says what is wrong and in which line.
  public init(edl text: String, rate: FrameRate?, named name: String) throws {
    var reader = try EDLReader(text, rate: rate, file: name)
    self = try reader.timeline().checked(named: name)
  }
}

/// Reads the events of a list, and lays them out in tracks.
private struct EDLReader {
  private let file: String
  private let rate: FrameRate
  private let rows: [(line: Int, text: Substring)]
  private var title = ""
  private var events: [Event] = []

  /// One event: what of which reel is recorded where.
  private struct Event {
    var line: Int
    var reel: String
    var channels: [String]
    /// How many frames a dissolve or wipe lasts; `nil` for a cut.
    var transition: Int64?
    var isDissolve = true
    var source: TimeRange
    var record: TimeRange
    var scalar = 1.0
    var name: String?
    var path: String?
  }

  init(_ text: String, rate: FrameRate?, file: String) throws {
    self.file = file
    rows = text.split(omittingEmptySubsequences: false) { $0.isNewline }.enumerated()
      .map { ($0.offset + 1, $0.element) }
    let isDrop = text.contains(/FCM: *DROP FRAME/)
    guard let known = rate ?? (isDrop ? try? FrameRate(30_000, 1001) : nil) else {
      throw MoonreelError(
        .unsupportedFormat,
        "Cannot read '\(file)': an edit decision list does not say at what rate it counts. Say it: --fps 25, or fps = 25."
      )
    }
    self.rate = known
  }

  mutating func timeline() throws -> Editorial.Timeline {
    for row in rows { try read(row.line, row.text) }
    guard !events.isEmpty else { throw mistake(rows.count, "it has no events") }
    let start = programStart
    var tracks: [Editorial.Element] = []
    for channel in ["V", "A", "A2", "A3", "A4"] {
      let own = events.filter { $0.channels.contains(channel) }
      guard !own.isEmpty else { continue }
      tracks.append(.track(track(channel, own, from: start)))
    }
    return Editorial.Timeline(
      name: title, rate: rate, startTime: start, tracks: Editorial.Stack(tracks))
  }

  private func mistake(_ line: Int, _ words: String) -> MoonreelError {
    MoonreelError(.unsupportedFormat, "Cannot read '\(file)': line \(line): \(words).")
  }

  /// When the program begins: at the full hour before the first event, unless that is ten minutes and more earlier.
  private var programStart: Time {
    let first = events.map(\.record.start).min() ?? .zero
    let hour = Time(wholeSeconds: 3600)
    let full = Time(flicks: first.flicks / hour.flicks * hour.flicks)
    return first - full < Time(wholeSeconds: 600) ? full : first
  }

  // MARK: Lines

  private mutating func read(_ line: Int, _ text: Substring) throws {
    let words = text.split { $0 == " " || $0 == "\t" }
    guard let first = words.first else { return }
    if text.hasPrefix("TITLE:") {
      title = text.dropFirst(6).trimmed
    } else if first == "M2" {
      try readSpeed(line, words)
    } else if first.hasPrefix("*") {
      readNote(text.dropFirst().trimmed)
    } else if first.allSatisfy({ $0.isASCII && $0.isNumber }), words.count >= 8 {
      try readEvent(line, words)
    }
  }

  private mutating func readEvent(_ line: Int, _ words: [Substring]) throws {
    guard events.count < Editorial.mostElements else {
      throw mistake(line, "it has more than \(Editorial.mostElements) events")
    }
    let times = try words.suffix(4).map { try time($0, line) }
    guard times[0] <= times[1], times[2] <= times[3] else {
      throw mistake(line, "an event ends before it begins")
    }
    var event = Event(
      line: line, reel: String(words[1]), channels: Self.channels(words[2]),
      source: TimeRange(start: times[0], end: times[1]),
      record: TimeRange(start: times[2], end: times[3]))
    guard !event.channels.isEmpty else { return }
    let kind = words[3].uppercased()
    if kind.hasPrefix("D") || kind.hasPrefix("W") {
      guard words.count >= 9, let frames = Int64(words[4]), (0...100_000).contains(frames) else {
        throw mistake(line, "the transition '\(words[3])' has no length in frames")
      }
      (event.transition, event.isDissolve) = (frames, kind.hasPrefix("D"))
    } else if kind != "C" {
      return
    }
    events.append(event)
  }

  private func time(_ text: Substring, _ line: Int) throws -> Time {
    let colons = String(text).replacing(".", with: ":")
    // Some write the drop-frame form without its mark.
    guard let timecode = try? Timecode(text: colons, rate: rate) else {
      throw mistake(line, "'\(text)' is no timecode at \(rate) frames a second")
    }
    return timecode.time(rate: rate)
  }

  private static func channels(_ text: Substring) -> [String] {
    switch text.uppercased() {
    case "V": ["V"]
    case "B", "A/V", "AV", "VA": ["V", "A"]
    case "A", "A1": ["A"]
    case "AA": ["A", "A2"]
    case "AA/V", "A2/V": ["V", "A", "A2"]
    case "A2", "A3", "A4": [text.uppercased()]
    default: []
    }
  }

  private mutating func readSpeed(_ line: Int, _ words: [Substring]) throws {
    guard words.count >= 3, let speed = Double(words[2]), speed.isFinite, abs(speed) <= 100_000
    else {
      throw mistake(line, "M2 needs a reel and a speed in frames a second")
    }
    guard let index = events.lastIndex(where: { $0.reel == words[1] }) else { return }
    events[index].scalar = speed / rate.framesPerSecond.doubleValue
  }

  private mutating func readNote(_ note: String) {
    guard !events.isEmpty else { return }
    let last = events.count - 1
    func value(_ name: String) -> String? {
      note.uppercased().hasPrefix(name) ? Substring(note.dropFirst(name.count)).trimmed : nil
    }
    if let name = value("FROM CLIP NAME:") {
      let isDissolve = events[last].transition != nil
      if !isDissolve { events[last].name = name }
      if isDissolve, last > 0, events[last - 1].name == nil { events[last - 1].name = name }
    } else if let name = value("TO CLIP NAME:") {
      events[last].name = name
    } else if let path = value("SOURCE FILE:") {
      events[last].path = path
    }
  }

  // MARK: Tracks

  private func track(_ channel: String, _ events: [Event], from start: Time) -> Editorial.Track {
    var track = Editorial.Track(
      channel == "V" ? "V1" : channel, kind: channel == "V" ? .video : .audio)
    var cursor = start
    let ordered = events.enumerated().filter { !$0.element.record.isEmpty }
      .sorted { ($0.element.record.start, $0.offset) < ($1.element.record.start, $1.offset) }.map(
        \.element)
    for event in ordered {
      // What is recorded later replaces what was there.
      let range = TimeRange(
        start: max(cursor, event.record.start), end: max(cursor, event.record.end))
      guard !range.isEmpty else { continue }
      if range.start > cursor { track.children.append(gap(range.start - cursor)) }
      if let frames = event.transition, frames > 0, range.start == event.record.start {
        let length = min(rate.time(ofFrame: frames), range.duration)
        track.children.append(
          .transition(
            Editorial.Transition(
              name: event.isDissolve ? "" : "wipe", inOffset: .zero, outOffset: length,
              isDissolve: event.isDissolve)))
      }
      track.children.append(event.reel == "BL" ? gap(range.duration) : .clip(clip(event, range)))
      cursor = range.end
    }
    return track
  }

  private func gap(_ duration: Time) -> Editorial.Element {
    .gap(Editorial.Properties(sourceRange: TimeRange(start: .zero, duration: duration)))
  }

  private func clip(_ event: Event, _ range: TimeRange) -> Editorial.Clip {
    var properties = Editorial.Properties(
      name: event.name ?? event.reel,
      sourceRange: TimeRange(
        start: event.source.start + (range.start - event.record.start), duration: range.duration))
    if event.scalar == 0 {
      properties.effects = [Editorial.Effect(.freezeFrame, "FreezeFrame")]
    } else if event.scalar != 1 {
      properties.effects = [Editorial.Effect(.linearTimeWarp(event.scalar), "LinearTimeWarp")]
    }
    let file = event.path ?? event.name
    var media = Editorial.MediaReference(
      file.map { .external(url: FileURL.text($0)) } ?? .missing, name: event.reel, rate: rate)
    media.metadata.own = .members(["reel": .string(event.reel)])
    return Editorial.Clip(properties, media)
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = self
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}
