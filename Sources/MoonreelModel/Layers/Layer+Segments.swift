// SPDX-License-Identifier: MIT

import MoonreelCore

extension Layer {
  /// The segments that show the layer's pictures within `whole`, contiguous.
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) where the source has less than the layer wants.
  func videoSegments(frameRate: FrameRate, in whole: TimeRange) throws -> [Segment] {
    guard let video = source.video else { return [] }
    if let remap = timing.remap { return try remapped(video, remap, frameRate, in: whole) }
    if let frozen = timing.frozenTime {
      return [try still(of: video, at: frozen, over: timeRange.intersection(whole))]
    }
    return [try running(video, in: whole)]
  }

  /// When it sounds.
  var soundRange: TimeRange {
    audio.timeRange.map { $0.shifted(by: compositionTime(.zero)).intersection(timeRange) }
      ?? timeRange
  }

  /// The segments that play the layer's sound within `whole`, in order; it is silent between them.
  ///
  /// - Throws: as ``videoSegments(frameRate:in:)``.
  func audioSegments(in whole: TimeRange) throws -> [Segment] {
    try wholeAudioSegments(in: whole).compactMap { segment in
      let heard = segment.targetRange.intersection(soundRange)
      return heard.isEmpty ? nil : segment.part(heard)
    }
  }

  private func wholeAudioSegments(in whole: TimeRange) throws -> [Segment] {
    guard let sound = source.audio else { return [] }
    if let remap = timing.remap { return try remappedSound(sound, remap, in: whole) }
    return timing.frozenTime == nil ? [try running(sound, in: whole)] : []
  }

  /// Refuses a layer that wants more of its source than there is.
  ///
  /// - Throws: as ``videoSegments(frameRate:in:)``.
  func checkSource() throws {
    guard timing.remap == nil else { return }
    let range =
      timing.frozenTime.map { TimeRange(start: $0, duration: Time(flicks: 1)) }
      ?? timing.sourceRange(lasting: timeRange.duration)
    for source in [source.video, source.audio] {
      if let source { try check(range, of: source) }
    }
  }

  private func running(_ source: SegmentSource, in whole: TimeRange) throws -> Segment {
    let range = timing.sourceRange(lasting: timeRange.duration)
    try check(range, of: source)
    let mapping = TimeMapping(source: range, target: timeRange)
    let segment = Segment(source: source, mapping: mapping, isReversed: timing.isReversed)
    return segment.part(timeRange.intersection(whole))
  }

  /// One moment of the source for as long as `target` lasts: a flick of it, stretched.
  private func still(of source: SegmentSource, at time: Time, over target: TimeRange) throws
    -> Segment
  {
    let moment = TimeRange(start: time, duration: Time(flicks: 1))
    try check(moment, of: source)
    return Segment(source: source, mapping: TimeMapping(source: moment, target: target))
  }

  /// A moment of the source for each frame of the composition, equal ones joined.
  private func remapped(
    _ source: SegmentSource, _ remap: Animated<Double>, _ frameRate: FrameRate,
    in whole: TimeRange
  ) throws -> [Segment] {
    let target = timeRange.intersection(whole)
    if timing.frameBlending != .none, source.frameRate != nil {
      return try blended(source, frameRate, in: target)
    }
    var segments: [Segment] = []
    var (start, shown) = (target.start, Optional<Time>.none)
    for time in try frameTimes(frameRate, in: target) + [target.end] {
      let wanted = time < target.end ? try remappedTime(remap, at: time, of: source) : nil
      if let shown, wanted != shown {
        segments.append(
          try still(of: source, at: shown, over: TimeRange(start: start, end: time)))
        start = time
      }
      shown = wanted
    }
    return segments
  }

  /// For each frame of the composition the stretch of the source that it shows.
  private func blended(_ source: SegmentSource, _ rate: FrameRate, in target: TimeRange) throws
    -> [Segment]
  {
    let times = try frameTimes(rate, in: target)
    return try zip(times, times.dropFirst() + [target.end]).compactMap { start, end in
      guard let range = try blendRange(at: start, frame: rate.frameDuration) else { return nil }
      let whole = TimeRange(start: start, duration: rate.frameDuration)
      return Segment(source: source, mapping: TimeMapping(source: range, target: whole))
        .part(TimeRange(start: start, end: end))
    }
  }

  /// The most frames of a layer with a time remap: six hours and more at 30 a second.
  private static let mostRemappedFrames: Int64 = 1_000_000

  /// The start of `target` and the frames that begin within it.
  private func frameTimes(_ rate: FrameRate, in target: TimeRange) throws -> [Time] {
    let first = rate.frame(at: target.start) + 1
    let last = rate.frame(at: target.end)
    guard last - first < Self.mostRemappedFrames else {
      throw fault(
        "\(label) has a time remap over more than \(Self.mostRemappedFrames) frames; make it shorter."
      )
    }
    let inside = first <= last ? (first...last).map { rate.time(ofFrame: $0) } : []
    return [target.start] + inside.filter { target.contains($0) && $0 > target.start }
  }

  /// The source time for `time` of the composition, held at the source's ends.
  func remappedTime(_ remap: Animated<Double>, at time: Time, of source: SegmentSource)
    throws -> Time
  {
    let wanted = try Time(seconds: try remap.value(at: localTime(time)))
    guard let range = source.availableRange, !range.isEmpty else { return max(.zero, wanted) }
    return min(max(wanted, range.start), range.end - Time(flicks: 1))
  }

  private func check(_ range: TimeRange, of source: SegmentSource) throws {
    do {
      try source.check(range, what: "show \(range.text) of '\(source.name)' as \(label)")
    } catch let error as MoonreelError {
      throw MoonreelError(error.code, placed(error.message), cause: error.cause)
    }
  }

  /// `message` after the place where the script made the layer, where that is known.
  func placed(_ message: String) -> String { place.map { "\($0): \(message)" } ?? message }
}
