// SPDX-License-Identifier: MIT

import MoonreelCore

/// A row of segments, from time zero without holes (`AVMutableCompositionTrack`).
///
/// Edits keep the segments contiguous and none of them without length. What one insertion brought in
/// stays one segment however often it is cut, as long as its pieces meet again in order.
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
  /// What players call a track of subtitles, and messages and stems one of sound; `nil`: nothing.
  public var title: String?
  /// Whether players show a track of subtitles unless told otherwise.
  public var isDefault = false
  /// Whether a track of subtitles holds what is to be shown even where subtitles are off.
  public var isForced = false
  /// Tracks that belong to this one, by the kind of the bond; see
  /// ``Timeline/associate(_:with:as:)``.
  public internal(set) var associations: [TrackAssociation: [TrackID]] = [:]
  /// The number that the next insertion gets.
  var nextInsertion = 0

  /// A track without segments; a timeline makes its own with ``Timeline/addTrack(_:preferredID:)``.
  public init(id: TrackID, mediaType: MediaType) {
    (self.id, self.mediaType) = (id, mediaType)
  }

  /// From zero to the end of the last segment.
  public var duration: Time { segments.last?.targetRange.end ?? .zero }

  /// Whether media of `source` can be placed here: it carries this track's media type. Sizes, rates,
  /// formats and orientations may differ from segment to segment.
  public func isCompatible(with source: SegmentSource) -> Bool { source.carries(mediaType) }
}

/// Why one track belongs to another (`AVTrackAssociationType`).
public enum TrackAssociation: String, Hashable, Sendable, CaseIterable {
  /// The other holds this one's sound in another form, to fall back on.
  case audioFallback
  /// The other holds this one's chapters.
  case chapterList
  /// The other holds the subtitles that are shown even when subtitles are off.
  case forcedSubtitlesOnly
  /// The other is described by this metadata.
  case metadataReferent
  /// The other is chosen together with this one.
  case selectionFollower
  /// The other holds this one's time codes.
  case timecode
}
