// SPDX-License-Identifier: MIT

import MoonreelCore

/// Reads one element of a storyline.
struct FCPXMLClip {
  /// What the element shows or plays: a part of a track.
  struct Part {
    var element: Editorial.Element
    var kind: Editorial.Track.Kind
    /// When, from the beginning of the element.
    var range: TimeRange
  }

  /// How long it lasts.
  private(set) var duration = Time.zero
  /// Its own time at its beginning.
  private(set) var start = Time.zero
  private let element: XMLTree
  /// The format of the timeline that it lies in.
  private let format: XMLTree?
  private static let anchored: Set<String> = [
    "audio", "video", "clip", "title", "mc-clip", "ref-clip", "sync-clip", "asset-clip",
    "audition", "spine",
  ]

  init(_ element: XMLTree, _ format: XMLTree?) { (self.element, self.format) = (element, format) }

  /// Whether elements without a lane are what it is made of.
  private var isContainer: Bool { ["clip", "sync-clip"].contains(element.name) }

  /// The elements that are connected to it.
  var connected: [XMLTree] {
    if element.name == "audition" { return [] }
    return element.children.filter { child in
      guard Self.anchored.contains(child.name) else { return false }
      return !isContainer || !isContent(child)
    }
  }

  private func isContent(_ child: XMLTree) -> Bool {
    child["lane"] == nil || child["lane"] == "0"
  }

  /// What it shows and plays; `nil` where it is no element of a storyline.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`).
  mutating func parts(_ reader: inout FCPXMLReader) throws -> [Part]? {
    switch element.name {
    case "gap":
      try readTimes(reader, usualStart: .zero)
      return try kept(&reader)
    case "asset-clip": return try assetParts(&reader)
    case "clip": return try clipParts(&reader)
    case "video", "audio": return try mediaParts(&reader)
    case "ref-clip", "mc-clip":
      let stack = try reader.inside(element)
      let first = try reader.resource(of: element).children.first
      try readTimes(
        reader, usualStart: first.flatMap { try reader.time($0, "tcStart") } ?? .zero,
        usualDuration: stack.wholeLength)
      let origin = try first.flatMap { try reader.time($0, "tcStart") } ?? .zero
      return try [stackPart(stack, origin: origin, &reader)]
    case "sync-clip": return try contentParts(&reader)
    case "audition":
      guard let chosen = element.children.first else { return [] }
      var clip = FCPXMLClip(chosen, format)
      let parts = try clip.parts(&reader)
      (duration, start) = (clip.duration, clip.start)
      return parts
    case "title": return try titleParts(&reader)
    case "caption":
      reader.omit("captions of the file are left out")
      return nil
    default: return nil
    }
  }

  private mutating func readTimes(
    _ reader: FCPXMLReader, usualStart: Time, usualDuration: Time? = nil
  ) throws {
    start = try reader.time(element, "start") ?? usualStart
    duration = try reader.duration(of: element, usual: usualDuration)
  }

  // MARK: Kinds

  /// The clip that Moonreel kept with a gap.
  private func kept(_ reader: inout FCPXMLReader) throws -> [Part] {
    guard let json = FCPXMLMetadata.json(of: element, FCPXMLMetadata.clipKey) else { return [] }
    var other = OTIOReader(file: reader.file)
    let clip = try other.clip(json)
    let kind = FCPXMLMetadata.text(of: element, FCPXMLMetadata.kindKey)
    return [part(.clip(clip), kind.flatMap { Editorial.Track.Kind(rawValue: $0) } ?? .video)]
  }

  private mutating func assetParts(_ reader: inout FCPXMLReader) throws -> [Part] {
    let asset = try reader.resource(of: element)
    try readTimes(
      reader, usualStart: try reader.time(asset, "start") ?? .zero,
      usualDuration: try reader.time(asset, "duration"))
    let media = try reference(asset, reader)
    let kinds = self.kinds(asset)
    return try kinds.map { try part(media, $0, from: start, kinds: kinds.count, &reader) }
  }

  /// The parts of a file that are used.
  private func kinds(_ asset: XMLTree) -> [Editorial.Track.Kind] {
    let hasSound = asset["hasAudio"] == "1"
    let hasPicture = asset["hasVideo"] == "1" || !hasSound
    switch element["srcEnable"] {
    case "video": return [.video]
    case "audio": return [.audio]
    default: return (hasPicture ? [.video] : []) + (hasSound ? [.audio] : [])
    }
  }

  /// A clip of pictures or sound of one file, or of several elements.
  private mutating func clipParts(_ reader: inout FCPXMLReader) throws -> [Part] {
    let contents = element.children.filter { isContent($0) && Self.anchored.contains($0.name) }
    guard contents.count == 1, let content = contents.first,
      ["video", "audio"].contains(content.name), let id = content["ref"],
      let asset = reader.resources[id], asset.name == "asset"
    else { return try contentParts(&reader) }
    try readTimes(reader, usualStart: .zero)
    let offset = try reader.time(content, "offset") ?? .zero
    let first = try reader.time(content, "start") ?? reader.time(asset, "start") ?? .zero
    let media = try reference(asset, reader)
    let hasSound = content.name == "audio" || content.children.contains { $0.name == "audio" }
    let kinds: [Editorial.Track.Kind] =
      (content.name == "video" ? [.video] : []) + (hasSound ? [.audio] : [])
    return try kinds.map {
      try part(
        media, $0, from: (first + (start - offset)).limited, kinds: kinds.count, &reader)
    }
  }

