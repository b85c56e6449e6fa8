// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

/// Finds out for which stretches of a film servers would have to be asked.
struct MissingRanges {
  private struct Stream: Hashable {
    var path: String
    var index: Int
  }

  private let gate: FileGate
  private var loaded: [Stream: [TimeRange]] = [:]
  /// Segments that are still looked at: of films in films in films there are too many.
  private var left = 100_000

  init(_ gate: FileGate) { self.gate = gate }

  /// Those of `timeline`, in no order; they may overlap.
  mutating func ranges(of timeline: Timeline) -> [TimeRange] {
    var ranges: [TimeRange] = []
    for track in timeline.tracks where track.isEnabled {
      for segment in track.segments where !segment.isEmpty { ranges += self.ranges(of: segment) }
    }
    return ranges
  }

  /// Those of `segment`, on its track. What it cannot look at any more counts as missing.
  private mutating func ranges(of segment: Segment) -> [TimeRange] {
    left -= 1
    guard left >= 0 else { return [segment.targetRange] }
    var shown = segment.sourceRange
    // A frame that stands is wanted all the same.
    if shown.isEmpty { shown = TimeRange(start: shown.start, duration: Time(flicks: 1)) }
    let missing: [TimeRange]
    switch segment.source {
    case .asset(let track)?: missing = shown.excluding(loaded(track))
    case .timeline(let timeline)?: missing = ranges(of: timeline)
    case .composed(let composed)?: missing = ranges(of: composed.timeline)
    case .custom?, nil: missing = []
    }
    return missing.map { $0.intersection(shown) }.filter { !$0.isEmpty }
      .map { segment.targetRange(of: $0) }
  }

  private mutating func loaded(_ track: AssetTrack) -> [TimeRange] {
    let stream = Stream(path: track.path, index: track.streamIndex)
    if let known = loaded[stream] { return known }
    let found = track.loadedRanges(gate: gate)
    loaded[stream] = found
    return found
  }
}

extension FileGate {
  /// The stretches of `timeline` for which a server has to be asked, in no order; they may overlap. Whatever generators ask for
  /// is not among them.
  ///
  /// Costs a look at the disk for every 4 MiB of files of servers.
  package func missingRanges(of timeline: Timeline) -> [TimeRange] {
    var missing = MissingRanges(self)
    return missing.ranges(of: timeline)
  }
}

extension Segment {
  /// Where `part`, which lies within the source's range, is shown: all of the segment where its source stands.
  fileprivate func targetRange(of part: TimeRange) -> TimeRange {
    guard !sourceRange.isEmpty, let first = targetTime(at: part.start),
      let last = targetTime(at: part.end)
    else { return targetRange }
    return TimeRange(start: min(first, last), end: max(first, last)).intersection(targetRange)
  }
}
