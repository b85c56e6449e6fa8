// SPDX-License-Identifier: MIT

import MoonreelCore

extension Editorial.Timeline {
  /// Reads an edit decision list (CMX 3600).
  ///
  /// Lists do not say at what rate they count; those in drop-frame timecode count at 29.97. Each line is read, or named
  /// with its number in ``omissions``.
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

/// Reads the events of a list; ``EDLTracks`` lays them out.
struct EDLReader {
  private let file: String
  private let rate: FrameRate
  private let rows: [(line: Int, text: Substring)]
  private var title = ""
  private var events: [EDLEvent] = []
  private var markers: [(frame: Int64, marker: Editorial.Marker)] = []
  private var omissions = Omissions()
  /// Whether the lines from here on count in drop-frame timecode, also where no semicolon marks it.
  private var isDrop = false
  /// Whether a timecode of the record was in drop-frame form.
  private var recordsDrop = false

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
    var tracks = EDLTracks(events, rate: rate, from: start)
    var stack = Editorial.Stack(tracks.elements())
    for found in tracks.faults + lengthFaults { omissions.note(line: found.line, found.words) }
    stack.properties.markers = markers.map { frame, marker in
      var marker = marker
      let moment = rate.time(ofFrame: frame) - rate.time(ofFrame: start)
      marker.range = TimeRange(start: max(.zero, moment), duration: .zero)
      return marker
    }
    var timeline = Editorial.Timeline(
      name: title, rate: rate, startTime: rate.time(ofFrame: start), tracks: stack)
    timeline.omissions = omissions.all
    return timeline
  }

  private func mistake(_ line: Int, _ words: String) -> MoonreelError {
    MoonreelError(.unsupportedFormat, "Cannot read '\(file)': line \(line): \(words).")
  }

  /// Names a line, or a part of it, that says nothing to this reader.
  private mutating func leave(_ line: Int, _ text: some StringProtocol) {
    omissions.note(line: line, "'\(text.prefix(60))' is not understood, and left out")
  }

  /// The frame with which the program begins: that of the full hour before the first event, unless that is ten minutes
  /// and more earlier.
  private var programStart: Int64 {
    let first = events.map(\.record.lowerBound).min() ?? 0
    func frame(_ text: String) -> Int64? { (try? Timecode(text: text, rate: rate))?.frameNumber }
    let (hour, limit) =
      recordsDrop
      ? (frame("01:00:00;00"), frame("00:10:00;00")) : (frame("01:00:00:00"), frame("00:10:00:00"))
    guard let hour, let limit, hour > 0 else { return first }
    let full = first / hour * hour
    return first - full < limit ? full : first
  }

  /// Events that show more or less of their reels than they last, though nothing says how fast.
  private var lengthFaults: [(line: Int, words: String)] {
    events.filter {
      $0.speed == nil && $0.reel != "BL" && !$0.record.isEmpty
        && $0.source.count != $0.record.count
    }
    .map {
      (
        $0.line,
        "it shows \($0.source.count) frames in \($0.record.count) and no M2 says how fast; it is played at its own speed"
      )
    }
  }

  // MARK: Lines

  private mutating func read(_ line: Int, _ text: Substring) throws {
    let words = text.split { $0 == " " || $0 == "\t" }
    guard let first = words.first else { return }
    if first.hasPrefix("TITLE:") {
      title = text.trimmed.dropFirst(6).trimmed
    } else if first.hasPrefix("FCM:") {
      readMode(line, text)
    } else if first == "M2" {
      try readSpeed(line, words)
    } else if first == "AUD" {
      readChannels(line, text, words)
    } else if first.hasPrefix("*") {
      readNote(line, text.trimmed.dropFirst().trimmed)
    } else if first.allSatisfy({ $0.isASCII && $0.isNumber }) {
      try readEvent(line, text, words)
    } else if !readKnownNote(line, text.trimmed) {
      leave(line, text.trimmed)
    }
  }

