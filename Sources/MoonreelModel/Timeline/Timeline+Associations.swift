// SPDX-License-Identifier: MIT

import MoonreelCore

/// Bonds between tracks (`addTrackAssociation(to:type:)`): a model of what belongs together. Files do not
/// get them: libav writes no track references.
extension Timeline {
  /// Notes that track `other` belongs to track `id` in the way that `kind` says; a bond that exists stays.
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) where one of them is unknown or both are the same.
  public mutating func associate(
    _ id: TrackID, with other: TrackID, as kind: TrackAssociation
  ) throws {
    guard id != other, self[other] != nil else {
      throw MoonreelError(
        .invalidTimeline,
        "Cannot associate track \(id) with track \(other): "
          + (id == other ? "they are the same." : "the timeline has no track \(other)."))
    }
    try updateTrack(id) { track in
      if track.associations[kind]?.contains(other) != true {
        track.associations[kind, default: []].append(other)
      }
    }
  }

  /// Forgets that track `other` belongs to track `id` in the way that `kind` says, if it does.
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) where track `id` is unknown.
  public mutating func dissociate(
    _ id: TrackID, from other: TrackID, as kind: TrackAssociation
  ) throws {
    try updateTrack(id) { $0.forgetAssociations(with: other, as: kind) }
  }

  /// The tracks that belong to track `id` in the way that `kind` says, in the order they were added.
  public func associatedTracks(of id: TrackID, as kind: TrackAssociation) -> [Track] {
    (self[id]?.associations[kind] ?? []).compactMap { self[$0] }
  }
}

extension Track {
  /// Removes track `other` from the bonds of `kind`, or of every kind where `nil`.
  mutating func forgetAssociations(with other: TrackID, as kind: TrackAssociation? = nil) {
    for own in associations.keys where kind == nil || own == kind {
      associations[own]?.removeAll { $0 == other }
      if associations[own]?.isEmpty == true { associations[own] = nil }
    }
  }
}
