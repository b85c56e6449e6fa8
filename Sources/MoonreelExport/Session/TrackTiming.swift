// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

/// Finds the times at which a track's own frames begin on the timeline
/// (`sourceTrackIDForFrameTiming`).
///
/// Files give the times of their frames, mapped through cuts, speed and direction. Gaps, generators and
/// what lies beyond the track's end have frames of the composition's duration, a still picture has one.
struct TrackTiming {
  let track: Track
  /// The composition's frame duration.
  let rate: FrameRate
  let gate: FileGate
  private var times: [Time] = []

  init(track: Track, rate: FrameRate, gate: FileGate) {
    (self.track, self.rate, self.gate) = (track, rate, gate)
  }

  /// When the frames within `range` begin, the first at its start.
  ///
  /// - Throws: `MoonreelError` naming the file that cannot be read.
  static func times(
    of track: Track, in range: TimeRange, rate: FrameRate, gate: FileGate
  ) throws -> [Time] {
    var timing = TrackTiming(track: track, rate: rate, gate: gate)
    var reached = range.start
    for segment in track.segments {
      let part = segment.targetRange.intersection(range)
      guard !part.isEmpty else { continue }
      timing.fill(TimeRange(start: reached, end: max(reached, part.start)))
      try timing.add(segment, part)
      reached = part.end
    }
    timing.fill(TimeRange(start: reached, end: max(reached, range.end)))
    return timing.times
  }

  /// Frames of the composition's duration, from the start of `range` on.
  private mutating func fill(_ range: TimeRange) {
    for index in 0..<rate.frameCount(in: range.duration) {
      times.append(range.start + rate.time(ofFrame: index))
    }
  }

  private mutating func add(_ segment: Segment, _ part: TimeRange) throws {
    switch segment.source {
    case .asset(let asset)? where asset.video?.isStillImage == true: times.append(part.start)
    case .asset(let asset)?:
      let found = try asset.frameTimes(gate: gate)
      add(found.times, tolerance: found.tolerance, segment, part)
    case .timeline?, .composed?:
      guard let rate = segment.source?.frameRate else { return fill(part) }
      let source = sourceRange(of: segment, part)
      let (first, last) = (rate.frame(at: source.start), rate.frame(at: source.end))
      add((first...last + 1).map { rate.time(ofFrame: $0) }, tolerance: .zero, segment, part)
    case .custom?, nil: fill(part)
    }
  }

  private func sourceRange(of segment: Segment, _ part: TimeRange) -> TimeRange {
    let ends = (segment.sourceTime(at: part.start), segment.sourceTime(at: part.end))
    return TimeRange(start: min(ends.0, ends.1), end: max(ends.0, ends.1))
  }

  /// The frame on screen at the start of `part`, and those of `sourceTimes` that begin inside it by more
  /// than the tolerance: what begins nearer to an end is on screen from the start on, or not at all.
  private mutating func add(
    _ sourceTimes: [Time], tolerance: Time, _ segment: Segment, _ part: TimeRange
  ) {
    times.append(part.start)
    let source = sourceRange(of: segment, part)
    let inside = sourceTimes.filter {
      $0 > source.start + tolerance && $0 < source.end - tolerance
    }
    for time in segment.isReversed ? inside.reversed() : inside {
      guard let shown = segment.targetTime(at: time), shown > times[times.count - 1],
        shown < part.end
      else { continue }
      times.append(shown)
    }
  }
}
