// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

extension CompositionReader {
  /// The frame that track `id` shows; `nil` in a gap.
  ///
  /// - Throws: `MoonreelError` naming the file that cannot be read; whatever a source throws.
  public func frame(ofTrack id: TrackID, in reading: ReadingContext) throws
    -> FrameRequest.SourceFrame?
  {
    guard let cursor = cursors[id], cursor.track.mediaType == .video,
      let index = cursor.segmentIndex(at: reading.time)
    else { return nil }
    guard let trace = reading.trace else { return try frame(of: index, cursor, in: reading) }
    let segment = cursor.track.segments[index]
    return try trace.group(segment.step(on: id)) {
      try frame(of: index, cursor, in: reading)
    } finish: { step, frame in
      frame?.complete(&step, of: segment)
    }
  }

  /// The frame that segment `index` of a track shows.
  private func frame(of index: Int, _ cursor: TrackCursor, in reading: ReadingContext) throws
    -> FrameRequest.SourceFrame?
  {
    let segment = cursor.track.segments[index]
    var frame: FrameRequest.SourceFrame?
    switch segment.source {
    case .asset(let asset)?:
      frame = try assetFrame(asset, segment, cursor, index, in: reading)
    case .timeline?, .composed?:
      frame = try cursor.children[index].map { try nestedFrame($0, segment, in: reading) }
    case .custom(let source)?:
      frame = try customFrame(source, segment, in: reading)
    case nil:
      return nil
    }
    frame?.preferredTransform = cursor.track.uprightTransform(of: segment)
    return frame
  }

  private func assetFrame(
    _ asset: AssetTrack, _ segment: Segment, _ cursor: TrackCursor, _ index: Int,
    in reading: ReadingContext
  ) throws -> FrameRequest.SourceFrame? {
    guard let video = asset.video else { return nil }
    let (image, time) = try frames.picture(
      of: asset, key: cursor.key(of: index, asset),
      wish: Self.wish(of: segment, asset, at: reading.time),
      next: nextTime(in: segment, after: reading).map { segment.sourceTime(at: $0) },
      use: cursor.use(of: index, lane: reading.lane))
    return FrameRequest.SourceFrame(
      image: image, preferredTransform: video.preferredTransform, naturalSize: video.naturalSize,
      sourceTime: time)
  }

  /// Which frame of `asset` is due at `time`. Backwards, it is the last one before the mirrored time:
  /// what runs on screen until then.
  static func wish(of segment: Segment, _ asset: AssetTrack, at time: Time) -> FrameWish {
    if asset.video?.isStillImage == true { return FrameWish(time: asset.timeRange.start) }
    return FrameWish(time: segment.sourceTime(at: time), isBefore: segment.isReversed)
  }

  /// The time in `segment` that will be asked for next; `nil` where it is not known, and for segments that
  /// run backwards.
  private func nextTime(in segment: Segment, after reading: ReadingContext) -> Time? {
    guard let next = reading.nextTime, !segment.isReversed, segment.targetRange.contains(next)
    else { return nil }
    return next
  }

  private func nestedFrame(
    _ child: CompositionReader, _ segment: Segment, in reading: ReadingContext
  ) throws -> FrameRequest.SourceFrame {
    let inner = ReadingContext(
      time: child.pictureTime(of: segment, at: reading.time),
      nextTime: nextTime(in: segment, after: reading).map {
        child.pictureTime(of: segment, at: $0)
      },
      renderScale: reading.renderScale, lane: reading.lane, trace: reading.trace)
    return FrameRequest.SourceFrame(
      image: try child.cropped(child.composedImage(in: inner)), preferredTransform: .identity,
      naturalSize: child.composition.renderSize, sourceTime: inner.time)
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
    _ source: any Source, _ segment: Segment, in reading: ReadingContext
  ) throws -> FrameRequest.SourceFrame {
    let time = Self.pictureTime(of: segment, at: reading.time)
    return FrameRequest.SourceFrame(
      image: try source.image(at: time, in: context(for: reading)), preferredTransform: .identity,
      naturalSize: source.naturalSize, sourceTime: time)
  }

  /// The fields of the metadata entries of track `id` that hold, later ones on top; `nil` in a gap.
  ///
  /// - Throws: `MoonreelError` naming the file that cannot be read.
  public func metadata(ofTrack id: TrackID, in reading: ReadingContext) throws
    -> [String: String]?
  {
    guard let cursor = cursors[id], let index = cursor.segmentIndex(at: reading.time) else {
      return nil
    }
    let sourceTime = cursor.track.segments[index].sourceTime(at: reading.time)
    if case .custom(let clip as MetadataClip)? = cursor.track.segments[index].source {
      return clip.metadata.items(at: sourceTime) ?? [:]
    }
    guard case .asset(let asset)? = cursor.track.segments[index].source else { return nil }
    var fields: [String: String] = [:]
    let text = try cursor.text(of: index, asset, gate: gate, warnings: warnings)
    if text.isDamaged { frames.noteConcealment([]) }
    for sample in text.samples where sample.range.contains(sourceTime) {
      if let text = sample.text { fields["text"] = text }
      fields.merge(sample.fields) { $1 }
    }
    return fields
  }
}
