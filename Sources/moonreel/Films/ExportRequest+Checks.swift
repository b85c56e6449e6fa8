// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelModel

extension ExportRequest {
  /// When the film ends; one without segments ends with its last instruction.
  var duration: Time {
    let end = videoComposition?.instructions.map(\.timeRange.end).max() ?? .zero
    return timeline.duration > .zero ? timeline.duration : end
  }

  /// Everything that keeps the film from being rendered, a sentence each.
  var faults: [String] {
    let range = timeRange ?? TimeRange(start: .zero, duration: duration)
    let found = videoComposition?.faults(for: timeline, range: range).map(\.message) ?? []
    guard found.isEmpty, !hasPictures, !hasSound else { return found }
    return found + ["There is nothing to render: no track holds anything."]
  }
}
