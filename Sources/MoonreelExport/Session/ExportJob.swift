// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

/// A request made definite: every choice taken, every number known before the first frame.
struct ExportJob: Sendable {
  let request: ExportRequest
  let settings: OutputSettings
  /// The stretch of the timeline.
  let range: TimeRange
  /// What draws it.
  let composition: VideoComposition
  /// Pictures to write; 0 where there are none.
  let frameCount: Int64

  /// - Throws: `MoonreelError` where the request cannot be fulfilled.
  init(_ request: ExportRequest, path: String) throws {
    try request.validate()
    self.request = request
    range = try request.effectiveRange()
    settings = try request.settings(forPath: path)
    composition = request.effectiveComposition
    let rate = settings.video?.frameRate
    frameCount = rate?.frameCount(in: range.duration) ?? 0
    if request.videoComposition != nil, settings.video != nil {
      try composition.validate(for: request.timeline, range: range)
    }
    if settings.audio != nil { try request.audioMix?.validate(for: request.timeline) }
  }

  /// When frame `index` of the output is shown, on the timeline's clock.
  func time(ofFrame index: Int64) -> Time {
    range.start + composition.frameRate.time(ofFrame: index)
  }
}
