// SPDX-License-Identifier: MIT

import MoonreelCore

extension Editorial.Timeline {
  /// Reads what OpenTimelineIO, or a program in its format, wrote: a timeline, or a collection with one.
  ///
  /// Older schemas of clips, tracks and markers are read as well. What is not known is passed over and named in
  /// ``omissions``, except where the cut could not be laid out without it.
  ///
  /// - Parameters:
  ///   - text: the JSON.
  ///   - name: the file, for messages.
  /// - Throws: `MoonreelError` (`unsupportedFormat`) with one sentence that says what is wrong and where.
  public init(otio text: String, named name: String) throws {
    let value: JSONValue
    do { value = try JSONValue(parsing: text, takesNonFinite: true) } catch let error
      as MoonreelError
    {
      throw MoonreelError(.unsupportedFormat, "Cannot read '\(name)': \(error.message).")
    }
    var reader = OTIOReader(file: name)
    self = try reader.timeline(value).checked(named: name)
  }
}

/// Reads a timeline from JSON; says where in the file a mistake is by the names on the way to it.
struct OTIOReader {
  let file: String
  private var path: [String] = []
  private var count = 0
  /// The rate of the first time of a clip, for timelines that say none.
  private var firstRate: FrameRate?
  private var omissions = Omissions()

  init(file: String) { self.file = file }

  mutating func timeline(_ value: JSONValue) throws -> Editorial.Timeline {
    let object = try object(value, "a timeline")
    switch object.schema {
    case "Timeline": break
    case "SerializableCollection":
      let children = object["children"].items
      guard let child = children.first(where: { $0.schemaName == "Timeline" }) else {
        throw mistake("the collection holds no timeline")
      }
      if children.count > 1 {
        omissions.note(
          "of the collection the first timeline is read; it has \(children.count) elements")
      }
      return try timeline(child)
    default: throw mistake("expected a Timeline, got \(object.schemaText)")
    }
    noteUnknown(object)
    let start = try object["global_start_time"].nonNull.map { try time($0, "global_start_time") }
    let tracks = try stack(try self.object(object["tracks"], "the tracks of the timeline"))
    guard let rate = start?.rate ?? firstRate ?? (try? FrameRate(24)) else {
      throw mistake("the timeline has no rate")
    }
    var timeline = Editorial.Timeline(
      name: object["name"].text ?? "", rate: rate, startTime: start?.time ?? .zero, tracks: tracks,
      metadata: object.metadata)
    timeline.omissions = omissions.all
    return timeline
  }

  /// The clip that `value` is.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) where it is none.
  mutating func clip(_ value: JSONValue) throws -> Editorial.Clip {
    try clip(try object(value, "a clip"))
  }

  // MARK: Mistakes

  private func mistake(_ words: String) -> MoonreelError {
    let place = path.isEmpty ? "" : " (in \(path.suffix(4).joined(separator: ", ")))"
    return MoonreelError(.unsupportedFormat, "Cannot read '\(file)': \(words)\(place).")
  }

  /// Names the members of `object` that are not read.
  private mutating func noteUnknown(_ object: OTIOObject) {
    for name in OTIOSchema.unknownMembers(of: object) {
      omissions.note(
        "\(object.label): its member '\(name.prefix(40))' is not understood, and left out")
    }
  }

  private mutating func inside<Result>(
    _ name: String, _ body: (inout OTIOReader) throws -> Result
  ) rethrows -> Result {
    path.append(name)
    defer { path.removeLast() }
    return try body(&self)
  }

  private func object(_ value: JSONValue, _ what: String) throws -> OTIOObject {
    guard let object = OTIOObject(value) else {
      throw mistake("expected \(what), got \(value.kindText)")
    }
    return object
  }

  // MARK: Times

  private func number(_ value: JSONValue, _ what: String) throws -> Double {
    guard let number = value.double else {
      throw mistake("\(what) has to be a number, got \(value.kindText)")
    }
    guard number.isFinite else { throw mistake("\(what) is \(number), which is no finite number") }
    return number
  }

