// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension ExportRequest {
  /// When the film ends; one without segments ends with its last instruction.
  public var duration: Time {
    let end = videoComposition?.instructions.map(\.timeRange.end).max() ?? .zero
    return timeline.duration > .zero ? timeline.duration : end
  }

  /// The name of a file of the kind that the request or its preset says, else Matroska: where nothing is written but
  /// pictures are to be as they would be.
  var pathOfItsKind: String {
    let kind = output.container ?? preset?.containers.first ?? .mkv
    return "film.\(kind.pathExtensions[0])"
  }

  /// What is shown and heard, without how it is written.
  public var film: ComposedTimeline {
    ComposedTimeline(
      timeline: timeline, videoComposition: effectiveComposition,
      audioMix: audioMix ?? AudioMix(), duration: duration)
  }
}
