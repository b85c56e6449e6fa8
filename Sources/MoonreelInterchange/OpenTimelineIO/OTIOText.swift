// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// Times as OpenTimelineIO counts them: a number of frames at a rate, both of them doubles.
enum OTIOTime {
  /// The frames of `rate` that `time` is, whole where it is.
  static func frames(_ time: Time, _ rate: FrameRate) -> Double {
    let frame = rate.frame(at: time)
    let rest = (time - rate.time(ofFrame: frame)).flicks
    return Double(frame) + Double(rest) / Double(rate.frameDuration.flicks)
  }

  /// The time of `frames` at `rate`; `nil` beyond ±100 years.
  static func time(_ frames: Double, _ rate: FrameRate) -> Time? {
    let whole = frames.rounded(.down)
    guard let frame = Int64(exactly: whole) else { return nil }
    let start = rate.time(ofFrame: frame)
    guard start > .distantPast, start < .distantFuture else { return nil }
    let rest = (frames - whole) * Double(rate.frameDuration.flicks)
    return start + Time(flicks: Int64(limiting: rest.rounded()))
  }
}

extension Editorial.Timeline {
  /// The timeline as OpenTimelineIO writes it (schema of its release 0.15 and later).
  public var otioText: String { OTIOWriter(rate: rate).json(self).prettyText + "\n" }
}

extension Editorial.Clip {
  /// The clip alone as OpenTimelineIO writes it, its times counted at `rate`.
  func otioText(rate: FrameRate) -> String { OTIOWriter(rate: rate).clip(self).compactText }
}

/// Makes JSON of a timeline.
private struct OTIOWriter {
  let rate: FrameRate

  func json(_ timeline: Editorial.Timeline) -> JSONValue {
    schema(
      "Timeline.1", timeline.name, timeline.metadata,
      [
        ("global_start_time", time(timeline.startTime)),
        ("tracks", stack(timeline.tracks)),
      ])
  }

  // MARK: Values

  private func schema(
    _ name: String, _ title: String, _ metadata: Editorial.Metadata,
    _ members: [(String, JSONValue)]
  ) -> JSONValue {
    .object(
      [
        JSONValue.Member("OTIO_SCHEMA", .string(name)),
        JSONValue.Member("metadata", JSONValue.object(metadata.members).tidy),
        JSONValue.Member("name", .string(title)),
      ] + members.map { JSONValue.Member($0.0, $0.1) })
  }

  private func time(_ time: Time, at rate: FrameRate? = nil) -> JSONValue {
    let rate = rate ?? self.rate
    return .members([
      "OTIO_SCHEMA": .string("RationalTime.1"),
      "rate": .number(rate.framesPerSecond.doubleValue),
      "value": JSONValue.number(OTIOTime.frames(time, rate)).tidy,
    ])
  }

  private func range(_ range: TimeRange?, at rate: FrameRate? = nil) -> JSONValue {
    guard let range else { return .null }
    return .members([
      "OTIO_SCHEMA": .string("TimeRange.1"), "duration": time(range.duration, at: rate),
      "start_time": time(range.start, at: rate),
    ])
  }

  // MARK: Elements

  private func item(
    _ name: String, _ properties: Editorial.Properties, _ members: [(String, JSONValue)]
  ) -> JSONValue {
    schema(
      name, properties.name, properties.metadata,
      [
        ("source_range", range(properties.sourceRange)),
        ("effects", .array(properties.effects.map(effect))),
        ("markers", .array(properties.markers.map(marker))),
        ("enabled", .bool(properties.isEnabled)), ("color", .null),
      ] + members)
  }

  private func stack(_ stack: Editorial.Stack) -> JSONValue {
    item("Stack.1", stack.properties, [("children", .array(stack.children.map(element)))])
  }

  func clip(_ clip: Editorial.Clip) -> JSONValue {
    let key = "DEFAULT_MEDIA"
    return item(
      "Clip.2", clip.properties,
      [
        ("media_references", .members(["DEFAULT_MEDIA": reference(clip.media)])),
        ("active_media_reference_key", .string(key)),
      ])
  }

