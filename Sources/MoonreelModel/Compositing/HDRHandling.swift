// SPDX-License-Identifier: MIT

import MoonreelCore

/// What becomes of HDR clips (PQ, HLG) where nobody chose the colour space of the picture.
public enum HDRHandling: String, Hashable, Sendable, CaseIterable {
  /// They are tone-mapped into an ordinary picture, BT.709.
  case toneMap
  /// They stay as they are: the picture is of BT.2020 with the transfer of the first HDR clip, and
  /// ordinary clips are placed into it. Without HDR clips, as ``toneMap``.
  case keep

  /// The colour space of a picture that shows `timeline`: track by track the first HDR clip decides,
  /// those of nested timelines included. O(segments).
  public func color(for timeline: Timeline) -> ColorTags {
    guard self == .keep, let transfer = Self.transfer(in: timeline) else { return .bt709 }
    return .bt2100(transfer)
  }

  /// Of the first clip that is HDR.
  private static func transfer(in timeline: Timeline) -> ColorTags.Transfer? {
    for track in timeline.tracks(.video) where track.isEnabled {
      for source in track.segments.compactMap(\.source) {
        if case .asset(let asset) = source {
          if let found = asset.video?.color.transfer, found == .pq || found == .hlg { return found }
        } else if let nested = source.nestedTimeline, let found = transfer(in: nested) {
          return found
        }
      }
    }
    return nil
  }
}
