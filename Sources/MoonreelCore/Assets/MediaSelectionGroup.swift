// SPDX-License-Identifier: MIT

/// The tracks of a file of which one at a time is meant to be seen, heard or read (`AVMediaSelectionGroup`): a
/// sound in several languages, subtitles.
///
/// For example, German subtitles, else English ones, else none:
///
///     let texts = asset.selectionGroup(.legible)
///     let track = texts.option(languages: ["de", "en"])
public struct MediaSelectionGroup: Hashable, Sendable {
  /// What its tracks are for.
  public let characteristic: MediaCharacteristic
  /// The tracks in the file's order.
  public let options: [AssetTrack]

  /// The group of `options`.
  public init(_ characteristic: MediaCharacteristic, options: [AssetTrack]) {
    (self.characteristic, self.options) = (characteristic, options)
  }

  /// Whether none of them may be chosen: of texts, but for those that are forced.
  public var allowsEmptySelection: Bool { characteristic == .legible }

  /// The track that the file marks to be played, else the first without a role of its own, else the first; `nil`
  /// where nothing has to be chosen and nothing is marked.
  public var defaultOption: AssetTrack? {
    if let marked = options.first(where: { $0.roles.contains(.default) }) { return marked }
    guard !allowsEmptySelection else { return nil }
    return options.first { $0.roles.isDisjoint(with: TrackRole.special) } ?? options.first
  }

  /// The tracks in `languages`, those in the first language first; within a language the better match, then what is
  /// marked to be played, then the file's order
  /// (`mediaSelectionOptions(from:filteredAndSortedAccordingToPreferredLanguages:)`).
  public func options(in languages: [String]) -> [AssetTrack] {
    var found: [AssetTrack] = []
    for language in languages {
      let wanted = LanguageTag(language)
      let matches = options.enumerated().compactMap { index, track in
        track.language.flatMap { wanted.match($0) }.map { (index, track, $0) }
      }.sorted { a, b in
        let marks = (a.1.roles.contains(.default), b.1.roles.contains(.default))
        if a.2 != b.2 { return a.2 > b.2 }
        return marks.0 != marks.1 ? marks.0 : a.0 < b.0
      }
      found += matches.map(\.1).filter { !found.contains($0) }
    }
    return found
  }

  /// The track for a person who prefers `languages`, the best first: the first track in one of them that has all of
  /// `roles` and no other special role. Where there is none and one has to be chosen: ``defaultOption``.
  public func option(languages: [String], roles: Set<TrackRole> = []) -> AssetTrack? {
    let others = TrackRole.special.subtracting(roles)
    let suited = options(in: languages).first {
      $0.roles.isSuperset(of: roles) && $0.roles.isDisjoint(with: others)
    }
    if let suited { return suited }
    guard roles.isEmpty else {
      return languages.isEmpty ? options.first { $0.roles.isSuperset(of: roles) } : nil
    }
    return allowsEmptySelection && !languages.isEmpty ? nil : defaultOption
  }
}

extension Asset {
  /// The tracks that can be seen, heard or read, to choose one of them (`mediaSelectionGroup(for:)`).
  public func selectionGroup(_ characteristic: MediaCharacteristic) -> MediaSelectionGroup {
    MediaSelectionGroup(characteristic, options: tracks(characteristic))
  }
}

extension AssetTrack {
  /// Its language; `nil` where the file names none.
  public var language: LanguageTag? { languageCode.map { LanguageTag($0) } }
  /// What people call it, where the file says it: "Director's commentary".
  public var title: String? { metadata["title"] ?? metadata["name"] }
}
