// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// Writes a cut as Final Cut Pro's XML (version 1.10): the lowest track of pictures as the primary storyline, all others as
/// storylines that are connected to it, sounds in negative lanes.
struct FCPXMLWriter {
  private let cut: FilmCut
  private(set) var losses: [Loss] = []
  private var resources = FCPXMLResources()
  private var insideCount = 0
  /// When the timeline inside that is being written is shown, on the film's clock; `nil`: none is being written.
  private var shownRange: TimeRange?

  init(_ cut: FilmCut) { self.cut = cut }

  /// The file.
  mutating func text() -> String {
    let timeline = cut.timeline
    let sequence = sequence(timeline.tracks, start: timeline.startTime, rate: timeline.rate)
    let project = XMLTree("project", [("name", timeline.name)], [sequence])
    let event = XMLTree("event", [("name", timeline.name)], [project])
    return XMLTree(
      "fcpxml", [("version", "1.10")],
      [XMLTree("resources", [], resources.elements), XMLTree("library", [], [event])]
    ).document
  }

  // MARK: Timelines

  private mutating func sequence(_ stack: Editorial.Stack, start: Time, rate: FrameRate) -> XMLTree
  {
    let own = stack.properties.metadata.own
    let sides = own?["size"]?.items.compactMap(\.double) ?? []
    let size =
      sides.count == 2
      ? PixelSize(Int(limiting: sides[0]), Int(limiting: sides[1])) : PixelSize(1920, 1080)
    let ownRate = (own?["fps"]?.text).flatMap { try? FrameRate(text: $0) } ?? rate
    let format = resources.format(size, ownRate)
    let duration = max(
      own?["duration"]?.double.flatMap { try? Time(seconds: $0) } ?? .zero, stack.wholeDuration)
    let spine = spine(stack, from: start, lasting: duration, rate: ownRate)
    let sequence = XMLTree(
      "sequence",
      [
        ("format", format), ("duration", FCPXMLTime.text(duration)),
        ("tcStart", FCPXMLTime.text(start)), ("tcFormat", "NDF"), ("audioLayout", "stereo"),
        ("audioRate", "48k"),
      ], [spine])
    if let metadata = FCPXMLMetadata.element(own) { sequence.add(metadata) }
    return sequence
  }

  private mutating func spine(
    _ stack: Editorial.Stack, from start: Time, lasting duration: Time, rate: FrameRate
  ) -> XMLTree {
    let tracks = stack.children.compactMap { child -> Editorial.Track? in
      if case .track(let track) = child { track } else { nil }
    }
    let (pictures, sounds) = (
      tracks.filter { $0.kind == .video }, tracks.filter { $0.kind == .audio }
    )
    var hosts = pictures.first.map { pieces($0, from: start, rate) } ?? []
    let end = hosts.last { !$0.isTransition }?.range.end ?? .zero
    if end < duration {
      hosts.append(gap(TimeRange(start: end, end: duration), offset: start + end))
    }
    let connected =
      pictures.dropFirst().enumerated().map { ($0.offset + 1, $0.element) }
      + sounds.enumerated().map { (-$0.offset - 1, $0.element) }
    for (lane, track) in connected { connect(track, lane, to: &hosts, rate) }
    for marker in stack.properties.markers { add(marker, to: &hosts) }
    return XMLTree("spine", [], hosts.map(\.element))
  }

  /// Connects `track` to what the primary storyline shows where it begins.
  private mutating func connect(
    _ track: Editorial.Track, _ lane: Int, to hosts: inout [Piece], _ rate: FrameRate
  ) {
    var track = track
    var begin = Time.zero
    while case .gap? = track.children.first {
      begin = begin + track.children[0].duration
      track.children.removeFirst()
    }
    let own = pieces(track, from: .zero, rate)
    guard !own.isEmpty, let host = Piece.host(of: begin, in: hosts) else { return }
    hosts[host].anchored.append(
      XMLTree(
        "spine",
        [
          ("lane", "\(lane)"), ("offset", FCPXMLTime.text(hosts[host].localTime(begin))),
          ("name", track.properties.name),
        ], own.map(\.element)))
  }

