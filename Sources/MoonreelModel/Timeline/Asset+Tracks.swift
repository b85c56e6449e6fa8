// SPDX-License-Identifier: MIT

import MoonreelCore

extension Asset {
  /// The first track whose media can be inserted into `track` (`compatibleTrack(for:)`); one in its
  /// language comes first.
  public func compatibleTrack(for track: Track) -> AssetTrack? {
    let fitting = tracks.filter { track.isCompatible(with: .asset($0)) }
    return fitting.first { $0.languageCode == track.languageCode } ?? fitting.first
  }

  /// Whether it can be placed on a timeline: it has tracks of known types.
  public var isComposable: Bool { !tracks.isEmpty }

  /// All of it, a still image for ``SegmentSource/stillDuration``.
  public var usualRange: TimeRange {
    TimeRange(start: .zero, duration: isStillImage ? SegmentSource.stillDuration : duration)
  }
}

extension AssetTrack {
  /// The track as segments on the asset's clock: a gap where it begins late, then its media
  /// (`AVAssetTrack.segments`). Empty for still images, which last as long as wanted.
  public var segments: [Segment] {
    guard video?.isStillImage != true, !timeRange.isEmpty else { return [] }
    let media = Segment(
      source: .asset(self), mapping: TimeMapping(source: timeRange, target: timeRange))
    guard timeRange.start > .zero else { return [media] }
    return [Segment(empty: TimeRange(start: .zero, end: timeRange.start)), media]
  }

  /// The segment at `time` of the asset's clock; `nil` outside the track.
  public func segment(at time: Time) -> Segment? {
    segments.first { $0.targetRange.contains(time) }
  }
}
