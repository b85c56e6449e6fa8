// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Whole rows of segments, and what is believed of their sources.
extension TrackHandle {
  static func addSegments(_ type: inout TypeBuilder<TrackHandle>) {
    type.method("set_segments", ["segments"]) { handle, call in
      let kind = try handle.track().mediaType
      let segments = try call[0].list("a list of segments: { range =, source =, source_range = }")
        .map { try $0.segment(kind, handle.owner.rate, place: call.place) }
      try handle.update { try $0.setSegments(segments) }
      return call.receiver
    }
    type.method("replace_format", ["source", "format?"]) { handle, call in
      let source = try call[0].segmentSource(for: try handle.track().mediaType)
      guard case .asset(let track) = source else {
        throw call[0].expected("a file's track or a file")
      }
      let format = try call[1].ifGiven { try $0.formatOverride() }
      try handle.update { try $0.replaceFormat(of: track, with: format) }
      return call.receiver
    }
  }

  static func addAssociations(_ type: inout TypeBuilder<TrackHandle>) {
    type.method("associate", ["track", "kind"]) { handle, call in
      let other = try handle.owner.track(call[0]).id
      let kind = try call[1].choice(TrackAssociation.self)
      call.state.notes.add(64)
      try handle.owner.timeline.associate(handle.id, with: other, as: kind)
      return call.receiver
    }
    type.method("dissociate", ["track", "kind"]) { handle, call in
      let other = try handle.owner.track(call[0]).id
      let kind = try call[1].choice(TrackAssociation.self)
      try handle.owner.timeline.dissociate(handle.id, from: other, as: kind)
      return call.receiver
    }
    type.method("associated", ["kind"]) { handle, call in
      let kind = try call[0].choice(TrackAssociation.self)
      let tracks = handle.owner.timeline.associatedTracks(of: try handle.track().id, as: kind)
      return .list(tracks.map { .object(TrackHandle(handle.owner, $0.id)) })
    }
  }
}

extension Argument {
  /// A segment as `track.segments` gives it. Its rate and whether it is empty follow from the rest.
  fileprivate func segment(
    _ kind: MediaType, _ rate: FrameRate?, place: String
  ) throws -> Segment {
    let names = ["range", "source", "source_range", "is_reversed", "rate", "is_empty"]
    let options = try options(names, owner: label)
    let target = try options.required("range", "where it lies on the track").range(rate)
    let given = try options["source"]
    guard !given.isNil else {
      for name in ["source_range", "is_reversed"] where try !options[name].isNil {
        throw try options[name].expected("nothing, for the segment has no 'source'")
      }
      return Segment(empty: target)
    }
    let source = try given.segmentSource(for: kind)
    let shown = try options.required("source_range", "which stretch of the source it shows")
      .range(rate ?? source.frameRate)
    let isReversed = try options["is_reversed"].ifGiven { try $0.boolean() } ?? false
    var segment = Segment(
      source: source, mapping: TimeMapping(source: shown, target: target), isReversed: isReversed)
    segment.place = place
    return segment
  }

  /// `{ color =, pixel_aspect = { 64, 45 }, language = }`.
  fileprivate func formatOverride() throws -> FormatOverride {
    let options = try options(["color", "pixel_aspect", "language"], owner: label)
    return FormatOverride(
      color: try options["color"].ifGiven { try $0.colorTags() },
      pixelAspect: try options["pixel_aspect"].ifGiven { try $0.pixelAspect() },
      languageCode: try options["language"].ifGiven { try $0.string() })
  }

  private func pixelAspect() throws -> Rational {
    let rule = "the width and height of a pixel: { 64, 45 }"
    let sides = try items(rule).map { try $0.integer(1...1_000_000) }
    guard sides.count == 2 else { throw expected(rule) }
    return Rational(Int64(sides[0]), Int64(sides[1]))
  }
}
