// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// One instruction as a plan shows it.
struct PlanInstruction: Sendable {
  var range: TimeRange
  /// The tracks that are drawn, the first on top.
  var layers: [TrackID]
  /// The tracks whose frames are read.
  var required: [TrackID]
  /// Who draws where the built-in compositor does not.
  var compositor: String?
  var passthrough: TrackID?
  var background: Color

  init(_ instruction: VideoInstruction, in composition: VideoComposition, _ timeline: Timeline) {
    range = instruction.timeRange
    layers = instruction.layerInstructions.map(\.trackID)
    required = composition.requiredTrackIDs(for: instruction, in: timeline)
    passthrough = instruction.passthroughTrackID
    background = instruction.backgroundColor
    let custom = instruction.compositor ?? (layers.isEmpty ? composition.compositor : nil)
    compositor = custom.map(\.planName)
  }

  /// The instruction in a line.
  var line: String {
    var parts: [String] = []
    if let passthrough { parts.append("track \(passthrough) untouched") }
    if !layers.isEmpty {
      parts.append("layers from the top: " + layers.map { "track \($0)" }.joined(separator: ", "))
    }
    if let compositor {
      parts.append(
        "drawn by \(compositor) from " + required.map { "track \($0)" }.joined(separator: ", "))
    }
    if parts.isEmpty { parts.append("background only") }
    return "\(range)  " + parts.joined(separator: "; ")
  }

  /// The instruction as JSON.
  var json: JSONValue {
    .members([
      "from": .number(range.start.seconds), "to": .number(range.end.seconds),
      "layers": .array(layers.map { .int($0.rawValue) }),
      "required_tracks": .array(required.map { .int($0.rawValue) }),
      "compositor": .optional(compositor),
      "passthrough_track": passthrough.map { .int($0.rawValue) } ?? .null,
      "background": .array(
        [background.red, background.green, background.blue, background.alpha]
          .map { .number(Double($0)) }),
    ])
  }
}