  private func add(_ marker: Editorial.Marker, to hosts: inout [Piece]) {
    guard let host = Piece.host(of: marker.range.start, in: hosts) else { return }
    hosts[host].markers.append(
      XMLTree(
        "chapter-marker",
        [
          ("start", FCPXMLTime.text(hosts[host].localTime(marker.range.start))),
          ("duration", FCPXMLTime.text(marker.range.duration)), ("value", marker.name),
          ("note", marker.comment.isEmpty ? nil : marker.comment),
        ]))
  }

  // MARK: Pieces

  private mutating func pieces(_ track: Editorial.Track, from origin: Time, _ rate: FrameRate)
    -> [Piece]
  {
    var (pieces, cursor) = ([Piece](), Time.zero)
    for child in track.children {
      let range = TimeRange(start: cursor, duration: child.duration)
      cursor = range.end
      let offset = origin + range.start
      switch child {
      case .gap: pieces.append(gap(range, offset: offset))
      case .transition(let transition):
        pieces.append(piece(transition, at: range.start, offset: offset, track.kind))
      case .clip(let clip): pieces.append(piece(clip, range, offset, track, rate))
      case .stack(let stack): pieces.append(piece(stack, range, offset, track, rate))
      case .track(let inner):
        pieces.append(piece(Editorial.Stack([.track(inner)]), range, offset, track, rate))
      }
      guard let properties = child.clipProperties else { continue }
      if !rate.isWhole(range.start) || !rate.isWhole(range.end) {
        lose(
          .approximated, properties, range,
          "it begins or ends between two frames, where Final Cut Pro takes the nearest")
      }
    }
    return pieces
  }

  private func gap(_ range: TimeRange, offset: Time) -> Piece {
    Piece(
      "gap",
      [
        ("name", "Gap"), ("offset", FCPXMLTime.text(offset)), ("start", "0s"),
        ("duration", FCPXMLTime.text(range.duration)),
      ], range)
  }

  private mutating func piece(
    _ transition: Editorial.Transition, at cut: Time, offset: Time, _ kind: Editorial.Track.Kind
  ) -> Piece {
    let (filter, effect) =
      switch kind {
      case .video: ("filter-video", resources.effect(.video))
      case .audio: ("filter-audio", resources.effect(.audio))
      }
    var piece = Piece(
      "transition",
      [
        ("name", transition.name == "dissolve" ? "Cross Dissolve" : transition.name),
        ("offset", FCPXMLTime.text(offset - transition.inOffset)),
        ("duration", FCPXMLTime.text(transition.inOffset + transition.outOffset)),
      ], TimeRange(start: cut, duration: .zero))
    piece.isTransition = true
    piece.head = [XMLTree(filter, [("ref", effect)])]
    piece.metadata = FCPXMLMetadata.element(transition.metadata.own)
    return piece
  }

  private mutating func piece(
    _ clip: Editorial.Clip, _ range: TimeRange, _ offset: Time, _ track: Editorial.Track,
    _ rate: FrameRate
  ) -> Piece {
    guard case .external(let url) = clip.media.kind else {
      return placeholder(clip, range, offset, track.kind, rate)
    }
    let asset = resources.asset(url, clip.media, cut.media[url])
    let timing = ClipTiming(clip.properties, clip.media.availableRange)
    let isStill = clip.media.availableRange == nil && track.kind == .video
    var attributes = common(clip.properties, timing.start, range, offset, track)
    if !isStill {
      attributes = [("ref", asset)] + attributes + [("srcEnable", track.kind.sourceName)]
    }
    var piece = Piece(isStill ? "clip" : "asset-clip", attributes, range, localStart: timing.start)
    let adjustments = FCPXMLAdjustments(clip.properties.effects, start: timing.start)
    piece.head = timing.elements
    switch track.kind {
    case .video: piece.head += adjustments.picture
    case .audio: piece.head += adjustments.sound
    }
    if isStill {
      piece.head.append(
        XMLTree(
          "video",
          [
            ("ref", asset), ("offset", FCPXMLTime.text(timing.start)),
            ("duration", FCPXMLTime.text(range.duration)),
          ]))
    }
    piece.metadata = FCPXMLMetadata.element(clip.properties.metadata.own)
    return piece
  }