  private func element(_ element: Editorial.Element) -> JSONValue {
    switch element {
    case .clip(let clip): return self.clip(clip)
    case .gap(let properties): return item("Gap.1", properties, [])
    case .transition(let transition): return json(transition)
    case .track(let track):
      return item(
        "Track.1", track.properties,
        [
          ("kind", .string(track.kind.rawValue)),
          ("children", .array(track.children.map { self.element($0) })),
        ])
    case .stack(let stack): return self.stack(stack)
    }
  }

  private func json(_ transition: Editorial.Transition) -> JSONValue {
    schema(
      "Transition.1", transition.name, transition.metadata,
      [
        (
          "transition_type",
          .string(transition.isDissolve ? "SMPTE_Dissolve" : "Custom_Transition")
        ),
        ("in_offset", time(transition.inOffset)), ("out_offset", time(transition.outOffset)),
        ("enabled", .bool(true)),
      ])
  }

  private func effect(_ effect: Editorial.Effect) -> JSONValue {
    let (name, scalar): (String, Double?) =
      switch effect.kind {
      case .linearTimeWarp(let scalar): ("LinearTimeWarp.1", scalar)
      case .freezeFrame: ("FreezeFrame.1", 0)
      case .timeEffect: ("TimeEffect.1", nil)
      case .other: ("Effect.1", nil)
      }
    return schema(
      name, "", effect.metadata,
      [("effect_name", .string(effect.effectName)), ("enabled", .bool(effect.isEnabled))]
        + (scalar.map { [("time_scalar", JSONValue.number($0).tidy)] } ?? []))
  }

  private func marker(_ marker: Editorial.Marker) -> JSONValue {
    schema(
      "Marker.2", marker.name, marker.metadata,
      [
        ("marked_range", range(marker.range)), ("color", .string(marker.color)),
        ("comment", .string(marker.comment)),
      ])
  }

  private func reference(_ media: Editorial.MediaReference) -> JSONValue {
    let (name, members): (String, [(String, JSONValue)]) =
      switch media.kind {
      case .external(let url): ("ExternalReference.1", [("target_url", .string(url))])
      case .imageSequence(let sequence): ("ImageSequenceReference.1", self.sequence(sequence))
      case .generator(let kind, let parameters):
        (
          "GeneratorReference.1",
          [
            ("generator_kind", .string(kind)),
            ("parameters", JSONValue.object(parameters.members).tidy),
          ]
        )
      case .missing: ("MissingReference.1", [])
      }
    return schema(
      name, media.name, media.metadata,
      [
        ("available_range", range(media.availableRange, at: media.rate)),
        ("available_image_bounds", .null),
      ] + members)
  }

  private func sequence(_ sequence: Editorial.MediaReference.ImageSequence)
    -> [(String, JSONValue)]
  {
    [
      ("target_url_base", .string(sequence.folder)), ("name_prefix", .string(sequence.prefix)),
      ("name_suffix", .string(sequence.suffix)), ("start_frame", .int(sequence.start)),
      ("frame_step", .int(1)), ("rate", .number(sequence.rate.framesPerSecond.doubleValue)),
      ("frame_zero_padding", .int(sequence.padding)), ("missing_frame_policy", .string("error")),
    ]
  }
}

extension JSONValue {
  /// The value with numbers of at most 15 digits: readers that take the short way with long ones, as OpenTimelineIO does,
  /// read these as they are.
  fileprivate var tidy: JSONValue {
    switch self {
    case .null, .bool, .integer, .string: return self
    case .number(let number):
      guard number.isFinite, number != 0 else { return self }
      let digits = 14 - Glibc.log10(abs(number)).rounded(.down)
      guard digits > 0, digits <= 22 else { return self }
      let scale = Glibc.pow(10, digits)
      return .number((number * scale).rounded() / scale)
    case .array(let items): return .array(items.map(\.tidy))
    case .object(let members): return .object(members.map { Member($0.key, $0.value.tidy) })
    }
  }
}
