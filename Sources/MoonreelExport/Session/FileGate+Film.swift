// SPDX-License-Identifier: MIT

import MoonreelMedia
import MoonreelModel

extension FileGate {
  /// The most segments that are looked through for files; those of others are known when they are opened.
  private static let mostSegments = 100_000

  /// This gate for an output of `timeline`: it knows what the timeline reads, and what its script has opened
  /// and will open.
  func recording(_ timeline: Timeline, _ composition: VideoComposition?) -> FileGate {
    var gate = recording()
    for case let opener as any FileOpener in [timeline.owner, composition?.owner] {
      gate = gate.joined(with: opener.gate)
    }
    gate.noteFiles(of: timeline)
    return gate
  }

  private func noteFiles(of timeline: Timeline) {
    var (pending, paths, count) = ([timeline], Set<String>(), 0)
    while let next = pending.popLast() {
      for segment in next.tracks.lazy.flatMap(\.segments) {
        count += 1
        guard count <= Self.mostSegments else { return }
        if case .asset(let track)? = segment.source {
          if paths.insert(track.path).inserted { note(track) }
        } else if let nested = segment.source?.nestedTimeline {
          pending.append(nested)
        }
      }
    }
  }
}
