// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

extension ExportRequest {
  /// Decodes all files of the film, each once, and warns of every stretch that is damaged.
  ///
  /// - Throws: `MoonreelError` where a file can no longer be read.
  public func surveyMedia(gate: FileGate, warnings: WarningLog) throws {
    var (pending, paths) = ([timeline], Set<String>())
    while let next = pending.popLast() {
      for segment in next.tracks.lazy.flatMap(\.segments) {
        if case .asset(let track)? = segment.source {
          guard paths.insert(track.path).inserted else { continue }
          let asset = try Asset.load(path: track.path, gate: gate)
          for stretch in try asset.damage(gate: gate) {
            warnings.warn("'\(track.path)' is damaged in \(stretch).")
          }
        } else if let nested = segment.source?.nestedTimeline {
          pending.append(nested)
        }
      }
    }
  }
}