  private func time(_ value: JSONValue, _ what: String) throws -> (time: Time, rate: FrameRate?) {
    let object = try object(value, "\(what) as a RationalTime")
    let frames = try number(object["value"], "the value of \(what)")
    let rate = try number(object["rate"], "the rate of \(what)")
    if frames == 0, rate <= 0 { return (.zero, nil) }
    guard let rate = try? FrameRate(rate) else {
      throw mistake("the rate of \(what) is \(rate), which is no number of frames a second")
    }
    guard let time = OTIOTime.time(frames, rate) else {
      throw mistake("\(what) is \(frames) frames at \(rate), more than 100 years")
    }
    return (time, rate)
  }

  private func range(_ value: JSONValue, _ what: String) throws -> (
    range: TimeRange, rate: FrameRate?
  )? {
    guard value != .null else { return nil }
    let object = try object(value, "\(what) as a TimeRange")
    let start = try time(object["start_time"], "the start of \(what)")
    let duration = try time(object["duration"], "the duration of \(what)")
    guard duration.time >= .zero else { throw mistake("the duration of \(what) is negative") }
    return (
      TimeRange(start: start.time, duration: duration.time), duration.rate ?? start.rate
    )
  }

  // MARK: Elements

  private mutating func properties(_ object: OTIOObject) throws -> Editorial.Properties {
    var properties = Editorial.Properties(name: object["name"].text ?? "")
    if let found = try range(object["source_range"], "source_range") {
      properties.sourceRange = found.range
      if object.schema == "Clip" { firstRate = firstRate ?? found.rate }
    }
    noteUnknown(object)
    for value in object["effects"].items { properties.effects.append(try effect(value)) }
    for value in object["markers"].items { properties.markers.append(try marker(value)) }
    properties.isEnabled = object["enabled"] != .bool(false)
    properties.metadata = object.metadata
    return properties
  }

  private mutating func stack(_ object: OTIOObject) throws -> Editorial.Stack {
    guard object.schema == "Stack" else {
      throw mistake("expected a Stack, got \(object.schemaText)")
    }
    var stack = Editorial.Stack(try children(object))
    stack.properties = try properties(object)
    return stack
  }

  private mutating func children(_ object: OTIOObject) throws -> [Editorial.Element] {
    try inside(object.label) { reader in
      var elements: [Editorial.Element] = []
      for child in object["children"].items {
        reader.count += 1
        guard reader.count <= Editorial.mostElements else {
          throw reader.mistake("it has more than \(Editorial.mostElements) elements")
        }
        elements.append(try reader.element(try reader.object(child, "a child")))
      }
      return elements
    }
  }

  private mutating func element(_ object: OTIOObject) throws -> Editorial.Element {
    switch object.schema {
    case "Clip": return .clip(try inside(object.label) { try $0.clip(object) })
    case "Gap", "Filler":
      let gap = try properties(object)
      return .gap(gap)
    case "Transition": return .transition(try transition(object))
    case "Stack": return .stack(try stack(object))
    case "Track", "Sequence":
      let kind = object["kind"].text ?? "Video"
      var track = Editorial.Track(
        "", kind: Editorial.Track.Kind(rawValue: kind) ?? .video, try children(object))
      track.properties = try properties(object)
      if Editorial.Track.Kind(rawValue: kind) == nil {
        omissions.note("\(object.label) is of the kind '\(kind.prefix(40))', and is not enabled")
        track.properties.isEnabled = false
      }
      return .track(track)
    default: throw mistake("no element of a cut is called \(object.schemaText)")
    }
  }

  private mutating func clip(_ object: OTIOObject) throws -> Editorial.Clip {
    let properties = try properties(object)
    let key = object["active_media_reference_key"].text ?? "DEFAULT_MEDIA"
    let references = OTIOObject(object["media_references"])
    let value = references?[key].nonNull ?? object["media_reference"]
    let clip = Editorial.Clip(properties, try reference(value))
    guard clip.properties.sourceRange != nil || clip.media.availableRange != nil else {
      throw mistake("the clip has neither a source_range nor media with an available_range")
    }
    return clip
  }

