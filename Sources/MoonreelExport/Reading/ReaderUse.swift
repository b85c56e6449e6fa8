// SPDX-License-Identifier: MIT

import MoonreelCore

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

    init(_ track: AssetTrack) {
      (path, streamIndex) = (track.path, track.streamIndex)
      (damagePolicy, gapPolicy) = (track.damagePolicy, track.gapPolicy)
      (deinterlacing, decoder) = (track.video?.deinterlacing, track.video?.decoder)
      (color, isColorOverridden) = (track.video?.color, track.video?.isColorOverridden)
      pixelAspect = track.video?.pixelAspect
    }
  }

  /// Names the use: the same segment of the same timeline always has the same.
  typealias ID = Int

  /// How many sets of decoders a use may have: one for the time that is drawn, the others for other times.
  static let laneCount = 8

  /// The name of the use `base` where frames of other times are asked for in `lane` (0: of the time at
  /// hand).
  static func id(_ base: ID, lane: Int) -> ID { base + lane << 48 }

  /// In which lane the use `id` asks.
  static func lane(of id: ID) -> Int { id >> 48 }

  var id: ID
  var key: Key
  var track: AssetTrack
  /// When it is shown, on the outermost timeline's clock.
  var targetRange: TimeRange
  /// The source time that is wanted first.
  var firstSourceTime: Time
  /// Whether the source runs backwards.
  var isReversed: Bool
}

/// A frame that somebody wants of a stream.
struct FrameWish: Hashable, Sendable {
  var time: Time
  /// Whether the last frame strictly before ``time`` is meant, as reverse playback needs.
  var isBefore = false
}
