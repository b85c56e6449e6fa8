// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// One stretch of a timeline that shows one stream: who will ask for which frames, and when.
struct ReaderUse: Sendable {
  /// Which decoder serves it.
  struct Key: Hashable, Sendable {
    var path: String
    var streamIndex: Int
    var damagePolicy: DamagePolicy
    var gapPolicy: GapPolicy
    var deinterlacing: Deinterlacing?
    var decoder: String?
    var color: ColorTags?
    var isColorOverridden: Bool?
    var pixelAspect: Rational?
    /// What is read in its place while the film is played.
    var proxy: Proxy?

    init(_ track: AssetTrack) {
      (path, streamIndex) = (track.path, track.streamIndex)
      (damagePolicy, gapPolicy) = (track.damagePolicy, track.gapPolicy)
      (deinterlacing, decoder) = (track.video?.deinterlacing, track.video?.decoder)
      (color, isColorOverridden) = (track.video?.color, track.video?.isColorOverridden)
      pixelAspect = track.video?.pixelAspect
    }

    /// The key of the stream itself, whatever is read in its place.
    var original: Key {
      var key = self
      key.proxy = nil
      return key
    }
  }

  /// Names the use.
  struct ID: Hashable, Sendable {
    /// The same segment of the same timeline always has the same.
    var number: Int
    /// The lane of ``ReadingContext`` in which it asks.
    var lane = 0
  }

  var id: ID
  var key: Key
  var track: AssetTrack
  /// When it is shown, on the outermost timeline's clock.
  var targetRange: TimeRange
  /// The source time that is wanted first.
  var firstSourceTime: Time
  /// Whether the source runs backwards.
  var isReversed: Bool

  /// Whether it shows one picture of a still image.
  var isStill: Bool { track.video?.isStillImage == true }
}

/// A frame that somebody wants of a stream.
struct FrameWish: Hashable, Sendable {
  var time: Time
  /// Whether the last frame strictly before ``time`` is meant, as reverse playback needs.
  var isBefore = false
  /// A picture of 1 / so much of the size will do.
  var shrink = 1
}