  private mutating func readMode(_ line: Int, _ text: Substring) {
    switch text.trimmed.dropFirst(4).trimmed.uppercased() {
    case "DROP FRAME":
      isDrop = (try? Timecode(text: "00:10:00;00", rate: rate)) != nil
      if !isDrop {
        omissions.note(line: line, "\(rate) frames a second are not counted in drop-frame timecode")
      }
    case "NON-DROP FRAME", "NON DROP FRAME", "NONDROP FRAME": isDrop = false
    default: leave(line, text.trimmed)
    }
  }

  private mutating func readEvent(_ line: Int, _ text: Substring, _ words: [Substring]) throws {
    guard events.count < Editorial.mostElements else {
      throw mistake(line, "it has more than \(Editorial.mostElements) events")
    }
    let codes = words.suffix(4)
    let isEvent =
      words.count >= 6
      && codes.allSatisfy { $0.filter { ":;.".contains($0) }.count == 3 }
    guard isEvent else { return leave(line, text.trimmed) }
    let frames = try codes.map { try frame($0, line) }
    guard frames[0] <= frames[1], frames[2] <= frames[3] else {
      throw mistake(line, "an event ends before it begins")
    }
    // Reels may have spaces: the channels stand before the last word that can be a kind of edit.
    // holds: an event has six words at least.
    let middle = Array(words[1..<(words.count - 4)])
    guard let place = middle.indices.dropLast().last(where: { Self.isEdit(middle[$0 + 1]) }) else {
      return leave(line, text.trimmed)
    }
    guard let channels = EDLChannel.channels(middle[place]) else {
      return omissions.note(
        line: line,
        "'\(middle[place].prefix(20))' is no channel of pictures or sound; the event is left out")
    }
    let kind = try edit(middle[(place + 1)...], line)
    guard !channels.isEmpty else {
      return omissions.note(line: line, "the event is recorded on no channel, and left out")
    }
    recordsDrop = recordsDrop || isDrop || words[words.count - 2].contains(";")
    // holds: the guard compares them.
    let (source, record) = (frames[0]..<frames[1], frames[2]..<frames[3])
    events.append(
      EDLEvent(
        line: line, number: String(words[0]), reel: middle[..<place].joined(separator: " "),
        channels: channels, kind: kind, source: source, record: record))
  }

  private static func isEdit(_ word: Substring) -> Bool {
    word.uppercased().wholeMatch(of: /C|[DW]\d*|K|KB|KO/) != nil
  }

  /// The kind of edit that `words` say: `C`, `D 025`, `W001 025`, `K B`, `K 010`, `K O 010`.
  private mutating func edit(_ words: ArraySlice<Substring>, _ line: Int) throws -> EDLEvent.Kind {
    var rest = words
    let first = rest.removeFirst().uppercased()
    func isLength(_ word: Substring) -> Bool {
      Int64(word).map { (0...100_000).contains($0) } ?? false
    }
    func length() -> Int64? { rest.first.flatMap { isLength($0) ? Int64($0) : nil } }
    var kind = EDLEvent.Kind.cut
    switch first.prefix(1) {
    case "D", "W":
      guard let frames = length() else {
        throw mistake(line, "the transition '\(first)' has no length in frames")
      }
      rest.removeFirst()
      kind = first.hasPrefix("D") ? .dissolve(frames) : .wipe(frames)
    case "K":
      var mark = String(first.dropFirst())
      if mark.isEmpty, let next = rest.first?.uppercased(), ["B", "O"].contains(next) {
        rest.removeFirst()
        mark = next
      }
      let frames = length()
      if frames != nil { rest.removeFirst() }
      kind = mark == "B" ? .keyBackground : mark == "O" ? .keyOut(frames ?? 0) : .key(frames ?? 0)
    default: break
    }
    for word in rest where Int64(word) != 0 { leave(line, word) }
    return kind
  }

  private mutating func frame(_ text: Substring, _ line: Int) throws -> Int64 {
    let colons = String(text).replacing(".", with: ":")
    if isDrop, !colons.contains(";"), let last = colons.lastIndex(of: ":") {
      // Where the head says so the form without a mark is meant as well.
      let marked = colons.replacingCharacter(at: last, with: ";")
      if let timecode = try? Timecode(text: marked, rate: rate) { return timecode.frameNumber }
    }
    guard let timecode = try? Timecode(text: colons, rate: rate) else {
      throw mistake(line, "'\(text)' is no timecode at \(rate) frames a second")
    }
    if isDrop, !colons.contains(";") {
      omissions.note(
        line: line, "'\(text)' is no drop-frame timecode, and counted as it stands")
    }
    return timecode.frameNumber
  }

