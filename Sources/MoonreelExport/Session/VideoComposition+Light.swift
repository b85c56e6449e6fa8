// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension VideoComposition {
  /// What the output says of its light: what is set, else what the first PQ clip's file says where the
  /// output is PQ; HLG needs none.
  func light(of timeline: Timeline) -> HDRMetadata? {
    if let hdrMetadata {
      return color.transfer == .pq || color.transfer == .hlg ? hdrMetadata : nil
    }
    guard color.transfer == .pq else { return nil }
    for track in timeline.tracks(.video) {
      for case .asset(let asset)? in track.segments.map(\.source) {
        if let video = asset.video, video.color.transfer == .pq, let hdr = video.hdr { return hdr }
      }
    }
    return nil
  }
}
