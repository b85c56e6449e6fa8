// SPDX-License-Identifier: MIT

import MoonreelCore

extension Timeline {
  /// Adds a track without segments, on top of the others.
  ///
  /// - Parameter preferredID: its identifier, used only where no track has or ever had it; otherwise,
  ///   and for `nil` or numbers below 1, the smallest number never used.
  @discardableResult
  public mutating func addTrack(_ type: MediaType, preferredID: TrackID? = nil) -> TrackID {
    var id = unusedTrackID
    if let preferredID, preferredID.rawValue >= 1, !usedTrackIDs.contains(preferredID) {
      id = preferredID
    }
    usedTrackIDs.insert(id)
    tracks.append(Track(id: id, mediaType: type))
    return id
  }

  /// The smallest identifier that no track has or ever had.
  public var unusedTrackID: TrackID {
    var number = tracks.count + 1
    while number > 1, !usedTrackIDs.contains(TrackID(number - 1)) { number -= 1 }
    while usedTrackIDs.contains(TrackID(number)) { number += 1 }
    return TrackID(number)
  }

  /// Removes the track and other tracks' bonds to it; its identifier is never given out again. Nothing
  /// happens where it is unknown.
  public mutating func removeTrack(_ id: TrackID) {
    tracks.removeAll { $0.id == id }
    for index in tracks.indices { tracks[index].forgetAssociations(with: id) }
  }

  /// The track `id`, or `nil` where it is unknown.
  public subscript(id: TrackID) -> Track? { tracks.first { $0.id == id } }

  /// Edits the track `id` in place.
  ///
  /// For example: `try timeline.updateTrack(video) { try $0.remove(range) }`.
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) where the timeline has no such track; whatever `body`
  ///   throws.
  public mutating func updateTrack<R>(_ id: TrackID, _ body: (inout Track) throws -> R) throws -> R
  {
    guard let index = tracks.firstIndex(where: { $0.id == id }) else {
      throw MoonreelError(
        .invalidTimeline,
        "Cannot edit track \(id): the timeline has \(tracks.isEmpty ? "no tracks" : "tracks ")"
          + "\(tracks.map(\.id.description).joined(separator: ", ")).")
    }
    return try body(&tracks[index])
  }

  /// The tracks of `type` in the order they were added.
  public func tracks(_ type: MediaType) -> [Track] { tracks.filter { $0.mediaType == type } }

  /// The first track that can take media of `source` (`mutableTrack(compatibleWith:)`); among several
  /// one in the source's language comes first.
  ///
  /// - Parameter taken: tracks that are left out.
  public func compatibleTrack(for source: SegmentSource, excluding taken: Set<TrackID> = [])
    -> Track?
  {
    let fitting = tracks.filter { $0.isCompatible(with: source) && !taken.contains($0.id) }
    let language = source.languageCode
    return fitting.first { $0.languageCode == language } ?? fitting.first
  }

  /// Width and height of the pictures: what was set, or else the upright size of the first segment of
  /// the first video track that has one; 0x0 where nothing has pictures.
  public var naturalSize: PixelSize {
    get { chosenNaturalSize ?? defaultNaturalSize }
    set { chosenNaturalSize = newValue }
  }

  private var defaultNaturalSize: PixelSize {
    for track in tracks where track.mediaType == .video {
      for segment in track.segments {
        if let size = track.displaySize(of: segment) { return size }
      }
    }
    return PixelSize(0, 0)
  }

  /// Frames a second: what was set, or else the fastest rate of its pictures; `nil` where none is known.
  /// Automatic compositions draw at it.
  public var frameRate: FrameRate? {
    get { chosenFrameRate ?? fastestFrameRate }
    set { chosenFrameRate = newValue }
  }

  private var fastestFrameRate: FrameRate? {
    var fastest: FrameRate?
    for track in tracks where track.mediaType == .video && track.isEnabled {
      for rate in track.segments.compactMap({ $0.source?.frameRate })
      where rate.framesPerSecond.doubleValue > (fastest?.framesPerSecond.doubleValue ?? 0) {
        fastest = rate
      }
    }
    return fastest
  }

  /// What each enabled video track shows at `time`, from the bottom up; gaps are left out.
  public func pictures(at time: Time) -> [WantedMedia] {
    tracks.filter { $0.mediaType == .video && $0.isEnabled }.compactMap { $0.wanted(at: time) }
  }
}

extension Track {
  /// The map that turns the pictures of `segment` upright: the track's own, or else the source's.
  public func uprightTransform(of segment: Segment) -> AffineTransform {
    preferredTransform ?? segment.source?.preferredTransform ?? .identity
  }

  /// Width and height of the upright pictures of `segment`; `nil` where it has none.
  public func displaySize(of segment: Segment) -> PixelSize? {
    guard let size = segment.source?.naturalSize, size.width > 0, size.height > 0 else {
      return nil
    }
    let box = uprightTransform(of: segment).boundingBox(of: Rect(origin: .zero, size: size.size))
    return PixelSize(rounding: box.size)
  }
}
