// SPDX-License-Identifier: MIT

import MoonreelCore

extension TimelinePlan {
  /// The plan as JSON, keys in a fixed order; what is absent is left out.
  public var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("duration", .number(duration)), .init("naturalSize", .string(naturalSize)),
      .init("tracks", .array(tracks.map(\.json))),
    ]
    if let composition { members.append(.init("composition", composition.json)) }
    if !masterVolumes.isEmpty { members.append(.init("masterVolumes", .texts(masterVolumes))) }
    return .object(members)
  }
}

extension JSONValue {
  static func texts(_ list: [String]) -> JSONValue { .array(list.map(JSONValue.string)) }
}

extension TimelinePlan.Span {
  var json: JSONValue { .object([.init("from", .number(from)), .init("to", .number(to))]) }
}

extension TimelinePlan.TrackPlan {
  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("id", .integer(Int64(id))), .init("type", .string(type)),
      .init("isEnabled", .bool(isEnabled)),
    ]
    if let language { members.append(.init("language", .string(language))) }
    members.append(.init("segments", .array(segments.map(\.json))))
    if !volumes.isEmpty { members.append(.init("volumes", .texts(volumes))) }
    return .object(members)
  }
}

extension TimelinePlan.SegmentPlan {
  var json: JSONValue {
    var members: [JSONValue.Member] = [.init("target", target.json)]
    if let source { members.append(.init("source", .string(source))) }
    if let sourceRange { members.append(.init("sourceRange", sourceRange.json)) }
    members.append(.init("rate", .string(rate)))
    members.append(.init("isReversed", .bool(isReversed)))
    if let nested { members.append(.init("nested", nested.json)) }
    return .object(members)
  }
}

extension TimelinePlan.CompositionPlan {
  var json: JSONValue {
    .object([
      .init("size", .string(size)), .init("scale", .number(scale)),
      .init("frameRate", .string(frameRate)), .init("hasFilter", .bool(hasFilter)),
      .init("instructions", .array(instructions.map(\.json))),
    ])
  }
}

extension TimelinePlan.InstructionPlan {
  var json: JSONValue {
    .object([
      .init("span", span.json), .init("background", .string(background)),
      .init("drawnBy", .string(drawnBy)),
      .init(
        "layers",
        .array(
          layers.map { layer in
            .object([
              .init("track", .integer(Int64(layer.track))),
              .init("settings", .texts(layer.settings)),
            ])
          })),
      .init("tracks", .array(tracks.map { .integer(Int64($0)) })),
    ])
  }
}
