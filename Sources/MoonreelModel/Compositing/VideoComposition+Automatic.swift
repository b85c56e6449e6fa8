// SPDX-License-Identifier: MIT

import MoonreelCore

extension VideoComposition {
  /// The composition that shows `timeline` as it is (`videoComposition(withPropertiesOf:)`).
  ///
  /// - The render size is the timeline's natural size; every clip is turned upright and fitted into it
  ///   whole, so any size and orientation shows.
  /// - The frame rate is that of the fastest track, 30 where none is known.
  /// - One instruction covers each stretch between two cuts of any enabled video track; the last track
  ///   lies on top. The last instruction goes on to the end of the timeline.
  ///
  /// - The colour space is BT.709, or, where HDR clips are to be kept, theirs.
  ///
  /// - Parameters:
  ///   - prototype: where sizes, rate, background and everything else but instructions come from
  ///     instead.
  ///   - hdr: what becomes of HDR clips where there is no prototype.
  public init(
    propertiesOf timeline: Timeline, prototype: VideoComposition? = nil,
    hdr: HDRHandling = .toneMap
  ) {
    if let prototype {
      self = prototype
    } else {
      self.init(
        renderSize: timeline.naturalSize, frameRate: timeline.frameRate ?? Self.usualRate)
      color = hdr.color(for: timeline)
    }
    instructions = Self.automaticInstructions(for: timeline, size: renderSize)
  }

  /// The composition that shows `timeline` as it is, through `filter`.
  public init(propertiesOf timeline: Timeline, filter: any Effect) {
    self.init(propertiesOf: timeline)
    self.filter = filter
  }

  /// The instructions of ``init(propertiesOf:prototype:)`` for pictures of `size`.
  public static func automaticInstructions(
    for timeline: Timeline, size: PixelSize
  ) -> [VideoInstruction] {
    let tracks = timeline.tracks.filter { $0.mediaType == .video && $0.isEnabled }
    var cuts: Set<Time> = [.zero, timeline.duration]
    for track in tracks {
      for segment in track.segments {
        cuts.insert(segment.targetRange.start)
        cuts.insert(segment.targetRange.end)
      }
    }
    let times = cuts.sorted()
    return zip(times, times.dropFirst()).map { start, end in
      var instruction = VideoInstruction(timeRange: TimeRange(start: start, end: end))
      instruction.layerInstructions = tracks.reversed().compactMap {
        automaticLayer($0, at: start, size: size)
      }
      return instruction
    }
  }

  private static func automaticLayer(
    _ track: Track, at time: Time, size: PixelSize
  ) -> LayerInstruction? {
    guard let segment = track.segment(at: time), let source = segment.source else { return nil }
    var layer = LayerInstruction(trackID: track.id)
    if let natural = source.naturalSize {
      let map = UsualPlacement.contain(
        natural, upright: track.uprightTransform(of: segment), in: size.size)
      layer.setTransform(map, at: time)
    }
    return layer
  }

  /// 30 frames a second.
  private static var usualRate: FrameRate {
    guard let rate = try? FrameRate(30) else { preconditionFailure("30 is a frame rate") }
    return rate
  }
}
