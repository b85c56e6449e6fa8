// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// What is noted of the frames that are read.
extension Segment {
  /// The reading of a frame of it, for track `track`.
  func step(on track: TrackID) -> FrameTrace.Step {
    let kind: FrameTrace.Kind
    if case .asset? = source { kind = .frame } else { kind = .source }
    var step = FrameTrace.Step(kind, source?.name ?? "", place: place)
    (step.track, step.map) = (track, nil)
    return step
  }
}

extension FrameRequest.SourceFrame {
  /// Adds what came of it to `step`, the reading of a frame of `segment`.
  func complete(_ step: inout FrameTrace.Step, of segment: Segment) {
    step.picture = image
    step.values.append(FrameTrace.Value("time", "\(sourceTime)"))
    guard case .asset(let track)? = segment.source, let video = track.video else { return }
    if let rate = video.nominalFrameRate, !video.isVariableFrameRate {
      let number = rate.frame(at: sourceTime - track.timeRange.start)
      step.values.append(FrameTrace.Value("number", "\(number)"))
    }
    if segment.isReversed { step.values.append(FrameTrace.Value("direction", "backwards")) }
  }
}
