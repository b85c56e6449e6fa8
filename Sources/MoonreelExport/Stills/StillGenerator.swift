// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender

/// Makes single pictures of a timeline (`AVAssetImageGenerator`). One thread at a time.
///
/// HDR films are tone-mapped to sRGB unless `hdr` is `.keep`; their pictures then have 16 bits in the composition's own
/// colour space and are written as PNG files that say so.
///
/// For example: `try StillGenerator(timeline: timeline, gate: gate).still(at: time).frame`.
public final class StillGenerator {
  /// Pictures larger than this are made to fit inside with their proportions kept; `nil`: the
  /// composition's own size. Pictures are never enlarged.
  public var maximumSize: PixelSize?
  /// Whether pictures are floats in linear light, for OpenEXR, with the primaries of BT.709; default `false`.
  public var drawsLinearLight = false
  /// How much care is taken where pictures are scaled and turned.
  public var renderQuality = RenderQuality.good
  /// How much earlier a picture may be than asked for, where that is cheaper; default exact.
  public var toleranceBefore = Time.zero
  /// How much later a picture may be than asked for, where that is cheaper; default exact.
  public var toleranceAfter = Time.zero
  /// Throw this switch to stop ``stills(at:each:)`` from another thread.
  public let cancellation: CancellationFlag

  let timeline: Timeline
  let reader: CompositionReader
  /// What may be opened and written; it knows what the timeline reads.
  public let gate: FileGate
  private let renderer: PictureRenderer
  private let hasOwnComposition: Bool
  private let hdr: HDRHandling

  /// A generator for pictures of `timeline`.
  ///
  /// - Parameters:
  ///   - composition: how the tracks are drawn; `nil`: the timeline's automatic composition.
  ///   - timeRange: over which the composition has to be valid; `nil`: all of the timeline. Pictures may lie
  ///     outside of it.
  ///   - appliesPreferredTrackTransform: whether the automatic composition turns clips upright.
  ///   - apertureMode: which rectangle of the stored frames the automatic composition shows.
  ///   - hdr: whether pictures of an HDR composition keep their range; the automatic composition is one where the
  ///     clips are.
  ///   - threadCount: threads that draw; `nil`: one a core. The pictures are the same for any number.
  /// - Throws: `MoonreelError`: `invalidTimeline` where there is nothing to see, and whatever an export of the
  ///   pictures is refused for.
  public init(
    timeline: Timeline, composition: VideoComposition? = nil, timeRange: TimeRange? = nil,
    appliesPreferredTrackTransform: Bool = true, apertureMode: ApertureMode = .cleanAperture,
    hdr: HDRHandling = .toneMap, gate: FileGate, warnings: WarningLog? = nil,
    cancellation: CancellationFlag = CancellationFlag(), threadCount: Int? = nil
  ) throws {
    var timeline = timeline
    if !appliesPreferredTrackTransform, composition == nil {
      for track in timeline.tracks(.video) {
        try timeline.updateTrack(track.id) { $0.preferredTransform = .identity }
      }
    }
    if apertureMode == .encodedPixels, composition == nil { try timeline.showEncodedPixels() }
    var request = ExportRequest(timeline: timeline, videoComposition: composition)
    (request.timeRange, request.hdr) = (timeRange, hdr)
    try request.validate()
    let range = try request.effectiveRange()
    guard request.hasPictures else {
      throw MoonreelError(
        .invalidTimeline, "There is nothing to see: the timeline has no pictures. Insert a clip.")
    }
    let gate = gate.recording(timeline, composition)
    (self.timeline, self.gate, self.cancellation) = (timeline, gate, cancellation)
    renderer = PictureRenderer(threadCount: threadCount)
    hasOwnComposition = composition != nil
    self.hdr = hdr
    reader = CompositionReader(
      timeline: timeline, composition: request.effectiveComposition, gate: gate,
      warnings: warnings)
    try request.admitPictures(of: reader.composition.outputSize, in: range, gate)
  }

  /// When the last picture ends.
  public var duration: Time {
    max(timeline.duration, reader.composition.instructions.last?.timeRange.end ?? .zero)
  }

  /// The size of the pictures.
  public var size: PixelSize { size(limitedTo: maximumSize) }

  /// The size of pictures that are made to fit into `limit`.
  func size(limitedTo limit: PixelSize?) -> PixelSize {
    let full = reader.composition.outputSize
    guard let limit else { return full }
    let factor = min(
      1, Double(limit.width) / Double(full.width), Double(limit.height) / Double(full.height))
    return PixelSize(
      rounding: Size(Double(full.width) * factor, Double(full.height) * factor))
  }

  /// The picture at `time`, or a cheaper one within the tolerances.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` outside the timeline, whatever reading and drawing
  ///   throw.
  public func still(at time: Time) throws -> Still {
    try check(time)
    let actual = hasOwnComposition ? time : cheaperTime(near: time) ?? time
    let moment = TimeRange(start: actual, duration: reader.composition.frameDuration)
    try reader.requireFiles(in: moment, hasPictures: true)
    try reader.composition.prepare(moment)
    let (format, color) = pixels
    var placement = ExportPlacement(
      of: reader.composition, into: size, format: format, color: color)
    placement.target.quality = renderQuality
    let image = try StageFailure.describing("compose", at: actual) {
      try reader.image(at: actual, renderScale: placement.target.scale)
    }
    let frame = try StageFailure.describing("draw", at: actual) {
      try renderer.render(placement.place(image), to: placement.target)
    }
    return Still(requestedTime: time, actualTime: actual, frame: frame)
  }

  /// What the pictures are made of.
  private var pixels: (PixelFormat, ColorTags) {
    let own = reader.composition.color
    if drawsLinearLight { return (.floatGBRA, VideoCodec.exr.defaultColor) }
    guard hdr == .keep, own.isHDR else { return (.rgba, .srgb) }
    var color = ColorTags.srgb
    (color.transfer, color.primaries) = (own.transfer, own.primaries)
    return (.rgba64, color)
  }

  /// - Throws: `MoonreelError` (`invalidArgument`) where the timeline shows nothing at `time`.
  public func check(_ time: Time) throws {
    guard time >= .zero, time < duration else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot show the picture at \(time): the film lasts from 0.000 s up to, not including, "
          + "\(duration).")
    }
  }

  /// The pictures at `times`, each handed over as it is made; a failure of one does not stop the others.
  ///
  /// - Throws: `MoonreelError` (`cancelled`), and whatever `each` throws.
  public func stills(
    at times: [Time], each: (Time, Result<Still, any Error>) throws -> Void
  ) throws {
    for time in times {
      try cancellation.check()
      try each(time, Result { try still(at: time) })
    }
  }
}
