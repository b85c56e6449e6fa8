// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension CompositionReader {
  /// Every stretch within `range` that will want frames of a file, nested timelines included.
  func uses(in range: TimeRange = .all) -> [ReaderUse] {
    uses(shown: TimeMapping(source: range, target: range), isReversed: false)
  }

  /// The uses of this timeline as the outermost one sees them: `shown` maps its clock to theirs.
  private func uses(shown: TimeMapping, isReversed: Bool) -> [ReaderUse] {
    let required = requiredRanges(in: shown.source)
    var uses: [ReaderUse] = []
    for track in timeline.tracks(.video) where track.isEnabled {
      guard let cursor = cursors[track.id], let ranges = required[track.id] else { continue }
      for (index, segment) in track.segments.enumerated() {
        let part = segment.targetRange.intersection(shown.source)
        guard !part.isEmpty, ranges.contains(where: { $0.overlaps(part) }) else { continue }
        uses += self.uses(of: segment, index, cursor, part, shown: shown, isReversed: isReversed)
      }
    }
    return uses
  }

  private func uses(
    of segment: Segment, _ index: Int, _ cursor: TrackCursor, _ part: TimeRange,
    shown: TimeMapping, isReversed: Bool
  ) -> [ReaderUse] {
    let target = Self.outerRange(of: part, shown: shown, isReversed: isReversed)
    switch segment.source {
    case .asset(let asset)?:
      let backwards = segment.isReversed != isReversed
      let first = Self.wish(of: segment, asset, at: isReversed ? part.end : part.start).time
      return [
        ReaderUse(
          id: cursor.use(of: index), key: cursor.key(of: index, asset), track: asset,
          targetRange: target, firstSourceTime: first, isReversed: backwards)
      ]
    case .timeline?, .composed?:
      let inner = TimeMapping(source: segment.sourceRange, target: target)
      return cursor.children[index]?
        .uses(shown: inner, isReversed: segment.isReversed != isReversed) ?? []
    default: return []
    }
  }

  private static func outerRange(
    of part: TimeRange, shown: TimeMapping, isReversed: Bool
  ) -> TimeRange {
    if shown.source == .all { return part }
    let (first, last) = (shown.targetTime(at: part.start), shown.targetTime(at: part.end))
    guard isReversed else { return TimeRange(start: first, end: max(first, last)) }
    let mirror = shown.target.start + shown.target.end
    return TimeRange(start: mirror - last, end: max(mirror - last, mirror - first))
  }

  /// When the instructions in force within `shown` want frames of each track; touching ranges joined.
  private func requiredRanges(in shown: TimeRange) -> [TrackID: [TimeRange]] {
    var ranges: [TrackID: [TimeRange]] = [:]
    for instruction in composition.instructions where instruction.timeRange.overlaps(shown) {
      for id in requiredTracks(of: instruction) {
        let range = instruction.timeRange
        var own = ranges[id] ?? []
        if let last = own.last, last.end >= range.start, last.start <= range.start {
          own[own.count - 1] = last.union(range)
        } else {
          own.append(range)
        }
        ranges[id] = own
      }
    }
    return ranges
  }
}
