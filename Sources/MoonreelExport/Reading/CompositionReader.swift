// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

/// Gives the pictures and the sound of a timeline at any time: it finds the frames that are due, hands
/// them to the compositor and returns the composed picture, described but not drawn.
///
/// Reading forwards is the cheap case; decoders are shared, opened ahead of need and closed after their
/// last use. One thread at a time.
public final class CompositionReader: FrameProvider {
  /// What is shown and heard when.
  public let timeline: Timeline
  /// How the tracks are drawn.
  public let composition: VideoComposition
  /// How loud the tracks are.
  public let audioMix: AudioMix?

  let gate: FileGate
  let warnings: WarningLog?
  let profile: ExportProfile?
  let frames: any AssetFrames
  private(set) var cursors: [TrackID: TrackCursor] = [:]

  /// Prepares to read `timeline`; no file is opened yet.
  ///
  /// - Parameters:
  ///   - composition: how the tracks are drawn; `nil`: the timeline's automatic composition.
  ///   - audioMix: how loud the tracks are; `nil`: as they are.
  public convenience init(
    timeline: Timeline, composition: VideoComposition? = nil, audioMix: AudioMix? = nil,
    gate: FileGate, warnings: WarningLog? = nil
  ) {
    self.init(
      timeline: timeline, composition: composition ?? VideoComposition(propertiesOf: timeline),
      audioMix: audioMix, pool: ReaderPool(gate: gate, warnings: warnings))
  }

  /// Prepares to try `composition` with test cards in place of the pictures of files; all else is as it will be
  /// drawn.
  package convenience init(
    trying composition: VideoComposition, of timeline: Timeline, gate: FileGate
  ) {
    var nextUse = 0
    self.init(
      timeline, composition, nil, StandInFrames(), gate: gate, warnings: nil, profile: nil,
      nextUse: &nextUse)
  }

  /// Prepares to compose what `job` exports of `frames`, which nobody decodes.
  convenience init(_ job: ExportJob, frames: any AssetFrames, gate: FileGate) {
    var nextUse = 0
    self.init(
      job.request.timeline, job.composition, job.request.audioMix, frames, gate: gate,
      warnings: nil, profile: nil, nextUse: &nextUse)
  }

  /// Prepares to read what `job` exports.
  convenience init(
    _ job: ExportJob, gate: FileGate, warnings: WarningLog?, profile: ExportProfile?
  ) {
    var limits = ReaderPool.Limits()
    limits.feedsEncoder = true
    limits.decodesAhead = ReaderPool.Limits.decodesAhead(onThreads: job.request.renderThreadCount)
    self.init(
      timeline: job.request.timeline, composition: job.composition,
      audioMix: job.request.audioMix,
      pool: ReaderPool(gate: gate, limits: limits, warnings: warnings, profile: profile))
  }

  /// Prepares to read `timeline` with the decoders of `pool`.
  convenience init(
    timeline: Timeline, composition: VideoComposition, audioMix: AudioMix?, pool: ReaderPool
  ) {
    var nextUse = 0
    self.init(
      timeline, composition, audioMix, pool, gate: pool.gate, warnings: pool.warnings,
      profile: pool.profile, nextUse: &nextUse)
    pool.plan(uses().filter { !$0.isStill })
  }

  /// Numbers its uses from `nextUse` on. Goes no deeper than ``Nesting`` has let segments nest.
  private init(
    _ timeline: Timeline, _ composition: VideoComposition, _ audioMix: AudioMix?,
    _ frames: any AssetFrames, gate: FileGate, warnings: WarningLog?, profile: ExportProfile?,
    nextUse: inout Int
  ) {
    (self.timeline, self.composition, self.audioMix) = (timeline, composition, audioMix)
    (self.frames, self.gate, self.warnings, self.profile) = (frames, gate, warnings, profile)
    for track in timeline.tracks {
      var children: [Int: CompositionReader] = [:]
      for (index, segment) in track.segments.enumerated() where track.mediaType == .video {
        guard let source = segment.source, let nested = source.nestedTimeline else { continue }
        children[index] = CompositionReader(
          nested, Self.nestedComposition(of: source), nil, frames, gate: gate, warnings: warnings,
          profile: profile, nextUse: &nextUse)
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
  /// - Parameters:
  ///   - next: the time that will be asked for after this one, where it is known: what is passed over need not
  ///     be decoded.
  ///   - renderScale: output pixels per composition pixel, as compositors are told.
  /// - Throws: `MoonreelError` of reading, or whatever the compositor throws.
  public func image(
    at time: Time, next: Time? = nil, renderScale: Double = 1
  ) throws -> Image {
    try image(at: time, next: next, renderScale: renderScale, playedWidth: nil)
  }

  /// The same for a film that is played and drawn `playedWidth` wide: proxies may stand for files. `nil`: it is not.
  func image(
    at time: Time, next: Time?, renderScale: Double, playedWidth: Int?
  ) throws -> Image {
    frames.advance(to: time, playedWidth: playedWidth)
    return try composedImage(
      in: ReadingContext(time: time, nextTime: next, renderScale: renderScale))
  }

  /// The composed picture, without telling the decoders the time (nested timelines have another clock).
  func composedImage(in reading: ReadingContext) throws -> Image {
    let asking = AskingFrame(self, at: reading.time)
    defer { asking.end() }
    let history = ReaderHistory(self, in: reading, of: asking)
    guard let request = try request(for: reading, history: history) else { return .empty }
    return try composition.image(for: request)
  }

  /// `image` without what lies outside the composition's size.
  func cropped(_ image: Image) -> Image {
    let frame = Rect(origin: .zero, size: composition.renderSize.size)
    if let extent = image.extent, extent.intersection(frame) == extent { return image }
    return image.cropped(to: frame)
  }
}
