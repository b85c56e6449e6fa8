// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelModel
import MoonreelPlayback
import MoonreelScript

/// What a page is told of a film.
enum FilmMessage {
  /// The most clips of a lane that a page is told of.
  static let clipLimit = 2000

  static func film(
    _ version: FilmVersion, _ outline: FilmOutline, _ item: PlayerItem
  ) -> JSONValue {
    let frames = item.frameTimes?.count ?? 0
    let rate = version.request.effectiveComposition.frameRate.framesPerSecond
    let size = item.presentationSize ?? version.request.effectiveComposition.renderSize
    return .members([
      "type": .string("film"), "generation": .int(version.generation),
      "size": .array([.int(size.width), .int(size.height)]),
      "fps": .array([.integer(rate.numerator), .integer(rate.denominator)]),
      "frames": .integer(frames), "duration": .number(version.request.duration.seconds),
      "hasPictures": .bool(frames > 0), "hasSound": .bool(version.request.hasSound),
      "timeline": .members([
        "tracks": .array(outline.lanes.reversed().map(lane)),
        "markers": .array(
          version.request.output.chapters.map { chapter in
            .members([
              "time": .number(chapter.range.start.seconds), "name": .optional(chapter.title),
            ])
          }),
      ]),
      "params": .array(version.parameters.map(\.json)),
    ])
  }

  /// What `check` finds in `version`, or why that cannot be found.
  static func findings(_ version: FilmVersion) -> JSONValue {
    var list: [JSONValue] = []
    do {
      list = try version.findings().map { finding in
        .fields(["sentence": .string(finding.message), "place": .optional(finding.place)])
      }
    } catch { list = [.members(["sentence": .string(MoonreelError.sentence(of: error))])] }
    return .members([
      "type": .string("findings"), "generation": .int(version.generation), "list": .array(list),
    ])
  }

  /// Which frames changed with the last save.
  static func ribbon(_ difference: FilmDifference, _ generation: Int) -> JSONValue {
    .members([
      "type": .string("ribbon"), "generation": .int(generation),
      "changed": .array(
        difference.changed.map {
          .array([.integer($0.lowerBound), .integer($0.upperBound - 1)])
        }),
      "added": .int(difference.added.count), "removed": .int(difference.removed.count),
      "sound": .array(
        difference.sound.map {
          .array([.number($0.start.seconds), .number($0.end.seconds)])
        }),
      "done": .bool(true),
    ])
  }

  private static func lane(_ lane: FilmOutline.Lane) -> JSONValue {
    .members([
      "kind": .string(lane.kind.rawValue), "name": .string(lane.name),
      "clips": .array(lane.clips.prefix(clipLimit).map(clip)),
    ])
  }

  private static func clip(_ clip: FilmOutline.Clip) -> JSONValue {
    .fields([
      "id": .int(clip.id), "name": .string(clip.name),
      "start": .number(clip.range.start.seconds), "end": .number(clip.range.end.seconds),
      "kind": .string(clip.source), "file": .optional(clip.file), "line": .optional(clip.place),
      "speed": .optional(clip.speed),
      "transition": clip.transition.map { name, range in
        .members([
          "name": .string(name), "start": .number(range.start.seconds),
          "duration": .number(range.duration.seconds),
        ])
      } ?? .null,
      "keyframes": clip.curves.isEmpty ? .null : .array(clip.curves.map(curve)),
    ])
  }

  private static func curve(_ curve: FilmOutline.Curve) -> JSONValue {
    .members([
      "property": .string(curve.property),
      "keys": .array(curve.keys.map { .number($0.seconds) }),
      "points": .array(
        curve.points.map { .array([.number($0.time.seconds), .number($0.value)]) }),
    ])
  }

  /// The layers at a time, from top to bottom.
  static func layers(
    _ layers: [FilmOutline.ShownLayer], frame: Int64, _ cost: FrameSeconds?
  ) -> JSONValue {
    .fields([
      "type": .string("layers"), "frame": .integer(frame),
      "costs": cost.map {
        .members([
          "decode": .number($0.read.milliseconds), "draw": .number($0.drawn.milliseconds),
        ])
      } ?? .null,
      "layers": .array(
        layers.map { layer in
          .fields([
            "name": .string(layer.name), "kind": .string(layer.source),
            "line": .optional(layer.place),
            "values": .object(layer.values.map { JSONValue.Member($0.name, .string($0.text)) }),
          ])
        }),
    ])
  }
}

extension Duration {
  /// To a tenth.
  fileprivate var milliseconds: Double {
    let (seconds, rest) = components
    return ((Double(seconds) * 1e3 + Double(rest) / 1e15) * 10).rounded() / 10
  }
}
