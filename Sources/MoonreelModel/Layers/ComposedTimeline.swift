// SPDX-License-Identifier: MIT

import MoonreelCore

/// A timeline with the way it is drawn and mixed: what a ``Composition`` is lowered to.
///
/// As the source of a segment it is a pre-composition: drawn at its own size and rate, transparent where
/// nothing lies, mixed as it says.
public struct ComposedTimeline: Sendable {
  /// What is shown and heard when.
  public var timeline: Timeline { didSet { identity = Identity() } }
  /// How the tracks are drawn.
  public var videoComposition: VideoComposition { didSet { identity = Identity() } }
  /// How the tracks are mixed.
  public var audioMix: AudioMix { didSet { identity = Identity() } }
  /// How long it lasts.
  public var duration: Time { didSet { identity = Identity() } }

  /// The same object in copies that nobody has changed.
  private(set) var identity = Identity()

  /// Tells one from others.
  final class Identity: Sendable {}

  /// A timeline with everything that belongs to it.
  public init(
    timeline: Timeline, videoComposition: VideoComposition, audioMix: AudioMix, duration: Time
  ) {
    (self.timeline, self.videoComposition) = (timeline, videoComposition)
    (self.audioMix, self.duration) = (audioMix, duration)
  }
}
