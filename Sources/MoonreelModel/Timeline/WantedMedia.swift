// SPDX-License-Identifier: MIT

import MoonreelCore

/// Which moment of which source a track shows.
public struct WantedMedia: Sendable {
  /// The track that asks.
  public var trackID: TrackID
  /// Where the media comes from.
  public var source: SegmentSource
  /// The source's own time.
  public var time: Time
  /// Whether the last frame *before* `time` is meant (reverse playback), not the one on screen at it.
  public var isBefore: Bool
  /// The segment in force.
  public var segment: Segment

  /// A time at which the wanted frame is on screen: `time`, or the last flick before it.
  public var effectiveTime: Time { isBefore ? time - Time(flicks: 1) : time }
}
