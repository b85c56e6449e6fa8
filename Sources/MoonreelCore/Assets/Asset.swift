// SPDX-License-Identifier: MIT

/// A named stretch of a file.
public struct Chapter: Hashable, Codable, Sendable {
  /// Where it lies.
  public var range: TimeRange
  /// Its title, where it has one.
  public var title: String?

  /// A chapter over `range`.
  public init(range: TimeRange, title: String?) {
    (self.range, self.title) = (range, title)
  }

  /// What lies of the chapter in `range`, on a clock that is zero where `range` begins; `nil`: nothing.
  ///
  ///     |--A--|--B--|   in  ..|----|..   ->   |-A|-B|
  public func part(in range: TimeRange) -> Chapter? {
    let own = self.range.intersection(range)
    guard !own.isEmpty || range.contains(self.range.start) else { return nil }
    return Chapter(range: own.shifted(by: .zero - range.start), title: title)
  }
}

/// A file and its streams, as found by probing (`AVAsset`): a description, without an open file.
///
/// `MoonreelMedia` loads one with `Asset.load(path:…)`.
public struct Asset: Hashable, Codable, Sendable {
  /// The file (or image-sequence pattern) as it was opened.
  public var path: String
  /// libav's name of the container, such as `"mov,mp4,m4a,3gp,3g2,mj2"`.
  public var formatName: String
  /// From zero to the end of the longest track; ``Time/zero`` for stills.
  public var duration: Time
  /// Whether duration and timing were read exactly rather than estimated.
  public var isTimingPrecise: Bool
  /// The streams, in the file's order; attached pictures and unknown data are left out.
  public var tracks: [AssetTrack]
  /// The container's tags; keys in lower case (`title`, `artist`, `creation_time` …).
  public var metadata: [String: String]
  /// The chapters in order.
  public var chapters: [Chapter]
  /// How fast the file wants to be played; 1 where it says nothing.
  public var preferredRate = 1.0
  /// How loud the file wants to be played, as a factor; 1 where it says nothing.
  public var preferredVolume = 1.0

  /// A description with every property given.
  public init(
    path: String, formatName: String, duration: Time, isTimingPrecise: Bool = true,
    tracks: [AssetTrack], metadata: [String: String] = [:], chapters: [Chapter] = []
  ) {
    (self.path, self.formatName) = (path, formatName)
    (self.duration, self.isTimingPrecise) = (duration, isTimingPrecise)
    (self.tracks, self.metadata) = (tracks, metadata)
    self.chapters = chapters
  }

  /// The tracks that carry `mediaType`.
  public func tracks(_ mediaType: MediaType) -> [AssetTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// The first picture track.
  public var video: AssetTrack? { tracks(.video).first }
  /// The first sound track.
  public var audio: AssetTrack? { tracks(.audio).first }

  /// The track with the container's identifier `trackID`.
  public func track(id trackID: Int) -> AssetTrack? { tracks.first { $0.trackID == trackID } }

  /// An identifier that no track uses.
  public var unusedTrackID: Int { (tracks.map(\.trackID).max() ?? 0) + 1 }
}
