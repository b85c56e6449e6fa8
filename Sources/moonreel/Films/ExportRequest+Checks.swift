// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelModel

extension ExportRequest {
  /// Everything that keeps the film from being rendered, a sentence each.
  var faults: [String] {
    let range = timeRange ?? TimeRange(start: .zero, duration: duration)
    let found = videoComposition?.faults(for: timeline, range: range).map(\.message) ?? []
    guard found.isEmpty, !hasPictures, !hasSound else { return found }
    return found + ["There is nothing to render: no track holds anything."]
  }
}