  private mutating func contentParts(_ reader: inout FCPXMLReader) throws -> [Part] {
    let stack = try reader.contents(of: element, format)
    let offsets = try element.children.filter(isContent).compactMap {
      try reader.time($0, "offset")
    }
    let origin = offsets.min() ?? .zero
    try readTimes(reader, usualStart: origin)
    return [try stackPart(stack, origin: origin, &reader)]
  }

  private mutating func mediaParts(_ reader: inout FCPXMLReader) throws -> [Part] {
    let resource = try reader.resource(of: element)
    let kind: Editorial.Track.Kind = element.name == "audio" ? .audio : .video
    try readTimes(reader, usualStart: try reader.time(resource, "start") ?? .zero)
    guard resource.name == "asset" else {
      let name = resource["name"] ?? "a generator"
      return [try generator(name, &reader)]
    }
    return [try part(try reference(resource, reader), kind, from: start, kinds: 1, &reader)]
  }

  private mutating func titleParts(_ reader: inout FCPXMLReader) throws -> [Part] {
    try readTimes(reader, usualStart: .zero)
    let styled = element.all("text").flatMap { [$0] + $0.all("text-style") }
    let words = styled.map(\.text).joined().split { $0.isWhitespace }.joined(separator: " ")
    return [try generator(words.isEmpty ? element["name"] ?? "title" : words, &reader)]
  }

  private func generator(_ name: String, _ reader: inout FCPXMLReader) throws -> Part {
    let media = Editorial.MediaReference(
      .generator(kind: name, parameters: Editorial.Metadata()), name: name)
    var part = try part(media, .video, from: .zero, kinds: 1, &reader)
    if case .clip(var clip) = part.element {
      clip.properties.name = name
      part.element = .clip(clip)
    }
    return part
  }

  private func reference(_ asset: XMLTree, _ reader: FCPXMLReader) throws
    -> Editorial.MediaReference
  {
    let length = try reader.time(asset, "duration") ?? .zero
    let first = try reader.time(asset, "start") ?? .zero
    let url = asset.first("media-rep")?["src"] ?? asset["src"]
    let format = asset["format"].flatMap { reader.resources[$0] }
    var media = Editorial.MediaReference(
      url.flatMap { $0.isEmpty ? nil : .external(url: $0) } ?? .missing, name: asset["name"] ?? "",
      availableRange: length > .zero ? TimeRange(start: first, duration: length) : nil,
      rate: try format.flatMap { try reader.rate(ofFormat: $0) })
    media.metadata.own = FCPXMLMetadata.json(of: asset, FCPXMLMetadata.ownKey)
    return media
  }

  // MARK: Parts

  private func part(_ element: Editorial.Element, _ kind: Editorial.Track.Kind) -> Part {
    Part(
      element: element, kind: kind, range: TimeRange(start: .zero, duration: duration))
  }

  /// The part of `media` that begins at `first` of its time, at `first` of the element's time map where it has one.
  private func part(
    _ media: Editorial.MediaReference, _ kind: Editorial.Track.Kind, from first: Time, kinds: Int,
    _ reader: inout FCPXMLReader
  ) throws -> Part {
    var range = TimeRange(start: .zero, duration: duration)
    var begin = first
    if kind == .audio, kinds > 1, let other = try reader.time(element, "audioStart") {
      // Sound that is cut elsewhere than its pictures.
      let length = try reader.time(element, "audioDuration") ?? duration
      range = TimeRange(start: other - start, duration: max(.zero, length))
      begin = (first + (other - start)).limited
    }
    let look = try FCPXMLLook(element, format, start: start, reader)
    let timing = try look.timing(from: begin, lasting: range.duration, media.availableRange)
    var properties = Editorial.Properties(
      name: element["name"] ?? media.name, sourceRange: timing.range)
    properties.effects = timing.effects
    properties.isEnabled = element["enabled"] != "0"
    properties.metadata.own = look.own(of: kind, timing.remap)
    for words in look.omissions(of: kind) { reader.omit(words) }
    return Part(element: .clip(Editorial.Clip(properties, media)), kind: kind, range: range)
  }

  private func stackPart(
    _ stack: Editorial.Stack, origin: Time, _ reader: inout FCPXMLReader
  ) throws -> Part {
    var stack = stack
    let look = try FCPXMLLook(element, format, start: start, reader)
    let whole = TimeRange(start: origin, duration: stack.wholeLength)
    var timing = try look.timing(from: start, lasting: duration, whole)
    timing.range.start = (timing.range.start - origin).limited
    stack.properties.name = element["name"] ?? ""
    stack.properties.sourceRange = timing.range
    stack.properties.effects = timing.effects
    stack.properties.isEnabled = element["enabled"] != "0"
    stack.properties.metadata.own = look.own(
      ofTimeline: stack.properties.metadata.own, timing.remap)
    for words in look.omissions(of: .video) { reader.omit(words) }
    return part(.stack(stack), .video)
  }
}

extension Time {
  /// The time within ±100 years.
  var limited: Time { clamped(to: .distantPast ... .distantFuture) }
}

extension Editorial.Stack {
  /// How long it lasts, at most the longest that a track may.
  fileprivate var wholeLength: Time {
    var most = Time.zero
    for case .track(let track) in children {
      var length = Time.zero
      for child in track.children { length = min(length + child.duration, .distantFuture) }
      most = max(most, length)
    }
    return min(most, Editorial.Timeline.longest)
  }
}
