// SPDX-License-Identifier: MIT

import MoonreelCore

/// What a layer shows between two frames of its source.
public enum FrameBlending: String, Hashable, Sendable, CaseIterable {
  /// The frame that is due.
  case none
  /// All frames that go by, mixed.
  case mix
  /// In slow motion a frame of that moment, with everything on its way from the one frame to the other; faster, and where there
  /// are no decoded frames of one size and kind, `mix`.
  case flow
}

/// Which moment of its source a layer shows when.
public struct LayerTiming: Sendable {
  /// Where in the source it begins; with ``isReversed``, where it ends.
  public var sourceStart = Time.zero
  /// Source seconds a second: 2 is twice as fast.
  public var speed = Rational(1, 1)
  /// Whether it runs backwards.
  public var isReversed = false
  /// The one moment that is shown all the time, without sound; `nil`: it runs.
  public var frozenTime: Time?
  /// The source time, in seconds, that is shown at each time of the layer's clock; it takes the place of
  /// everything else here. `nil`: none.
  public var remap: Animated<Double>?
  /// What is shown between frames of the source where it does not run at its own speed.
  public var frameBlending = FrameBlending.none

  /// A source that runs from its start.
  public init() {}

  /// The stretch of the source that a layer of `duration` shows, where it runs.
  public func sourceRange(lasting duration: Time) -> TimeRange {
    TimeRange(
      start: sourceStart,
      duration: duration.multiplied(by: speed.numerator, dividedBy: speed.denominator))
  }
}
