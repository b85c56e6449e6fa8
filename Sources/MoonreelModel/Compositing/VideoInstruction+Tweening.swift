// SPDX-License-Identifier: MIT

import MoonreelCore

extension VideoInstruction {
  /// Whether the picture may change from frame to frame even where the sources' frames do not
  /// (`containsTweening`): something ramps or is set inside the time range, or code draws.
  public var containsTweening: Bool {
    if compositor != nil { return true }
    return layerInstructions.contains { layer in
      layer.transforms.changes(in: timeRange) || layer.opacities.changes(in: timeRange)
        || layer.crops.changes(in: timeRange)
    }
  }
}

extension RampList {
  /// Whether the value changes after the start of `range` and before its end.
  func changes(in range: TimeRange) -> Bool {
    ramps.contains { ramp in
      let (start, end) = (ramp.timeRange.start, ramp.timeRange.end)
      let isSet = start > range.start && start < range.end
      return isSet || (ramp.start != ramp.end && start < range.end && end > range.start)
    }
  }
}