  private mutating func readSpeed(_ line: Int, _ words: [Substring]) throws {
    var rest = words.dropFirst()
    if let last = rest.last, last.contains(":") || last.contains(";") { rest.removeLast() }
    guard rest.count >= 2, let text = rest.popLast(), let number = Double(text), number.isFinite,
      abs(number) <= 100_000
    else {
      throw mistake(line, "M2 needs a reel and a speed in frames a second")
    }
    let reel = rest.joined(separator: " ")
    guard let index = events.lastIndex(where: { $0.reel == reel }) else {
      return omissions.note(
        line: line,
        "no event of the reel '\(reel.prefix(40))' stands before its M2, which is left out")
    }
    events[index].speed = EDLSpeed.speed(
      text, source: Int64(events[index].source.count), record: Int64(events[index].record.count),
      rate: rate)
  }

  /// Reads `AUD 3 4`: more channels of the last event.
  private mutating func readChannels(_ line: Int, _ text: Substring, _ words: [Substring]) {
    let numbers = words.dropFirst().compactMap { Int($0) }.filter { (1...99).contains($0) }
    guard !events.isEmpty, !numbers.isEmpty, numbers.count == words.count - 1 else {
      return leave(line, text.trimmed)
    }
    for number in numbers where !events[events.count - 1].channels.contains(.audio(number)) {
      events[events.count - 1].channels.append(.audio(number))
    }
  }

  // MARK: Notes

  private mutating func readNote(_ line: Int, _ note: String) {
    let isRemark = note.isEmpty || note.uppercased().hasPrefix("COMMENT:")
    if !isRemark, !readKnownNote(line, note) { leave(line, "* " + note) }
  }

  /// Reads names, files and markers, which belong to the event before them; `false` where `note` is something else.
  private mutating func readKnownNote(_ line: Int, _ note: String) -> Bool {
    func value(_ names: String...) -> String? {
      names.first { note.uppercased().hasPrefix($0) }
        .map { Substring(note.dropFirst($0.count)).trimmed }
    }
    if let text = value("LOC:") { return readMarker(line, text) }
    guard let last = events.indices.last else { return false }
    if let name = value("FROM CLIP NAME:", "FROM CLIP NAME IS:") {
      guard events[last].isTransition else {
        events[last].name = name
        return true
      }
      if last > 0, events[last - 1].name == nil { events[last - 1].name = name }
    } else if let name = value("TO CLIP NAME:", "TO CLIP NAME IS:") {
      events[last].name = name
    } else if let name = value("KEY CLIP NAME:", "KEY CLIP NAME IS:") {
      guard let key = events.lastIndex(where: \.isKey) else { return false }
      events[key].name = name
    } else if let path = value("SOURCE FILE:") {
      events[last].path = path
    } else if let effect = value("EFFECT NAME:", "EFFECTS NAME IS") {
      return events[last].isTransition && effect.uppercased().hasSuffix("DISSOLVE")
    } else {
      return false
    }
    return true
  }

  /// Reads `01:00:05:00 RED words`.
  private mutating func readMarker(_ line: Int, _ text: String) -> Bool {
    let words = text.split(separator: " ", maxSplits: 2)
    guard let first = words.first, let moment = try? frame(first, line) else { return false }
    var marker = Editorial.Marker(
      name: words.count > 2 ? String(words[2]).trimmed : "", range: .zero)
    if words.count > 1 { marker.color = words[1].uppercased() }
    markers.append((moment, marker))
    return true
  }
}

extension StringProtocol {
  /// The text without blanks at its ends.
  fileprivate var trimmed: String {
    var text = Substring(self)
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}

extension String {
  fileprivate func replacingCharacter(at index: Index, with text: String) -> String {
    self[..<index] + text + self[self.index(after: index)...]
  }
}
