// SPDX-License-Identifier: MIT

import MoonreelCore

/// What the rules look at: one film, or one composition inside it.
struct LintSubject {
  let film: ComposedTimeline
  /// The layers; `nil` where the film was made of tracks.
  let stack: LayerStack?
  /// The layers that show it, the outermost first.
  let inside: [String]
  /// What is shown of it.
  let range: TimeRange
  /// The stretches between two moments at which a layer begins or ends, with the positions of the layers
  /// that are there, the lowest first.
  let stretches: [(range: TimeRange, drawn: [Int])]

  /// The most moments at which one moving layer is looked at.
  static let sampleLimit: Int64 = 240

  init(_ film: ComposedTimeline, inside: [String] = []) {
    (self.film, self.inside) = (film, inside)
    range = TimeRange(start: .zero, duration: film.duration)
    let compositors = film.videoComposition.instructions.compactMap { instruction in
      (instruction.compositor as? LayerCompositor).map { (instruction.timeRange, $0) }
    }
    stack = compositors.first?.1.stack
    stretches = compositors.map { (range: $0.0, drawn: $0.1.layers) }
  }

  var isNested: Bool { !inside.isEmpty }

  var frameRate: FrameRate { film.videoComposition.frameRate }

  /// The first frame that begins within `range` and how many do.
  func frames(in range: TimeRange) -> (first: Int64, count: Int64) {
    func firstFrame(from time: Time) -> Int64 {
      let frame = frameRate.frame(at: time)
      return frameRate.time(ofFrame: frame) < time ? frame + 1 : frame
    }
    let first = firstFrame(from: range.start)
    return (first, max(0, firstFrame(from: range.end) - first))
  }

  /// The times of the frames within `range`, at most ``sampleLimit`` of them, evenly chosen, the first and
  /// the last included.
  func sampleTimes(in range: TimeRange) -> [Time] {
    let (first, count) = frames(in: range)
    guard count > Self.sampleLimit else {
      return (0..<count).map { frameRate.time(ofFrame: first + $0) }
    }
    return (0..<Self.sampleLimit).map {
      frameRate.time(ofFrame: first + $0 * (count - 1) / (Self.sampleLimit - 1))
    }
  }

  /// The compositions that layers or segments of this one show.
  var nested: [LintSubject] {
    guard let stack else {
      return film.timeline.tracks.flatMap(\.segments).compactMap { segment in
        segment.source.flatMap { Self.composed($0) }.map {
          LintSubject($0, inside: inside + [segment.label])
        }
      }
    }
    return layersInPlay.compactMap { index in
      let layer = stack.layers[index]
      return (layer.source.video ?? layer.source.audio).flatMap { Self.composed($0) }.map {
        LintSubject($0, inside: inside + [layer.label])
      }
    }
  }

  /// What `source` holds, as a film of its own; `nil` where it holds no timeline.
  private static func composed(_ source: SegmentSource) -> ComposedTimeline? {
    switch source {
    case .composed(let composed): composed
    case .timeline(let timeline): ComposedTimeline(timeline)
    case .asset, .custom: nil
    }
  }
}

extension ComposedTimeline {
  /// A timeline that is shown and mixed as it is.
  package init(_ timeline: Timeline) {
    self.init(
      timeline: timeline, videoComposition: VideoComposition(propertiesOf: timeline),
      audioMix: AudioMix(), duration: timeline.duration)
  }
}

extension Segment {
  /// What findings call it.
  var label: String { "'\(source?.name ?? "nothing")'" }
}
