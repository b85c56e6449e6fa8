// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

/// Gives the pictures and the sound of a timeline at any time: it finds the frames that are due, hands
/// them to the compositor and returns the composed picture, described but not drawn.
///
/// Reading forwards is the cheap case; decoders are shared, opened ahead of need and closed after their
/// last use. One thread at a time.
public final class CompositionReader {
  /// What is shown and heard when.
  public let timeline: Timeline
  /// How the tracks are drawn.
  public let composition: VideoComposition
  /// How loud the tracks are.
  public let audioMix: AudioMix?
  /// Output pixels per composition pixel, as compositors are told; 1 unless set.
  public var renderScale: Double = 1
  /// Which of the decoders for frames of other times is used; 0 for frames of the time that is drawn.
  var lane = 0
  /// The time that will be asked for after the one that is drawn, where it is known.
  private(set) var nextTime: Time?

  let gate: FileGate
  let warnings: WarningLog?
  let pool: ReaderPool
  private(set) var cursors: [TrackID: TrackCursor] = [:]

  /// Prepares to read `timeline`; no file is opened yet.
  ///
  /// - Parameters:
  ///   - composition: how the tracks are drawn; `nil`: the timeline's automatic composition.
  ///   - audioMix: how loud the tracks are; `nil`: as they are.
  /// - Throws: `MoonreelError` (`limitExceeded`) where timelines are nested too deeply.
  public convenience init(
    timeline: Timeline, composition: VideoComposition? = nil, audioMix: AudioMix? = nil,
    gate: FileGate, warnings: WarningLog? = nil
  ) throws {
    try self.init(
      timeline: timeline, composition: composition ?? VideoComposition(propertiesOf: timeline),
      audioMix: audioMix, pool: ReaderPool(gate: gate, warnings: warnings))
  }

  /// Prepares to read what `job` exports.
  convenience init(
    _ job: ExportJob, gate: FileGate, warnings: WarningLog?, profile: ExportProfile?
  ) throws {
    var limits = ReaderPool.Limits()
    limits.feedsEncoder = true
    try self.init(
      timeline: job.request.timeline, composition: job.composition,
      audioMix: job.request.audioMix,
      pool: ReaderPool(gate: gate, limits: limits, warnings: warnings, profile: profile))
  }

  /// Prepares to read `timeline` with the decoders of `pool`.
  convenience init(
    timeline: Timeline, composition: VideoComposition, audioMix: AudioMix?, pool: ReaderPool
  ) throws {
    var nextUse = 0
    try self.init(
      timeline: timeline, composition: composition, audioMix: audioMix, pool: pool, depth: 0,
      nextUse: &nextUse)
    pool.plan(uses())
  }

  private init(
    timeline: Timeline, composition: VideoComposition, audioMix: AudioMix?, pool: ReaderPool,
    depth: Int, nextUse: inout ReaderUse.ID
  ) throws {
    guard depth <= Nesting.depthLimit else {
      throw MoonreelError(
        .limitExceeded,
        "Timelines are nested more than \(Nesting.depthLimit) deep: flatten some of them."
      )
    }
    (self.timeline, self.composition, self.audioMix) = (timeline, composition, audioMix)
    (self.pool, gate, warnings) = (pool, pool.gate, pool.warnings)
    for track in timeline.tracks {
      var children: [Int: CompositionReader] = [:]
      for (index, segment) in track.segments.enumerated() where track.mediaType == .video {
        guard let source = segment.source, let nested = source.nestedTimeline else { continue }
        children[index] = try CompositionReader(
          timeline: nested, composition: Self.nestedComposition(of: source), audioMix: nil,
          pool: pool, depth: depth + 1, nextUse: &nextUse)
      }
      cursors[track.id] = TrackCursor(track: track, firstUse: nextUse, children: children)
      nextUse += track.segments.count
    }
  }

  /// How a nested timeline is drawn: as it says, or by the automatic composition, with nothing behind the
  /// pictures: what lies below shows where it has none.
  private static func nestedComposition(of source: SegmentSource) -> VideoComposition {
    if case .composed(let composed) = source { return composed.videoComposition }
    let timeline = source.nestedTimeline ?? Timeline()
    var composition = VideoComposition(propertiesOf: timeline)
    for index in composition.instructions.indices {
      composition.instructions[index].backgroundColor = .transparent
    }
    return composition
  }

  /// The composed picture at `time`, in pixels of the composition; what lies outside its size is not
  /// part of it. Where no instruction is in force, nothing.
  ///
  /// - Parameter next: the time that will be asked for after this one, where it is known: what is passed
  ///   over need not be decoded.
  /// - Throws: `MoonreelError` of reading, or whatever the compositor throws.
  public func image(at time: Time, next: Time? = nil) throws -> Image {
    pool.advance(to: time)
    return try composedImage(at: time, next: next)
  }

  /// The composed picture, without telling the pool the time (nested timelines have another clock).
  func composedImage(at time: Time, next: Time? = nil) throws -> Image {
    nextTime = next
    guard var request = try request(at: time) else { return .empty }
    let history = ReaderHistory(self, for: request)
    defer { history.end() }
    request.context.history = history
    return try composition.image(for: request)
  }

  /// `image` without what lies outside the composition's size.
  func cropped(_ image: Image) -> Image {
    let frame = Rect(origin: .zero, size: composition.renderSize.size)
    if let extent = image.extent, extent.intersection(frame) == extent { return image }
    return image.cropped(to: frame)
  }

  /// What the compositor is asked at `time`: the instruction in force with the frames that it requires;
  /// `nil` where no instruction is in force.
  ///
  /// - Throws: `MoonreelError` naming the file that cannot be read.
  public func request(at time: Time) throws -> FrameRequest? {
    guard let instruction = composition.instruction(at: time) else { return nil }
    let context = context(at: time)
    var request = FrameRequest(context: context, instruction: instruction, frames: [:])
    let isOnDemand = instruction.compositor?.readsFramesOnDemand == true
    for id in isOnDemand ? [] : requiredTracks(of: instruction) {
      request.frames[id] = try frame(ofTrack: id, at: time, in: context)
    }
    for id in composition.sourceMetadataTrackIDs + instruction.requiredMetadataTrackIDs {
      request.metadata[id] = try metadata(ofTrack: id, at: time)
    }
    return request
  }

  /// What callbacks may know at `time`.
  func context(at time: Time) -> FrameContext {
    var context = composition.context(at: time)
    context.renderScale = renderScale
    return context
  }
}