  private mutating func piece(
    _ stack: Editorial.Stack, _ range: TimeRange, _ offset: Time, _ track: Editorial.Track,
    _ rate: FrameRate
  ) -> Piece {
    insideCount += 1
    let number = insideCount
    let outer = shownRange
    shownRange = outer ?? range
    let inner = sequence(stack, start: .zero, rate: rate)
    shownRange = outer
    let media = resources.media(number, name: stack.properties.name, inner)
    let whole = TimeRange(start: .zero, duration: stack.wholeDuration)
    let timing = ClipTiming(stack.properties, whole)
    let isSilent = stack.properties.metadata.own?["audio"] == .bool(false)
    let attributes =
      [("ref", media)] + common(stack.properties, timing.start, range, offset, track)
      + [("srcEnable", isSilent ? "video" : nil)]
    var piece = Piece("ref-clip", attributes, range, localStart: timing.start)
    let adjustments = FCPXMLAdjustments(stack.properties.effects, start: timing.start)
    piece.head = timing.elements + adjustments.picture + adjustments.sound
    piece.metadata = FCPXMLMetadata.element(stack.properties.metadata.own)
    return piece
  }

  private func common(
    _ properties: Editorial.Properties, _ start: Time, _ range: TimeRange, _ offset: Time,
    _ track: Editorial.Track
  ) -> [(String, String?)] {
    let isEnabled = properties.isEnabled && track.properties.isEnabled
    return [
      ("offset", FCPXMLTime.text(offset)), ("name", properties.name),
      ("start", FCPXMLTime.text(start)), ("duration", FCPXMLTime.text(range.duration)),
      ("enabled", isEnabled ? nil : "0"),
    ]
  }

  /// A gap that says what is missing, and holds the clip for Moonreel.
  private mutating func placeholder(
    _ clip: Editorial.Clip, _ range: TimeRange, _ offset: Time, _ kind: Editorial.Track.Kind,
    _ rate: FrameRate
  ) -> Piece {
    let reason: String
    switch clip.media.kind {
    case .generator(let kind, let parameters):
      // What is drawn was named as lost when the cut was made.
      let said = parameters.own?["reason"]?.text
      reason = said ?? "'\(kind)' is drawn by another program"
      if said == nil, kind != "moonreel" {
        lose(.placeholder, clip.properties, range, "its plain colour becomes a gap")
      }
    case .imageSequence:
      reason = "numbered pictures"
      lose(
        .placeholder, clip.properties, range,
        "numbered pictures have no place in this file, and become a gap")
    case .missing, .external: reason = "its media is missing"
    }
    var piece = gap(range, offset: offset)
    piece.attributes[0].1 = clip.properties.name
    let note = XMLTree("note")
    note.text = reason
    piece.head = [note]
    piece.metadata = FCPXMLMetadata.element(
      nil,
      [
        (FCPXMLMetadata.clipKey, clip.otioText(rate: rate)),
        (FCPXMLMetadata.kindKey, kind.rawValue),
      ])
    return piece
  }

  private mutating func lose(
    _ outcome: Loss.Outcome, _ properties: Editorial.Properties, _ range: TimeRange,
    _ reason: String
  ) {
    losses.append(
      Loss(
        outcome, "clip '\(properties.name)'", reason, timeRange: shownRange ?? range,
        place: properties.place))
  }
}

