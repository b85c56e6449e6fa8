// SPDX-License-Identifier: MIT

import MoonreelCore

/// Which files are decoded when, and how many at a time.
struct PlanReaders: Sendable {
  /// One stream and the stretches of the timeline that show it.
  struct Stream: Sendable {
    var path: String
    var streamIndex: Int
    var uses: [TimeRange]
  }

  var streams: [Stream] = []
  /// The most segments of files that are on screen at one time.
  var mostAtOnce = 0

  init(_ uses: [ReaderUse]) {
    var places: [ReaderUse.Key: Int] = [:]
    for use in uses {
      let place = places[use.key] ?? streams.count
      if place == streams.count {
        places[use.key] = place
        streams.append(
          Stream(path: use.key.path, streamIndex: use.key.streamIndex, uses: []))
      }
      streams[place].uses.append(use.targetRange)
    }
    let starts = uses.map { ($0.targetRange.start, 1) }
    let ends = uses.map { ($0.targetRange.end, -1) }
    var open = 0
    for (_, change) in (starts + ends).sorted(by: { ($0.0, $0.1) < ($1.0, $1.1) }) {
      open += change
      mostAtOnce = max(mostAtOnce, open)
    }
  }

  /// The readers in lines.
  var lines: [String] {
    guard !streams.isEmpty else { return [] }
    let segments = streams.reduce(0) { $0 + $1.uses.count }
    let head =
      "readers  \(segments) segments of \(streams.count) streams, at most \(mostAtOnce) at a time"
    return [head]
      + streams.map { stream in
        "  \(stream.path) stream \(stream.streamIndex): "
          + stream.uses.map { "\($0)" }.joined(separator: ", ")
      }
  }

  /// The readers as JSON.
  var json: JSONValue {
    .members([
      "most_at_once": .int(mostAtOnce),
      "streams": .array(
        streams.map { stream in
          .members([
            "path": .string(stream.path), "stream": .int(stream.streamIndex),
            "uses": .array(
              stream.uses.map {
                .members(["from": .number($0.start.seconds), "to": .number($0.end.seconds)])
              }),
          ])
        }),
    ])
  }
}
