// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

/// Gathers what the subtitle tracks of a timeline say, cut and moved as their segments are.
package struct TimelineCaptions {
  let gate: FileGate
  let warnings: WarningLog?

  /// Files are read through `gate`.
  package init(gate: FileGate, warnings: WarningLog?) {
    (self.gate, self.warnings) = (gate, warnings)
  }

  /// The captions of `track` within `range` of its timeline, on a clock that begins with the range.
  ///
  /// What a segment at another speed shows is shown for as much longer or shorter; one that runs backwards
  /// gives its captions in turn, without the times of words.
  ///
  /// - Throws: `MoonreelError` naming the file that cannot be read.
  package func captions(of track: Track, in range: TimeRange) throws -> Captions {
    var captions: [Caption] = []
    for segment in track.segments where segment.targetRange.overlaps(range) {
      guard let source = segment.source else { continue }
      let part = segment.targetRange.intersection(range)
      captions += try self.captions(of: source, in: segment.sourceRange(of: part))
        .compactMap { segment.moved($0)?.clipped(to: part) }
    }
    return Captions(captions).shifted(by: -range.start)
  }

  /// The captions of `source` within `range` of it, on its own clock.
  private func captions(of source: SegmentSource, in range: TimeRange) throws -> Captions {
    switch source {
    case .asset(let asset):
      return try TimedTextReader(track: asset, gate: gate, warnings: warnings).captions()
        .clipped(to: range)
    case .custom(let source):
      return (source as? any CaptionCarrier)?.captions.clipped(to: range) ?? Captions([])
    case .timeline, .composed:
      let tracks = source.nestedTimeline?.tracks(.subtitle).filter(\.isEnabled) ?? []
      return try tracks.reduce(Captions([])) { all, track in
        all.merged(with: try captions(of: track, in: range).shifted(by: range.start))
      }
    }
  }
}

extension Segment {
  /// The stretch of the source that `part` of the track shows.
  func sourceRange(of part: TimeRange) -> TimeRange {
    let (first, last) = (sourceTime(at: part.start), sourceTime(at: part.end))
    return TimeRange(start: min(first, last), end: max(first, last))
  }

  /// The stretch `range` of the source on the track's clock; `nil` where the source stands still.
  func moved(_ range: TimeRange) -> TimeRange? {
    guard let one = targetTime(at: range.start), let other = targetTime(at: range.end) else {
      return nil
    }
    return TimeRange(start: min(one, other), end: max(one, other))
  }

  /// `caption` of the source on the track's clock; `nil` where the source stands still.
  fileprivate func moved(_ caption: Caption) -> Caption? {
    guard let range = moved(caption.timeRange) else { return nil }
    var moved = caption
    moved.timeRange = range
    let (new, old) = (moved.timeRange.duration.flicks, caption.timeRange.duration.flicks)
    guard new != old || isReversed else { return moved }
    moved.spans = caption.spans.map { span in
      let start = isReversed || old == 0 ? nil : span.start?.multiplied(by: new, dividedBy: old)
      return CaptionSpan(span.text, style: span.style, start: start)
    }
    return moved
  }
}
