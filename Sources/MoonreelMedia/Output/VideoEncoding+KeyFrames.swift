// SPDX-License-Identifier: MIT

import MoonreelCore

extension VideoEncoding {
  /// Whether frame `index` is the first of a stretch of ``keyFrameInterval``, so that it has to be a key frame.
  func isKeyFrame(atFrame index: Int64) -> Bool {
    guard let keyFrameInterval else { return false }
    guard schedule != nil else {
      return index % frameRate.frames(inSegmentOf: keyFrameInterval) == 0
    }
    guard index > 0 else { return true }
    let (before, now) = (time(ofFrame: index - 1).flicks, time(ofFrame: index).flicks)
    return now / keyFrameInterval.flicks > before / keyFrameInterval.flicks
  }

  /// The most frames from one key frame to the next; `nil` where the encoder chooses.
  var mostFramesToKeyFrame: Int64? {
    guard let keyFrameInterval else { return nil }
    guard schedule != nil else { return frameRate.frames(inSegmentOf: keyFrameInterval) }
    var (most, last): (Int64, Int64) = (1, 0)
    for index in 1..<max(schedule?.count ?? 1, 2) where isKeyFrame(atFrame: index) {
      (most, last) = (max(most, index - last), index)
    }
    return max(most, (schedule?.count ?? 1) - last)
  }
}

extension FrameRate {
  /// Whole frames in a segment of about `duration`: one at least.
  package func frames(inSegmentOf duration: Time) -> Int64 {
    max(1, Int64(limiting: (duration.seconds * framesPerSecond.doubleValue).rounded()))
  }
}
