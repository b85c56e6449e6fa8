// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

/// Which packets a passthrough export copies; exists only for a request that allows it.
struct PassthroughPlan: Sendable {
  /// What stands in the way of copying, and where.
  struct Obstacle: Error, Hashable, Sendable {
    /// A clause: "segment 2 of track 1 runs at another speed".
    var reason: String
    /// On the timeline's clock; `nil` where it concerns all of it.
    var time: Time?

    /// The reason with its time.
    var text: String { time.map { "\(reason) (at \($0))" } ?? reason }
  }

  /// A stretch of one stream, moved to its place in the output.
  struct Piece: Sendable {
    var asset: AssetTrack
    /// On the asset's clock.
    var sourceRange: TimeRange
    /// Output time minus asset time.
    var offset: Time
    /// Where it begins on the timeline.
    var timelineStart: Time

    /// Whether `next` goes on where this piece ends, in its file and in the output.
    func isContinued(by next: Piece) -> Bool {
      asset == next.asset && offset == next.offset && sourceRange.end == next.sourceRange.start
    }
  }

  /// One track of the output, its pieces in order.
  struct Lane: Sendable {
    var trackID: TrackID
    var mediaType: MediaType
    var pieces: [Piece]
  }

  let lanes: [Lane]

  /// The plan for `range` of the request's timeline, as far as can be told without opening files.
  ///
  /// - Throws: ``Obstacle``, the first in the way.
  init(_ request: ExportRequest, range: TimeRange) throws(Obstacle) {
    try Self.checkWhole(request)
    if request.output.includesAudio { try Self.checkSound(request) }
    let (video, audio) = (request.output.includesVideo, request.output.includesAudio)
    try self.init(
      copying: request.timeline.tracks.filter {
        $0.mediaType == .video && video || $0.mediaType == .audio && audio
      }, range: range)
  }

  /// The plan for the sound alone of `range` of the request's timeline, beside pictures that are drawn, as far as
  /// can be told without opening files.
  ///
  /// - Throws: ``Obstacle``, the first in the way.
  init(soundOf request: ExportRequest, range: TimeRange) throws(Obstacle) {
    try Self.checkSound(request)
    try Self.checkEncoding(request.output)
    try self.init(copying: request.timeline.tracks(.audio), range: range)
    try checkShape(request.output)
  }

  private init(copying tracks: [Track], range: TimeRange) throws(Obstacle) {
    var lanes: [Lane] = []
    for track in tracks where track.isEnabled && !track.segments.isEmpty {
      if let other = lanes.first(where: { $0.mediaType == track.mediaType }) {
        throw Obstacle(
          reason:
            "tracks \(other.trackID) and \(track.id) both carry \(track.mediaType.rawValue) and "
            + "have to be joined into one")
      }
      let pieces = try Self.pieces(of: track, range)
      if !pieces.isEmpty {
        lanes.append(Lane(trackID: track.id, mediaType: track.mediaType, pieces: pieces))
      }
    }
    guard !lanes.isEmpty else { throw Obstacle(reason: "there is nothing to copy") }
    self.lanes = lanes
  }

  private static func checkWhole(_ request: ExportRequest) throws(Obstacle) {
    if request.videoComposition != nil, request.output.includesVideo {
      throw Obstacle(reason: "a video composition is set")
    }
    if request.scale != 1 { throw Obstacle(reason: "a scale of \(request.scale) is asked for") }
  }

  private static func checkSound(_ request: ExportRequest) throws(Obstacle) {
    if let change = request.audioMix?.change { throw Obstacle(reason: change) }
    if !request.soundTracks.isEmpty { throw Obstacle(reason: "tracks of sound are asked for") }
    if request.loudness != nil, request.hasSound {
      throw Obstacle(reason: "a loudness is asked for")
    }
  }

  /// Refuses what only an encoder can do.
  private static func checkEncoding(_ output: OutputOptions) throws(Obstacle) {
    if output.audioBitRate != nil { throw Obstacle(reason: "a bit rate of sound is asked for") }
    if !output.audioOptions.isEmpty {
      throw Obstacle(reason: "options of an encoder of sound are given")
    }
    if output.fileLengthLimit != nil { throw Obstacle(reason: "a limit of length is asked for") }
  }

  /// Refuses another rate or other loudspeakers than the source's.
  private func checkShape(_ output: OutputOptions) throws(Obstacle) {
    for piece in lanes.flatMap(\.pieces) {
      guard let audio = piece.asset.audio else { continue }
      let file = "and '\(piece.asset.path)' has"
      if let rate = output.sampleRate, rate != audio.sampleRate {
        throw Obstacle(reason: "\(rate) Hz are asked for, \(file) \(audio.sampleRate) Hz")
      }
      if let layout = output.channelLayout, layout != audio.layout {
        let words = [layout, audio.layout].map { $0.channels.joined(separator: " ") }
        throw Obstacle(reason: "\(words[0]) are asked for, \(file) \(words[1])")
      }
    }
  }

  /// Gaps up to this long are the files' own timing and are kept as they are.
  private static let longestGap = Time(flicks: Time.flicksPerSecond / 10)

  private static func pieces(of track: Track, _ range: TimeRange) throws(Obstacle) -> [Piece] {
    if track.preferredTransform != nil {
      throw Obstacle(reason: "track \(track.id) has a transform of its own")
    }
    if track.mediaType == .audio, track.preferredVolume != 1 {
      throw Obstacle(reason: "track \(track.id) has a volume of \(track.preferredVolume)")
    }
    var pieces: [Piece] = []
    for (index, segment) in track.segments.enumerated() where segment.targetRange.overlaps(range) {
      let part = segment.targetRange.intersection(range)
      let name = "segment \(index + 1) of track \(track.id)"
      guard let source = segment.source else {
        guard part.duration <= longestGap || part.start == range.start || part.end == range.end
        else { throw Obstacle(reason: "\(name) is empty", time: part.start) }
        continue
      }
      guard case .asset(let asset) = source else {
        throw Obstacle(reason: "\(name) does not come from a file", time: part.start)
      }
      try check(segment, asset, name, at: part.start)
      let start = segment.sourceTime(at: part.start)
      let piece = Piece(
        asset: asset, sourceRange: TimeRange(start: start, duration: part.duration),
        offset: part.start - range.start - start, timelineStart: part.start)
      if let last = pieces.last, last.isContinued(by: piece) {
        pieces[pieces.count - 1].sourceRange = last.sourceRange.union(piece.sourceRange)
      } else {
        pieces.append(piece)
      }
    }
    return pieces
  }

  private static func check(
    _ segment: Segment, _ asset: AssetTrack, _ name: String, at time: Time
  ) throws(Obstacle) {
    if segment.isReversed { throw Obstacle(reason: "\(name) runs backwards", time: time) }
    if segment.curve != nil {
      throw Obstacle(reason: "\(name) changes its speed", time: time)
    }
    if segment.rate != .one {
      throw Obstacle(reason: "\(name) runs at \(segment.rate) times its speed", time: time)
    }
    if asset.video?.isStillImage == true {
      throw Obstacle(reason: "\(name) is a still image", time: time)
    }
  }
}
