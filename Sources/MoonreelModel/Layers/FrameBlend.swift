// SPDX-License-Identifier: MIT

import MoonreelCore

/// The frames of a source that a retimed layer mixes into one picture, and their shares.
///
/// The picture is the mean of the source over a stretch: the time that one frame of the composition takes of
/// the source, at least one frame of the source. Slowed down, two neighbours fade into each other; sped up,
/// all frames that go by are there.
struct FrameBlend {
  /// A frame: a source time at which it is shown, and its share of the picture.
  struct Part: Equatable {
    let sourceTime: Time
    let share: Double
  }

  /// The frames in order of time; shares add up to 1.
  let parts: [Part]

  /// More frames than this are sampled: every second, third, …
  private static let mostFrames: Int64 = 16

  /// The frames that overlap `range`, those of a source that has `rate` frames a second from `start` on.
  init(over range: TimeRange, rate: FrameRate, from start: Time) {
    let first = rate.frame(at: range.start - start)
    let last = max(first, rate.frame(at: range.end - start - Time(flicks: 1)))
    let step = (last - first) / Self.mostFrames + 1
    let parts = stride(from: first, through: last, by: Int(step)).map { frame -> Part in
      let shown = TimeRange(
        start: start + rate.time(ofFrame: frame), end: start + rate.time(ofFrame: frame + step)
      ).intersection(range)
      // Its middle: no rounding leads to a neighbour from there.
      let middle = shown.start + Time(flicks: shown.duration.flicks / 2)
      return Part(sourceTime: middle, share: shown.duration.seconds)
    }
    let sum = parts.reduce(0) { $0 + $1.share }
    self.parts = parts.map { Part(sourceTime: $0.sourceTime, share: $0.share / sum) }
      .filter { $0.share > 1 / 1024 }
  }
}

extension Layer {
  /// The stretch of the source that makes the picture at `time` of the composition, whose frames last
  /// `frame`; `nil` where frames are not mixed.
  func blendRange(at time: Time, frame: Time) throws -> TimeRange? {
    guard timing.frameBlending != .none, timing.frozenTime == nil, let source = source.video,
      let rate = source.frameRate
    else { return nil }
    let least = rate.frameDuration
    if let remap = timing.remap {
      let ends = try [time, time + frame].map { try remappedTime(remap, at: $0, of: source) }
      let (start, width) = (
        min(ends[0], ends[1]), max(least, max(ends[0], ends[1]) - min(ends[0], ends[1]))
      )
      let latest = source.availableRange.map { max($0.start, $0.end - width) } ?? start
      return TimeRange(start: min(start, latest), duration: width)
    }
    let width = max(least, scaled(frame))
    let passed = scaled(time - timeRange.start)
    let whole = timing.sourceRange(lasting: timeRange.duration)
    let start = timing.isReversed ? whole.end - passed - width : whole.start + passed
    return TimeRange(start: start, duration: width)
  }

  /// When a layer that shows `range` of its source at `time`, by ``blendRange(at:frame:)``, shows its source
  /// time `wanted`.
  func compositionTime(
    ofSource wanted: Time, showing range: TimeRange, at time: Time, frame: Time
  ) -> Time {
    if timing.remap != nil {
      return time
        + (wanted - range.start)
        .multiplied(by: frame.flicks, dividedBy: max(1, range.duration.flicks))
    }
    let away = timing.isReversed ? range.end - wanted : wanted - range.start
    return time
      + away.multiplied(by: timing.speed.denominator, dividedBy: timing.speed.numerator)
  }
}
