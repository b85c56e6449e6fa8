// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension GainCurve {
  /// The curve that lets `segments` swell and die away within `length` wherever sound begins and ends, in straight lines;
  /// half of a shorter sound each. `nil` where `length` is zero. What goes on from, or in, other tracks is one sound with
  /// that: it began at `joined.start`, and will end at `joined.end`.
  init?(
    declicking segments: [Segment], _ length: Time, joined: (start: Time?, end: Time?) = (nil, nil),
    sampleRate: Int
  ) {
    guard length > .zero else { return nil }
    var ranges = segments.soundRanges
    if let first = ranges.first, let start = joined.start, start < first.end {
      ranges[0] = TimeRange(start: start, end: first.end)
    }
    if let last = ranges.last, let end = joined.end, end > last.start {
      ranges[ranges.count - 1] = TimeRange(start: last.start, end: end)
    }
    var spans: [Span] = []
    for range in ranges {
      let ramp = min(length, range.duration.multiplied(by: 1, dividedBy: 2))
      spans.append(Span(start: range.start, from: 0, to: 1, duration: ramp))
      spans.append(Span(start: range.start + ramp, from: 1, to: 1, duration: .zero))
      spans.append(Span(start: range.end - ramp, from: 1, to: 0, duration: ramp))
    }
    self.init(spans: spans, sampleRate: sampleRate)
  }
}
