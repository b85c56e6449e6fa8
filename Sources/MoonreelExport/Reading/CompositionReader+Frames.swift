// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

extension CompositionReader {
  /// The tracks whose frames `instruction` wants and that take part.
  func requiredTracks(of instruction: VideoInstruction) -> [TrackID] {
    composition.requiredTrackIDs(for: instruction, in: timeline)
      .filter { cursors[$0]?.track.isEnabled == true }
  }

  /// The frame that track `id` shows at `time`; `nil` in a gap.
  func frame(ofTrack id: TrackID, at time: Time, in context: FrameContext) throws
    -> FrameRequest.SourceFrame?
  {
    guard let cursor = cursors[id], cursor.track.mediaType == .video,
      let index = cursor.segmentIndex(at: time)
    else { return nil }
    let segment = cursor.track.segments[index]
    var frame: FrameRequest.SourceFrame?
    switch segment.source {
    case .asset(let asset)?:
      frame = try assetFrame(asset, segment, cursor, index, at: time)
    case .timeline?, .composed?:
      frame = try cursor.children[index].map { try nestedFrame($0, segment, at: time) }
    case .custom(let source)?:
      frame = try customFrame(source, segment, at: time, in: context)
    case nil:
      return nil
    }
    if let transform = cursor.track.preferredTransform { frame?.preferredTransform = transform }
    return frame
  }

  private func assetFrame(
    _ asset: AssetTrack, _ segment: Segment, _ cursor: TrackCursor, _ index: Int, at time: Time
  ) throws -> FrameRequest.SourceFrame? {
    guard let video = asset.video else { return nil }
    let frame = try pool.frame(
      of: asset, key: cursor.key(of: index, asset), wish: Self.wish(of: segment, asset, at: time),
      next: nextTime(in: segment).map { segment.sourceTime(at: $0) },
      use: ReaderUse.id(cursor.firstUse + index, lane: lane))
    return FrameRequest.SourceFrame(
      image: Self.picture(frame.buffer, of: video), preferredTransform: video.preferredTransform,
      naturalSize: video.naturalSize, sourceTime: frame.time)
  }

  /// The picture at the track's size: where a stream changes its size midway, what comes after is fitted
  /// into the first size, proportions kept, in the middle.
  private static func picture(_ buffer: FrameBuffer, of video: AssetTrack.Video) -> Image {
    let (image, size) = (Image(frame: buffer), video.naturalSize.size)
    guard buffer.size != video.codedSize, let extent = image.extent,
      extent != Rect(origin: .zero, size: size)
    else { return image }
    return image.transformed(by: FitMode.contain.transform(from: extent, into: size))
  }

  /// Which frame of `asset` is due at `time`. Backwards, it is the last one before the mirrored time:
  /// what runs on screen until then.
  static func wish(of segment: Segment, _ asset: AssetTrack, at time: Time) -> FrameWish {
    if asset.video?.isStillImage == true { return FrameWish(time: asset.timeRange.start) }
    return FrameWish(time: segment.sourceTime(at: time), isBefore: segment.isReversed)
  }

  /// The time in `segment` that will be asked for next; `nil` where it is not known, and for segments that
  /// run backwards.
  private func nextTime(in segment: Segment) -> Time? {
    guard let nextTime, lane == 0, !segment.isReversed, segment.targetRange.contains(nextTime)
    else {
      return nil
    }
    return nextTime
  }

  private func nestedFrame(_ child: CompositionReader, _ segment: Segment, at time: Time) throws
    -> FrameRequest.SourceFrame
  {
    (child.renderScale, child.lane) = (renderScale, lane)
    let sourceTime = child.pictureTime(of: segment, at: time)
    let next = nextTime(in: segment).map { child.pictureTime(of: segment, at: $0) }
    let image = try child.cropped(child.composedImage(at: sourceTime, next: next))
    return FrameRequest.SourceFrame(
      image: image, preferredTransform: .identity, naturalSize: child.composition.renderSize,
      sourceTime: sourceTime)
  }

  /// The time of this nested timeline that `segment` shows at `time`: a composition has pictures at its own
  /// rate only.
  private func pictureTime(of segment: Segment, at time: Time) -> Time {
    let sourceTime = Self.pictureTime(of: segment, at: time)
    guard case .composed? = segment.source else { return sourceTime }
    return composition.frameRate.time(ofFrame: composition.frameRate.frame(at: sourceTime))
  }

  /// Timelines and generators have pictures at every time; backwards, the one just before is meant.
  private static func pictureTime(of segment: Segment, at time: Time) -> Time {
    let sourceTime = segment.sourceTime(at: time)
    return segment.isReversed ? max(.zero, sourceTime - Time(flicks: 1)) : sourceTime
  }

  private func customFrame(
    _ source: any Source, _ segment: Segment, at time: Time, in context: FrameContext
  ) throws -> FrameRequest.SourceFrame {
    let sourceTime = Self.pictureTime(of: segment, at: time)
    return FrameRequest.SourceFrame(
      image: try source.image(at: sourceTime, in: context), preferredTransform: .identity,
      naturalSize: source.naturalSize, sourceTime: sourceTime)
  }

  /// The fields of the metadata entries of track `id` that hold at `time`, later ones on top.
  func metadata(ofTrack id: TrackID, at time: Time) throws -> [String: String]? {
    guard let cursor = cursors[id], cursor.track.isEnabled,
      let index = cursor.segmentIndex(at: time)
    else { return nil }
    let sourceTime = cursor.track.segments[index].sourceTime(at: time)
    if case .custom(let clip as MetadataClip)? = cursor.track.segments[index].source {
      return clip.metadata.items(at: sourceTime) ?? [:]
    }
    guard case .asset(let asset)? = cursor.track.segments[index].source else { return nil }
    var fields: [String: String] = [:]
    let samples = try cursor.samples(of: index, asset, gate: gate, warnings: warnings)
    for sample in samples where sample.range.contains(sourceTime) {
      if let text = sample.text { fields["text"] = text }
      fields.merge(sample.fields) { $1 }
    }
    return fields
  }
}
