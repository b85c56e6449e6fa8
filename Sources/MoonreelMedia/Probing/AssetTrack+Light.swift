// SPDX-License-Identifier: MIT

import MoonreelCore

extension AssetTrack {
  /// Asks the first picture for its light where pictures are PQ and the container says nothing: many files
  /// have it in the stream alone (SEI messages of H.264 and HEVC, metadata OBUs of AV1).
  mutating func findLight(gate: FileGate) {
    guard let known = video, known.hdr == nil, known.color.transfer == .pq else { return }
    let reader = try? VideoReader(track: self, gate: gate, threadCount: 1)
    video?.hdr = (try? reader?.frame(at: timeRange.start))?.buffer.hdr
  }
}
