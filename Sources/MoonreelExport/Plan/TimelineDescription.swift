// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// What a timeline holds, in the terms that `moonreel probe` describes files in.
public struct TimelineDescription: Sendable {
  private let timeline: Timeline
  private let tracks: [PlanTrack]

  /// A description of `timeline`.
  public init(_ timeline: Timeline) {
    self.timeline = timeline
    tracks = timeline.tracks.map { PlanTrack($0) }
  }

  /// The description in lines, without a line break at the end.
  public var text: String {
    let count = tracks.count == 1 ? "1 track" : "\(tracks.count) tracks"
    var lines = ["timeline, \(timeline.duration), \(count)"]
    if timeline.naturalSize.width > 0 {
      let rate = timeline.frameRate.map { ", \($0) frames a second" } ?? ""
      lines.append("  natural size \(timeline.naturalSize)\(rate)")
    }
    lines += tracks.flatMap(\.lines).map { "  " + $0 }
    return lines.joined(separator: "\n")
  }

  /// The description as JSON; times in seconds.
  public func json(indented: Bool = true) -> String {
    let size = timeline.naturalSize
    let value = JSONValue.members([
      "format": .string("timeline"), "duration": .number(timeline.duration.seconds),
      "natural_size": size.width > 0
        ? .array([.int(size.width), .int(size.height)]) : .null,
      "frame_rate": .optional(timeline.frameRate.map { "\($0)" }),
      "tracks": .array(tracks.map(\.json)),
    ])
    return indented ? value.prettyText : value.compactText
  }
}
