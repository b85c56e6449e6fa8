// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension GainCurve {
  /// The curve that lets `segments` swell and die away within `length` wherever sound begins and ends, in straight lines;
  /// half of a shorter sound each. `nil` where `length` is zero.
  init?(declicking segments: [Segment], _ length: Time, sampleRate: Int) {
    guard length > .zero else { return nil }
    var spans: [Span] = []
    for range in Self.sounds(segments) {
      let ramp = min(length, range.duration.multiplied(by: 1, dividedBy: 2))
      spans.append(Span(start: range.start, from: 0, to: 1, duration: ramp))
      spans.append(Span(start: range.start + ramp, from: 1, to: 1, duration: .zero))
      spans.append(Span(start: range.end - ramp, from: 1, to: 0, duration: ramp))
    }
    self.init(spans: spans, sampleRate: sampleRate)
  }

  /// The ranges over which sound goes on without a cut.
  private static func sounds(_ segments: [Segment]) -> [TimeRange] {
    var sounds: [TimeRange] = []
    var before: Segment?
    for segment in segments where segment.source != nil {
      if before?.goesOn(in: segment) == true, let last = sounds.popLast() {
        sounds.append(last.union(segment.targetRange))
      } else {
        sounds.append(segment.targetRange)
      }
      before = segment
    }
    return sounds
  }
}
