// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// One track as a plan shows it.
struct PlanTrack: Sendable {
  /// One segment as a plan shows it.
  struct Piece: Sendable {
    var target: TimeRange
    /// What is shown: a file and stream, a nested timeline, a generator; `nil` for a gap.
    var source: String?
    var sourceRange: TimeRange
    /// Source seconds a second, on the mean.
    var rate: Rational
    /// The speed in words, where it is not the source's own: `"2 times its speed"`.
    var speed: String?
    /// The slowest and the fastest speed, where it changes.
    var speeds: ClosedRange<Double>?
    var isReversed: Bool
  }

  var id: TrackID
  var mediaType: MediaType
  var isEnabled: Bool
  var duration: Time
  var pieces: [Piece]

  init(_ track: Track) {
    (id, mediaType, isEnabled) = (track.id, track.mediaType, track.isEnabled)
    duration = track.duration
    pieces = track.segments.map { segment in
      Piece(
        target: segment.targetRange, source: segment.source.map(Self.name),
        sourceRange: segment.sourceRange, rate: segment.rate,
        speed: segment.speedText == "1" ? nil : "\(segment.speedText) times its speed",
        speeds: segment.curve?.speeds, isReversed: segment.isReversed)
    }
  }

  private static func name(of source: SegmentSource) -> String {
    switch source {
    case .asset(let track): "\(track.path) stream \(track.streamIndex)"
    case .timeline(let timeline): "a timeline of \(timeline.tracks.count) tracks"
    case .composed(let composed):
      "a composition of \(composed.videoComposition.renderSize)"
    case .custom(let source): "\(type(of: source))"
    }
  }

  /// The track in lines.
  var lines: [String] {
    let count = pieces.count == 1 ? "1 segment" : "\(pieces.count) segments"
    let note = isEnabled ? "" : ", not enabled"
    return ["track \(id)  \(mediaType.rawValue), \(count), \(duration)\(note)"]
      + pieces.map { "  " + Self.line($0) }
  }

  private static func line(_ piece: Piece) -> String {
    guard let source = piece.source else { return "\(piece.target)  empty" }
    var line = "\(piece.target)  \(source) \(piece.sourceRange)"
    if let speed = piece.speed { line += " at \(speed)" }
    if piece.isReversed { line += " backwards" }
    return line
  }

  /// The track as JSON.
  var json: JSONValue {
    .members([
      "id": .int(id.rawValue), "type": .string(mediaType.rawValue),
      "is_enabled": .bool(isEnabled), "duration": .number(duration.seconds),
      "segments": .array(
        pieces.map(Self.json)),
    ])
  }

  private static func json(_ piece: Piece) -> JSONValue {
    .members([
      "from": .number(piece.target.start.seconds), "to": .number(piece.target.end.seconds),
      "source": .optional(piece.source),
      "source_from": .number(piece.sourceRange.start.seconds),
      "source_to": .number(piece.sourceRange.end.seconds),
      "rate": .number(piece.rate.doubleValue),
      "lowest_rate": piece.speeds.map { .number($0.lowerBound) } ?? .null,
      "highest_rate": piece.speeds.map { .number($0.upperBound) } ?? .null,
      "is_reversed": .bool(piece.isReversed),
    ])
  }
}