extension Editorial.Element {
  /// The properties of what is shown or heard in a track; `nil` for gaps and transitions.
  fileprivate var clipProperties: Editorial.Properties? {
    switch self {
    case .clip(let clip): clip.properties
    case .stack(let stack): stack.properties
    case .track(let track): track.properties
    case .gap, .transition: nil
    }
  }
}

/// An element of a storyline, where it lies, and what is connected to it.
private struct Piece {
  var name: String
  var attributes: [(String, String?)]
  /// On the clock of the timeline, from zero.
  var range: TimeRange
  /// Its own time at its beginning.
  var localStart: Time
  var isTransition = false
  var head: [XMLTree] = []
  var anchored: [XMLTree] = []
  var markers: [XMLTree] = []
  var metadata: XMLTree?

  init(
    _ name: String, _ attributes: [(String, String?)], _ range: TimeRange, localStart: Time = .zero
  ) {
    (self.name, self.attributes, self.range) = (name, attributes, range)
    self.localStart = localStart
  }

  /// Its parts in the order that the type of the document asks for.
  var element: XMLTree {
    XMLTree(name, attributes, head + anchored + markers + (metadata.map { [$0] } ?? []))
  }

  /// Its own time at `time` of the timeline.
  func localTime(_ time: Time) -> Time { localStart + (time - range.start) }

  /// The position of what is shown at `time` among `pieces`.
  static func host(of time: Time, in pieces: [Piece]) -> Int? {
    pieces.firstIndex { !$0.isTransition && $0.range.contains(time) }
      ?? pieces.lastIndex { !$0.isTransition }
  }
}

/// When a clip begins on its own clock, and how that clock becomes time of its media.
private struct ClipTiming {
  var start: Time
  var elements: [XMLTree] = []

  /// The timing of a clip with `properties`, of whose media there is `available`.
  init(_ properties: Editorial.Properties, _ available: TimeRange?) {
    let range = properties.sourceRange ?? available ?? .zero
    let first = available?.start ?? .zero
    start = range.start
    for effect in properties.effects where effect.isEnabled {
      switch effect.kind {
      case .linearTimeWarp(let factor):
        let speed = Rational(Int64(limiting: (factor * 1_000_000).rounded()), 1_000_000)
        guard speed.numerator != 0 else { continue }
        warp(range, available, by: speed, from: first)
      case .freezeFrame:
        start = first
        elements = [
          Self.map([(first, range.start), (first + max(range.duration, .second), range.start)])
        ]
      case .timeEffect, .other: break
      }
    }
  }

  private mutating func warp(
    _ range: TimeRange, _ available: TimeRange?, by speed: Rational, from first: Time
  ) {
    let factor = Rational(
      speed.numerator < 0 ? -speed.numerator : speed.numerator, speed.denominator)
    let inverse = Rational(factor.denominator, factor.numerator)
    let shown = range.duration.scaled(by: factor)
    let end = max(available?.end ?? .zero, range.start + shown)
    let last = first + (end - first).scaled(by: inverse)
    if speed.numerator > 0 {
      start = first + (range.start - first).scaled(by: inverse)
      elements = [Self.map([(first, first), (last, end)])]
    } else {
      start = first + (end - range.start - shown).scaled(by: inverse)
      elements = [Self.map([(first, end), (last, first)])]
    }
  }

  private static func map(_ points: [(Time, Time)]) -> XMLTree {
    XMLTree(
      "timeMap", [],
      points.map {
        XMLTree(
          "timept",
          [
            ("time", FCPXMLTime.text($0.0)), ("value", FCPXMLTime.text($0.1)),
            ("interp", "linear"),
          ])
      })
  }
}

extension Editorial.Track.Kind {
  /// Which part of a file a clip in such a track uses.
  fileprivate var sourceName: String {
    switch self {
    case .video: "video"
    case .audio: "audio"
    }
  }
}

extension Time {
  fileprivate static var second: Time { Time(flicks: flicksPerSecond) }
}
