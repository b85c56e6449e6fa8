// SPDX-License-Identifier: MIT

import MoonreelCore

extension VideoEncoding {
  /// The unit of the encoder's times in seconds: one frame, or the schedule's unit.
  var timeBase: Rational {
    let rate = frameRate.framesPerSecond
    return liveTimeBase ?? schedule?.timeBase ?? Rational(rate.denominator, rate.numerator)
  }

  /// When frame `index` begins, in units.
  func start(ofFrame index: Int64) -> Int64 { schedule?.start(ofFrame: index) ?? index }

  /// The frame that begins at `start` units.
  func frame(at start: Int64) -> Int64 { schedule?.frame(at: start) ?? start }

  /// How long frame `index` lasts, in units.
  func duration(ofFrame index: Int64) -> Int64 {
    if let liveTimeBase { return max(1, frameRate.frameDuration.value(timeBase: liveTimeBase)) }
    return max(1, start(ofFrame: index + 1) - start(ofFrame: index))
  }

  /// When frame `index` begins, counted from the file's start; for the number of frames, when the last
  /// one ends.
  public func time(ofFrame index: Int64) -> Time {
    schedule?.time(ofFrame: index) ?? frameRate.time(ofFrame: index)
  }
}
