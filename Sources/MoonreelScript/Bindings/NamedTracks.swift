// SPDX-License-Identifier: MIT

import MoonreelCore

/// The tracks that a video composition or an audio mix names. The model knows tracks by their numbers, which are
/// the same in every timeline; here it is kept of which timeline they are.
struct NamedTracks {
  /// The first that was named of each timeline.
  private var firsts: [TrackHandle] = []

  /// Notes that `track` was named.
  mutating func note(_ track: TrackHandle) {
    if !firsts.contains(where: { $0.owner === track.owner }) { firsts.append(track) }
  }

  /// Looks whether all of them are tracks of `timeline`, `nil` for a film that has no tracks which scripts see.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`), which calls what names them `label`.
  func check(areOf timeline: TimelineHandle?, _ label: String) throws {
    guard let stranger = firsts.first(where: { $0.owner !== timeline }) else { return }
    throw MoonreelError(
      .invalidArgument,
      "bad \(label): it names track \(stranger.id) of another timeline"
        + (timeline == nil
          ? "; a composition's sound is set by 'audio' of its layers"
          : "; name the tracks of the timeline that is shown"))
  }
}
