// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// The timeline that a compositor draws, so that it can be told when it asks for tracks of another one.
final class ShownTimeline: Sendable {
  private struct State {
    weak var timeline: TimelineHandle?
    var isKnown = false
    /// Whether it draws several, so that nobody can say which one is meant.
    var areSeveral = false
  }

  private let state = Locked(State())

  /// Notes that the compositor draws `timeline`.
  func note(_ timeline: TimelineHandle) {
    state.withLock { state in
      state.areSeveral = state.areSeveral || state.isKnown && state.timeline !== timeline
      (state.timeline, state.isKnown) = (timeline, true)
    }
  }

  /// Refuses a track of another timeline, where it is known which one is drawn.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`).
  func check(_ track: TrackHandle, _ label: String) throws {
    let isStranger = state.withLock { state in
      state.isKnown && !state.areSeveral && state.timeline !== track.owner
    }
    guard isStranger else { return }
    throw MoonreelError(
      .invalidArgument,
      "bad \(label): track \(track.id) is one of another timeline; name the tracks of the timeline that is shown"
    )
  }
}

extension VideoComposition {
  /// Tells its compositors that they draw `timeline`.
  func tellCompositors(of timeline: TimelineHandle) {
    for compositor in [compositor] + instructions.map(\.compositor) {
      (compositor as? LuaCompositor)?.shown.note(timeline)
    }
  }
}

/// The tracks that a video composition or an audio mix names. The model knows tracks by their numbers, which are
/// the same in every timeline; here it is kept of which timeline they are.
struct NamedTracks {
  /// The first that was named of each timeline.
  private var firsts: [TrackHandle] = []

  /// The first that was named.
  var first: TrackHandle? { firsts.first }

  /// Notes that `track` was named; its number.
  @discardableResult mutating func note(_ track: TrackHandle) -> TrackID {
    if !firsts.contains(where: { $0.owner === track.owner }) { firsts.append(track) }
    return track.id
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
