// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// What a script says of a layer's source and time, from which together its place in time follows.
struct LayerTimes {
  var source: LayerSource
  var start = Time.zero
  /// How long the layer lasts, where that is said or known; else it follows from the source.
  var duration: Time?
  var timing = LayerTiming()
  /// How much of the source a new layer is told to show.
  private var trimmed: Time?
  private let isNew: Bool

  /// Those of a new layer.
  init() { (source, isNew) = (.adjustment, true) }

  /// Those of a layer that is there, and stays as long as it is unless something else is said.
  init(of layer: Layer) {
    (source, timing, isNew) = (layer.source, layer.timing, false)
    (start, duration) = (layer.timeRange.start, layer.timeRange.duration)
  }

  /// Shows `range` of the source; a layer that is there lasts as long as that takes.
  mutating func setTrim(_ range: TimeRange) {
    timing.sourceStart = range.start
    if isNew { trimmed = range.duration } else { duration = played(range.duration) }
  }

  /// Plays the source at `speed`. A layer that is there goes on showing the same of a source that ends, and lasts
  /// as long as that takes.
  mutating func setSpeed(_ speed: Rational) {
    let shown = isNew || !isEnding ? nil : duration.map { timing.sourceRange(lasting: $0).duration }
    timing.speed = speed
    if let shown { duration = played(shown) }
  }

  /// Whether the source runs, and is over at some time.
  private var isEnding: Bool {
    source.availableRange != nil && timing.frozenTime == nil && timing.remap == nil
  }

  /// How long it takes to play `length` of the source.
  func played(_ length: Time) -> Time {
    length.multiplied(by: timing.speed.denominator, dividedBy: timing.speed.numerator)
  }

  /// The stretch of the source that is asked for, where its length or `end` of the composition says that.
  func wanted(until end: Time?) -> TimeRange? {
    let rest = end.flatMap { $0 > start ? $0 - start : nil }
    return (duration ?? rest).map { timing.sourceRange(lasting: $0) }
  }

  /// Where the layer lies in time, for messages that name `owner`.
  ///
  /// - Parameters:
  ///   - end: where the composition is said to end, if that is said.
  ///   - isItem: whether it is one of a sequence, which does not last until the end.
  ///   - isRemapped: whether keyframes will say what is shown.
  func range(
    until end: Time?, isItem: Bool, isRemapped: Bool, rate: FrameRate, owner: String
  ) throws -> TimeRange {
    if let duration {
      if !isRemapped { try check(duration, rate, owner) }
      return TimeRange(start: start, duration: duration)
    }
    let rest = end.flatMap { $0 > start ? TimeRange(start: start, end: $0) : nil }
    if source.isStill, !isItem, timing.frozenTime == nil, let rest { return rest }
    if let shown { return TimeRange(start: start, duration: played(shown)) }
    if let rest { return rest }
    throw MoonreelError(
      .invalidArgument,
      "\(owner) needs a 'duration': what it shows has no end of its own, nor has the composition")
  }

  /// How much of the source there is to show; `nil` where it has no end.
  private var shown: Time? {
    if timing.frozenTime != nil { return nil }
    return trimmed ?? source.availableRange?.duration ?? source.usualDuration
  }

  /// Refuses a duration that goes on after the end of the stretch that 'trim' names.
  private func check(_ duration: Time, _ rate: FrameRate, _ owner: String) throws {
    guard let trimmed, timing.frozenTime == nil else { return }
    guard duration > played(trimmed) + rate.frameDuration else { return }
    throw MoonreelError(
      .invalidArgument,
      "bad 'duration' of \(owner): 'trim' shows the source for \(played(trimmed)), and the layer lasts "
        + "\(duration); leave one of them out, or play slower with 'speed'")
  }
}
