// SPDX-License-Identifier: MIT

import MoonreelCore

extension TimelinePlan.Span {
  init(_ range: TimeRange) { self.init(from: range.start.seconds, to: range.end.seconds) }
}

extension TimelinePlan.SegmentPlan {
  init(_ segment: Segment) {
    target = TimelinePlan.Span(segment.targetRange)
    source = segment.source?.name
    sourceRange = segment.isEmpty ? nil : TimelinePlan.Span(segment.sourceRange)
    rate = segment.speedText
    isReversed = segment.isReversed
    nested = segment.source?.nestedTimeline.map { TimelinePlan($0) }
  }
}

extension Segment {
  /// Its speed as plans write it: `"2"`, `"1/3"`, or `"0.25 to 4"` where it changes.
  public var speedText: String {
    guard let speeds = curve?.speeds else { return rate.description }
    func rounded(_ speed: Double) -> String { ((speed * 1000).rounded() / 1000).shortText }
    return "\(rounded(speeds.lowerBound)) to \(rounded(speeds.upperBound))"
  }
}

extension TimelinePlan.TrackPlan {
  init(_ track: Track, _ sound: AudioMixParameters?) {
    (id, type) = (track.id.rawValue, track.mediaType.rawValue)
    (isEnabled, language) = (track.isEnabled, track.languageCode)
    segments = track.segments.map(TimelinePlan.SegmentPlan.init)
    let factors = (sound?.factors ?? []).map { "\($0.name) over \($0.timeRange.text)" }
    volumes = TimelinePlan.describe(sound?.volumes, "volume") + factors
  }
}

extension TimelinePlan.CompositionPlan {
  init(_ composition: VideoComposition, _ timeline: Timeline) {
    size = composition.renderSize.description
    (scale, frameRate) = (composition.renderScale, composition.frameRate.description)
    hasFilter = composition.filter != nil
    instructions = composition.instructions.map { instruction in
      let isCustom =
        instruction.compositor != nil
        || composition.compositor != nil && instruction.layerInstructions.isEmpty
      return TimelinePlan.InstructionPlan(
        span: TimelinePlan.Span(instruction.timeRange),
        background: instruction.backgroundColor.hexadecimalText,
        drawnBy: instruction.passthroughTrackID != nil
          ? "passthrough" : isCustom ? "compositor" : "layers",
        layers: instruction.layerInstructions.map(TimelinePlan.LayerPlan.init),
        tracks: composition.requiredTrackIDs(for: instruction, in: timeline).map(\.rawValue))
    }
  }
}

extension TimelinePlan.LayerPlan {
  init(_ layer: LayerInstruction) {
    track = layer.trackID.rawValue
    settings =
      TimelinePlan.describe(layer.transforms, "transform")
      + TimelinePlan.describe(layer.opacities, "opacity")
      + TimelinePlan.describe(layer.crops, "crop")
  }
}

extension TimelinePlan {
  /// `"opacity 1 from 0.000 s"` or `"opacity 1 to 0 over [3.000 s, 4.000 s)"`, one line an entry.
  static func describe<Value>(_ list: RampList<Value>?, _ name: String) -> [String] {
    (list?.ramps ?? []).map { ramp in
      let (from, to) = (text(of: ramp.start), text(of: ramp.end))
      return ramp.timeRange.isEmpty
        ? "\(name) \(to) from \(ramp.timeRange.start.text)"
        : "\(name) \(from) to \(to) over \(ramp.timeRange.text)"
    }
  }

  private static func text<Value>(of value: Value) -> String {
    switch value {
    case let number as Double: number.shortText
    case let map as AffineTransform:
      "(" + [map.a, map.b, map.c, map.d, map.tx, map.ty].map(\.shortText).joined(separator: " ")
        + ")"
    case let rect as RelativeRect: rect.shortText
    default: "\(value)"
    }
  }
}

extension RelativeRect {
  /// `(0 0 50% 100)`.
  fileprivate var shortText: String {
    func numbers(_ rect: Rect) -> [Double] {
      [rect.minX, rect.minY, rect.size.width, rect.size.height]
    }
    let sides = zip(numbers(pixels), numbers(shares)).map { pixels, share in
      let percent = "\((share * 100).shortText)%"
      return share == 0
        ? pixels.shortText : pixels == 0 ? percent : "\(pixels.shortText)+\(percent)"
    }
    return "(" + sides.joined(separator: " ") + ")"
  }
}

extension Double {
  /// Without a fraction where whole.
  var shortText: String { JSONValue.number(self).compactText }
}