  private mutating func transition(_ object: OTIOObject) throws -> Editorial.Transition {
    noteUnknown(object)
    let (before, after) = (
      try time(object["in_offset"], "in_offset").time,
      try time(object["out_offset"], "out_offset").time
    )
    guard before >= .zero, after >= .zero else {
      throw mistake("the offsets of the transition '\(object["name"].text ?? "")' are negative")
    }
    if object["enabled"] == .bool(false) {
      omissions.note("\(object.label) is not enabled, and shown all the same")
    }
    var transition = Editorial.Transition(
      name: object["name"].text ?? "", inOffset: before, outOffset: after,
      isDissolve: object["transition_type"].text == "SMPTE_Dissolve")
    transition.metadata = object.metadata
    return transition
  }

  // MARK: Parts

  private mutating func effect(_ value: JSONValue) throws -> Editorial.Effect {
    let object = try object(value, "an effect")
    noteUnknown(object)
    let kind: Editorial.Effect.Kind
    switch object.schema {
    case "LinearTimeWarp":
      kind = .linearTimeWarp(try number(object["time_scalar"], "time_scalar"))
    case "FreezeFrame": kind = .freezeFrame
    case "TimeEffect": kind = .timeEffect
    default: kind = .other
    }
    var effect = Editorial.Effect(
      kind, object["effect_name"].text ?? "", metadata: object.metadata)
    effect.isEnabled = object["enabled"] != .bool(false)
    return effect
  }

  private mutating func marker(_ value: JSONValue) throws -> Editorial.Marker {
    let object = try object(value, "a marker")
    noteUnknown(object)
    let marked = try range(object["marked_range"], "marked_range")?.range
    var marker = Editorial.Marker(name: object["name"].text ?? "", range: marked ?? .zero)
    marker.color = object["color"].text ?? marker.color
    marker.comment = object["comment"].text ?? ""
    marker.metadata = object.metadata
    return marker
  }

  private mutating func reference(_ value: JSONValue) throws -> Editorial.MediaReference {
    guard let object = OTIOObject(value) else { return Editorial.MediaReference(.missing) }
    noteUnknown(object)
    if !OTIOSchema.isKnown(object) {
      omissions.note("media of the kind '\(object.schemaText.prefix(40))' are not understood")
    }
    let kind: Editorial.MediaReference.Kind
    switch object.schema {
    case "ExternalReference":
      guard let url = object["target_url"].text, !url.isEmpty else {
        throw mistake("target_url is empty")
      }
      kind = .external(url: url)
    case "ImageSequenceReference": kind = .imageSequence(try sequence(object))
    case "GeneratorReference":
      kind = .generator(
        kind: object["generator_kind"].text ?? "", parameters: object.metadata(of: "parameters"))
    default: kind = .missing
    }
    let available = try range(object["available_range"], "available_range")
    var reference = Editorial.MediaReference(
      kind, name: object["name"].text ?? "", availableRange: available?.range, rate: available?.rate
    )
    reference.metadata = object.metadata
    return reference
  }

  private func sequence(_ object: OTIOObject) throws -> Editorial.MediaReference.ImageSequence {
    let rate = try number(object["rate"], "the rate of the image sequence")
    guard let rate = try? FrameRate(rate) else {
      throw mistake(
        "the rate of the image sequence is \(rate), which is no number of frames a second")
    }
    let digits = object["frame_zero_padding"].double ?? 0
    guard (0...20).contains(digits), object["frame_step"].double ?? 1 == 1 else {
      throw mistake("the image sequence has steps or numbers that cannot be read")
    }
    return Editorial.MediaReference.ImageSequence(
      folder: object["target_url_base"].text ?? "", prefix: object["name_prefix"].text ?? "",
      suffix: object["name_suffix"].text ?? "",
      start: Int(limiting: object["start_frame"].double ?? 1), padding: Int(limiting: digits),
      rate: rate)
  }
}
