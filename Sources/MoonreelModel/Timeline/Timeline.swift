// SPDX-License-Identifier: MIT

import MoonreelCore

/// Tracks of segments: what is shown and heard when (`AVMutableComposition`).
///
/// For example:
///
///     var timeline = Timeline()
///     try timeline.insert(TimeRange(seconds: 0, 5), of: clip, at: nil)
///     try timeline.retime(TimeRange(seconds: 2, 4), to: Time(seconds: 1))
public struct Timeline: Sendable {
  /// The tracks in the order they were added; later ones lie on top.
  public internal(set) var tracks: [Track] = []
  /// Every identifier that was ever given out.
  var usedTrackIDs: Set<TrackID> = []
  /// The natural size that was set, if any.
  var chosenNaturalSize: PixelSize?
  /// The frame rate that was set, if any.
  var chosenFrameRate: FrameRate?

  /// Kept alive as long as the timeline, for whatever its sources need: the host of a script whose
  /// functions draw. `nil`: nothing. It is not copied with inserted segments.
  public var owner: (any AnyObject & Sendable)?

  /// A timeline without tracks.
  public init() {}

  /// From zero to the end of the longest track.
  public var duration: Time { tracks.map(\.duration).max() ?? .zero }
}
