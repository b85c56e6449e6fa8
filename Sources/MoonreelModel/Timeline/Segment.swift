// SPDX-License-Identifier: MIT

import MoonreelCore

/// Where a segment's media comes from.
public enum SegmentSource: Sendable {
  /// A stream of a file.
  case asset(AssetTrack)
  /// Another timeline, its tracks of the same media type composed or mixed into one.
  case timeline(Timeline)
  /// Something that makes pictures or sound by itself.
  case custom(any Source)
}

/// A stretch of a track: a source range shown over a target range, or nothing
/// (`AVCompositionTrackSegment`).
public struct Segment: Sendable {
  /// Where the media comes from; `nil` for an empty segment.
  public var source: SegmentSource?
  /// Source range and target range; equal for an empty segment.
  public var mapping: TimeMapping

  /// A segment that shows `source` as `mapping` says.
  public init(source: SegmentSource?, mapping: TimeMapping) {
    (self.source, self.mapping) = (source, mapping)
  }

  /// Whether nothing is shown.
  public var isEmpty: Bool { source == nil }
  /// The stretch of the source.
  public var sourceRange: TimeRange { mapping.source }
  /// Where it lies on the track.
  public var targetRange: TimeRange { mapping.target }
}
