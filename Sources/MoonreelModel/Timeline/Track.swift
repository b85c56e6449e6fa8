// SPDX-License-Identifier: MIT

import MoonreelCore

/// A row of segments, from time zero without holes (`AVMutableCompositionTrack`).
public struct Track: Sendable {
  /// Its identifier in the timeline.
  public let id: TrackID
  /// What it carries.
  public let mediaType: MediaType
  /// The segments, contiguous from zero.
  public internal(set) var segments: [Segment] = []
  /// Whether it takes part in pictures and sound.
  public var isEnabled = true
  /// The map used instead of each source's own preferred transform; `nil`: the source's own.
  public var preferredTransform: AffineTransform?
  /// The gain of the whole track, 0…1.
  public var preferredVolume: Double = 1
  /// The units a second that its times are usually counted in.
  public var naturalTimeScale: Int64 = 600
  /// The language, usually ISO 639-2.
  public var languageCode: String?
  /// The language as a BCP 47 tag.
  public var extendedLanguageTag: String?

  init(id: TrackID, mediaType: MediaType) {
    (self.id, self.mediaType) = (id, mediaType)
  }
}
