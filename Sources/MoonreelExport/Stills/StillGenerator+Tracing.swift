// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// One frame of a film, described, with what it is made of.
package struct TracedFrame: Sendable {
  /// When it begins, on the film's clock.
  package var time: Time
  /// Its number at the film's rate, from 0.
  package var index: Int64
  /// The composed picture, in pixels of the composition.
  package var image: Image
  /// What was done for it, in order.
  package var steps: [FrameTrace.Step]
  /// How the film is drawn: its size, rate and colours.
  package var composition: VideoComposition
}

extension StillGenerator {
  /// The frame on screen at `time`, with what it is made of; nothing is drawn.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` outside the timeline, whatever reading and composing throw.
  package func traced(at time: Time) throws -> TracedFrame {
    try check(time)
    let composition = reader.composition
    let index = composition.frameRate.frame(at: time)
    let begin = composition.frameRate.time(ofFrame: index)
    let moment = TimeRange(start: begin, duration: reader.composition.frameDuration)
    try reader.requireFiles(in: moment, hasPictures: true)
    try composition.prepare(moment)
    let trace = FrameTrace()
    let image = try StageFailure.describing("compose", at: begin) {
      try reader.composedImage(in: ReadingContext(time: begin, trace: trace))
    }
    return TracedFrame(
      time: begin, index: index, image: image, steps: trace.steps, composition: composition)
  }
}
