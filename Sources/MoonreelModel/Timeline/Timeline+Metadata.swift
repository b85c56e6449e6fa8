// SPDX-License-Identifier: MIT

import MoonreelCore

/// Timed metadata as the source of a segment of a metadata track.
public struct MetadataClip: Source {
  /// The metadata.
  public let metadata: TimedMetadata

  /// A source of `metadata`.
  public init(_ metadata: TimedMetadata) { self.metadata = metadata }

  /// Metadata.
  public var mediaType: MediaType { .metadata }
  /// Until the last group ends.
  public var duration: Time? { max(.zero, metadata.timeRange?.end ?? .zero) }
  /// None: there are no pictures.
  public var naturalSize: PixelSize { PixelSize(0, 0) }
}

/// Timed metadata that is written beside pictures and sound.
public struct MetadataTrack: Sendable {
  /// The metadata.
  public var metadata: TimedMetadata
  /// What players call the track; `nil`: nothing.
  public var title: String?
  /// Where the script added it, for messages; `nil`: unknown.
  public var place: String?

  /// A track with every property given.
  public init(_ metadata: TimedMetadata, title: String? = nil, place: String? = nil) {
    (self.metadata, self.title, self.place) = (metadata, title, place)
  }
}

extension Timeline {
  /// Adds a metadata track with the metadata of `track`, cut at `end`; what lies before zero is cut off.
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) for times that no timeline has.
  @discardableResult
  public mutating func addMetadata(_ track: MetadataTrack, until end: Time? = nil) throws -> TrackID
  {
    let id = addTrack(.metadata)
    let clip = MetadataClip(track.metadata)
    let length = min(clip.duration ?? .zero, end ?? .distantFuture)
    try updateTrack(id) { row in
      row.title = track.title
      guard length > .zero else { return }
      try row.insert(
        TimeRange(start: .zero, duration: length), of: .custom(clip), place: track.place)
    }
    return id
  }
}
