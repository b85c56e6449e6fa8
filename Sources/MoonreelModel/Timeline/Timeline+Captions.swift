// SPDX-License-Identifier: MIT

import MoonreelCore

/// Captions that are written beside pictures and sound, for players to show.
public struct CaptionTrack: Sendable {
  /// The captions; their language and title are the track's.
  public var captions: Captions
  /// Whether players show them unless told otherwise.
  public var isDefault: Bool
  /// Whether they are to be shown even where subtitles are off.
  public var isForced: Bool
  /// Where the script added them, for messages; `nil`: unknown.
  public var place: String?

  /// A track with every property given.
  public init(
    _ captions: Captions, isDefault: Bool = false, isForced: Bool = false, place: String? = nil
  ) {
    (self.captions, self.isDefault) = (captions, isDefault)
    (self.isForced, self.place) = (isForced, place)
  }
}

extension Timeline {
  /// Adds a subtitle track with the captions of `track`, cut at `end`.
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) for times that no timeline has.
  @discardableResult
  public mutating func addCaptions(_ track: CaptionTrack, until end: Time? = nil) throws -> TrackID
  {
    let id = addTrack(.subtitle)
    let clip = CaptionClip(track.captions)
    let length = min(clip.duration ?? .zero, end ?? .distantFuture)
    try updateTrack(id) { row in
      row.languageCode = track.captions.language.flatMap { LanguageCode.threeLetters($0) }
      row.extendedLanguageTag = track.captions.language
      (row.title, row.isDefault, row.isForced) = (
        track.captions.title, track.isDefault, track.isForced
      )
      guard length > .zero else { return }
      try row.insert(
        TimeRange(start: .zero, duration: length), of: .custom(clip), place: track.place)
    }
    return id
  }
}
